import { zonesOfCountry } from '../../../common/time/time.ts'

/** A crisis line. `always` is true for a line that answers day and night, and false for a line with limited hours. */
export type HelpLine = { name: string; phone: string; always: boolean }
export type CountryNumbers = { emergency: string; lines: readonly HelpLine[] }

/**
 * The emergency number by country (ISO 3166-1 alpha-2), for the countries in `safetyNumbers`, which also has the crisis lines and the sources. This
 * file is separate because the sign-in page loads it without the crisis lines.
 */
export const emergencyNumbers = {
  AT: '112',
  AU: '000',
  BE: '112',
  CA: '911',
  CH: '112',
  DE: '112',
  ES: '112',
  FR: '112',
  GB: '999',
  IE: '112',
  IT: '112',
  LU: '112',
  MX: '911',
  NL: '112',
  NZ: '111',
  PT: '112',
  US: '911',
} as const satisfies Record<string, string>

export type SafetyCountry = keyof typeof emergencyNumbers
export const safetyCountries = Object.keys(emergencyNumbers) as SafetyCountry[]
export const isSafetyCountry = (country: string | null): country is SafetyCountry =>
  country !== null && Object.hasOwn(emergencyNumbers, country)

/** Regular expressions that match the time zones of each country by their names in the tz database (zone1970.tab, backward). */
const zones = {
  AT: /^Europe\/Vienna$/,
  AU: /^Australia\//,
  BE: /^Europe\/Brussels$/,
  CA: /^(Canada\/.+|America\/(Toronto|Montreal|Vancouver|Edmonton|Calgary|Winnipeg|Halifax|St_Johns|Regina|Moncton|Whitehorse|Yellowknife|Iqaluit|Glace_Bay|Goose_Bay|Thunder_Bay|Dawson|Dawson_Creek|Fort_Nelson|Inuvik|Rankin_Inlet|Resolute|Swift_Current|Cambridge_Bay|Creston|Nipigon|Pangnirtung|Rainy_River|Blanc-Sablon|Atikokan))$/,
  CH: /^Europe\/Zurich$/,
  DE: /^Europe\/(Berlin|Busingen)$/,
  ES: /^(Europe\/Madrid|Africa\/Ceuta|Atlantic\/Canary)$/,
  FR: /^Europe\/Paris$/,
  GB: /^(Europe\/(London|Belfast)|GB(-Eire)?)$/,
  IE: /^(Europe\/Dublin|Eire)$/,
  IT: /^Europe\/Rome$/,
  LU: /^Europe\/Luxembourg$/,
  MX: /^(Mexico\/.+|America\/(Mexico_City|Cancun|Merida|Monterrey|Chihuahua|Ciudad_Juarez|Ojinaga|Hermosillo|Mazatlan|Bahia_Banderas|Tijuana|Matamoros))$/,
  NL: /^Europe\/Amsterdam$/,
  NZ: /^(Pacific\/(Auckland|Chatham)|NZ(-CHAT)?)$/,
  PT: /^(Europe\/Lisbon|Atlantic\/(Madeira|Azores)|Portugal)$/,
  US: /^(US\/.+|Pacific\/Honolulu|America\/(New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Metlakatla|Yakutat|Adak|Menominee|(Indiana|Kentucky|North_Dakota)\/.+))$/,
} as const satisfies Record<SafetyCountry, RegExp>

/**
 * Matches the time zones of the other countries in which 112 reaches every emergency service: the European Union (Directive (EU) 2018/1972,
 * article 109), Iceland, Liechtenstein and Norway.
 */
const zonesOf112 =
  /^(Europe\/(Sofia|Zagreb|Nicosia|Prague|Copenhagen|Tallinn|Helsinki|Mariehamn|Athens|Budapest|Riga|Vilnius|Malta|Warsaw|Bucharest|Bratislava|Ljubljana|Stockholm|Oslo|Vaduz)|Asia\/(Nicosia|Famagusta)|Atlantic\/Reykjavik)$/

/** The numbers that a practice has entered, by country. They take precedence over `safetyNumbers`. */
export type OwnSafetyNumbers = Readonly<Record<string, CountryNumbers>>

/**
 * Returns the country of a time zone. Returns null for a zone that belongs to no country, or to a country without numbers in
 * `safetyNumbers` and `own`.
 */
export const countryOfZone = (zone: string, own: OwnSafetyNumbers = {}): string | null =>
  safetyCountries.find((country) => zones[country].test(zone)) ??
  Object.keys(own).find((country) => !isSafetyCountry(country) && zonesOfCountry(country).includes(zone)) ??
  null

/**
 * Returns the emergency number for a time zone; numbers in `own` take precedence. Returns null if the zone does not determine the number; the text
 * then shows none.
 */
export function emergencyNumber(
  zone: string,
  own: Readonly<Record<string, { emergency: string }>> = {},
): string | null {
  const entered = Object.keys(own).find((country) =>
    isSafetyCountry(country) ? zones[country].test(zone) : zonesOfCountry(country).includes(zone),
  )
  if (entered !== undefined) return own[entered]?.emergency ?? null
  const country = safetyCountries.find((one) => zones[one].test(zone))
  if (country) return emergencyNumbers[country]
  return zonesOf112.test(zone) ? '112' : null
}
