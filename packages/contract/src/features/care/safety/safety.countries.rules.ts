import { zonesOfCountry } from '../../../common/time/time.ts'

/** A crisis line. */
export type HelpLine = {
  name: string
  phone: string
  /** Whether the line answers day and night. Otherwise its hours are limited. */
  always: boolean
}
/** A helpline that answers in writing, or that is for some people only. */
export type FurtherLine = {
  name: string
  /** The people whom the line serves: those who experience violence at home, or children and young people. Null: everyone. */
  people: 'violence' | 'young' | null
  /** A phone number to call, a number for text messages with the text to send (empty: any text), or the address of a chat. */
  contact: { phone: string } | { textTo: string; text: string } | { chat: string }
  /** Whether the line answers day and night. Otherwise its hours are limited. */
  always: boolean
}
/** The emergency number and the crisis lines of a country. `further` is missing in numbers that a practice has entered. */
export type CountryNumbers = {
  emergency: string
  lines: readonly HelpLine[]
  further?: readonly FurtherLine[]
}

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
  LI: '112',
  LU: '112',
  MX: '911',
  NL: '112',
  NZ: '111',
  PR: '911',
  PT: '112',
  US: '911',
} as const satisfies Record<string, string>

export type SafetyCountry = keyof typeof emergencyNumbers
export const safetyCountries = Object.keys(emergencyNumbers) as SafetyCountry[]
export const isSafetyCountry = (country: string | null): country is SafetyCountry =>
  country !== null && Object.hasOwn(emergencyNumbers, country)

/**
 * Regular expressions that match the time zones of each country by their names in the tz database (zone1970.tab, backward). France includes its
 * overseas departments and Saint-Martin, in which 112, 15 and 3114 answer too.
 */
const zones = {
  AT: /^Europe\/Vienna$/,
  AU: /^Australia\//,
  BE: /^Europe\/Brussels$/,
  CA: /^(Canada\/.+|America\/(Toronto|Montreal|Vancouver|Edmonton|Calgary|Winnipeg|Halifax|St_Johns|Regina|Moncton|Whitehorse|Yellowknife|Iqaluit|Glace_Bay|Goose_Bay|Thunder_Bay|Dawson|Dawson_Creek|Fort_Nelson|Inuvik|Rankin_Inlet|Resolute|Swift_Current|Cambridge_Bay|Creston|Nipigon|Pangnirtung|Rainy_River|Blanc-Sablon|Atikokan))$/,
  CH: /^Europe\/Zurich$/,
  DE: /^Europe\/(Berlin|Busingen)$/,
  ES: /^(Europe\/Madrid|Africa\/Ceuta|Atlantic\/Canary)$/,
  FR: /^(Europe\/Paris|America\/(Guadeloupe|Martinique|Cayenne|Marigot)|Indian\/(Reunion|Mayotte))$/,
  GB: /^(Europe\/(London|Belfast)|GB(-Eire)?)$/,
  IE: /^(Europe\/Dublin|Eire)$/,
  IT: /^Europe\/Rome$/,
  LI: /^Europe\/Vaduz$/,
  LU: /^Europe\/Luxembourg$/,
  MX: /^(Mexico\/.+|America\/(Mexico_City|Cancun|Merida|Monterrey|Chihuahua|Ciudad_Juarez|Ojinaga|Hermosillo|Mazatlan|Bahia_Banderas|Tijuana|Matamoros))$/,
  NL: /^Europe\/Amsterdam$/,
  NZ: /^(Pacific\/(Auckland|Chatham)|NZ(-CHAT)?)$/,
  PR: /^America\/Puerto_Rico$/,
  PT: /^(Europe\/Lisbon|Atlantic\/(Madeira|Azores)|Portugal)$/,
  US: /^(US\/.+|Pacific\/Honolulu|America\/(New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Metlakatla|Yakutat|Adak|Menominee|(Indiana|Kentucky|North_Dakota)\/.+))$/,
} as const satisfies Record<SafetyCountry, RegExp>

/**
 * The time zones of the other countries in which 112 reaches every emergency service, by country, without `Europe/`: the European Union (Directive
 * (EU) 2018/1972, article 109), Åland, Iceland and Norway. Their crisis lines are not known.
 */
const zonesOf112 = {
  AX: 'Mariehamn',
  BG: 'Sofia',
  CY: 'Nicosia Asia/Nicosia Asia/Famagusta',
  CZ: 'Prague',
  DK: 'Copenhagen',
  EE: 'Tallinn',
  FI: 'Helsinki',
  GR: 'Athens',
  HR: 'Zagreb',
  HU: 'Budapest',
  IS: 'Atlantic/Reykjavik',
  LT: 'Vilnius',
  LV: 'Riga',
  MT: 'Malta',
  NO: 'Oslo',
  PL: 'Warsaw',
  RO: 'Bucharest',
  SE: 'Stockholm',
  SI: 'Ljubljana',
  SK: 'Bratislava',
} as const satisfies Record<string, string>

type CountryOf112 = keyof typeof zonesOf112
/** The countries for which the emergency number 112 is known, but no crisis lines. */
export const countriesOf112 = Object.keys(zonesOf112) as CountryOf112[]
export const isCountryOf112 = (country: string): country is CountryOf112 => Object.hasOwn(zonesOf112, country)

/** The numbers that a practice has entered, by country. They take precedence over `safetyNumbers`. */
export type OwnSafetyNumbers = Readonly<Record<string, CountryNumbers>>

/** Whether a time zone belongs to a country. For a country that is in neither list, uses the zones that the JavaScript engine provides. */
function isZoneOf(country: string, zone: string): boolean {
  if (isSafetyCountry(country)) return zones[country].test(zone)
  const known = isCountryOf112(country) ? zonesOf112[country].split(' ') : null
  return known?.includes(zone.replace('Europe/', '')) ?? zonesOfCountry(country).includes(zone)
}

/** Returns the country of a time zone. Returns null for a zone of no country, or of a country whose numbers are neither known nor in `own`. */
export const countryOfZone = (zone: string, own: Readonly<Record<string, unknown>> = {}): string | null =>
  [...safetyCountries, ...countriesOf112, ...Object.keys(own)].find((country) => isZoneOf(country, zone)) ?? null

/**
 * Returns the emergency number for a time zone; numbers in `own` take precedence. Returns null if the zone does not determine the number; the text
 * then shows none.
 */
export function emergencyNumber(
  zone: string,
  own: Readonly<Record<string, { emergency: string }>> = {},
): string | null {
  const country = countryOfZone(zone, own)
  if (country === null) return null
  return own[country]?.emergency ?? (isSafetyCountry(country) ? emergencyNumbers[country] : '112')
}
