import { zonesOfCountry } from '../../../common/time/time.ts'

/** A crisis line. `always` is true for a line that answers day and night, and false for a line with limited hours. */
export type HelpLine = { name: string; phone: string; always: boolean }
export type CountryNumbers = { emergency: string; lines: readonly HelpLine[] }

const line = (name: string, phone: string, always = true): HelpLine => ({ name, phone, always })

/**
 * The emergency number and crisis lines by country (ISO 3166-1 alpha-2), named in the country's language. Other countries get
 * a general sentence, never a guess. Looked up in November 2026. Sources:
 *
 * - 112 in the European Union and in Switzerland: Directive (EU) 2018/1972, article 109; iamexpat.ch (Swiss emergency numbers: 112, 144).
 * - AT 144 and 142: burgenland.orf.at/stories/3027145, ooe.orf.at/stories/3204589 (an official emergency number since 1998).
 * - DE: telefonseelsorge.de; domradio.de/node/277480, ansbach-evangelisch.de (0800 1110111, 0800 1110222, 116 123).
 * - CH 143: 143.ch; srf.ch (Dargebotene Hand, La Main Tendue, Telefono Amico).
 * - FR 3114: 3114.fr. 15 (Samu) if a life is in danger: axaprevention.fr on the 3114.
 * - BE: zelfmoord1813.be (vrt.be, 8 September 2019); preventionsuicide.be (dhnet.be, 5 September 2023).
 * - LU: 454545.lu; not around the clock.
 * - ES 024: Boletín Oficial del Estado, 20 December 2021; Ministerio de Sanidad (rtve.es, 9 May 2022).
 * - PT 1411: portaria of September 2025, SNS 24 (deco.proteste.pt, 9 September 2025).
 * - IT: telefonoamico.it. From 9 to 24 o'clock (agensir.it, 10 December 2025); by night too from April 2026 was announced
 *   (giornaledibrescia.it, 14 January 2026) but not confirmed, so the shorter hours are used.
 * - NL 113: 113.nl; free of charge since October 2025 (upday.com, ANP).
 * - IE, GB 116 123: samaritans.org. IE 1800 247 247: merrionstreet.ie (Department of Health, 10 September 2020), irishtimes.com (9 September 2022).
 * - US 988: 988lifeline.org. CA 988: 988.ca (Public Health Agency of Canada, 30 November 2023).
 * - MX: Secretaría de Salud, Conasama (eluniversal.com.mx, 24 December 2025).
 * - AU 13 11 14 and 000: lifeline.org.au.
 * - NZ 1737: 1737.org.nz; Lifeline Aotearoa: lifeline.org.nz.
 */
export const safetyNumbers = {
  AT: { emergency: '112', lines: [line('TelefonSeelsorge', '142'), line('Rettung', '144')] },
  AU: { emergency: '000', lines: [line('Lifeline', '13 11 14')] },
  BE: {
    emergency: '112',
    lines: [line('Centre de Prévention du Suicide', '0800 32 123'), line('Zelfmoordlijn', '1813')],
  },
  CA: { emergency: '911', lines: [line('9-8-8: Suicide Crisis Helpline', '988')] },
  CH: {
    emergency: '112',
    lines: [line('Die Dargebotene Hand, La Main Tendue, Telefono Amico', '143'), line('Sanität, Ambulance', '144')],
  },
  DE: {
    emergency: '112',
    lines: [
      line('TelefonSeelsorge', '0800 1110111'),
      line('TelefonSeelsorge', '0800 1110222'),
      line('TelefonSeelsorge', '116 123'),
    ],
  },
  ES: { emergency: '112', lines: [line('Línea 024', '024')] },
  FR: { emergency: '112', lines: [line('3114, prévention du suicide', '3114'), line('Samu', '15')] },
  GB: { emergency: '999', lines: [line('Samaritans', '116 123')] },
  IE: { emergency: '112', lines: [line('Samaritans', '116 123'), line('Pieta', '1800 247 247')] },
  IT: { emergency: '112', lines: [line('Telefono Amico Italia', '02 2327 2327', false)] },
  LU: { emergency: '112', lines: [line('SOS Détresse', '45 45 45', false)] },
  MX: { emergency: '911', lines: [line('Línea de la Vida', '800 911 2000')] },
  NL: { emergency: '112', lines: [line('113 Zelfmoordpreventie', '113')] },
  NZ: { emergency: '111', lines: [line('1737, Need to talk?', '1737'), line('Lifeline Aotearoa', '0800 543 354')] },
  PT: { emergency: '112', lines: [line('Linha Nacional de Prevenção do Suicídio', '1411')] },
  US: { emergency: '911', lines: [line('988 Suicide & Crisis Lifeline', '988')] },
} as const satisfies Record<string, CountryNumbers>

export type SafetyCountry = keyof typeof safetyNumbers
export const safetyCountries = Object.keys(safetyNumbers) as SafetyCountry[]
export const isSafetyCountry = (country: string | null): country is SafetyCountry =>
  country !== null && Object.hasOwn(safetyNumbers, country)

/** Regular expressions that match the time zones of each country by their names in the tz database (zone1970.tab, backward). */
const zones: Record<SafetyCountry, RegExp> = {
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
}

/** The numbers that a practice has entered, by country. They replace those of `safetyNumbers`. */
export type OwnSafetyNumbers = Readonly<Record<string, CountryNumbers>>

/** Returns the emergency number and the crisis lines of a country; null if they are unknown. */
export function safetyNumbersOf(country: string | null, own: OwnSafetyNumbers): CountryNumbers | null {
  if (country === null) return null
  if (Object.hasOwn(own, country)) return own[country] ?? null
  return isSafetyCountry(country) ? safetyNumbers[country] : null
}

/**
 * Returns the country of a time zone. Returns null for a zone that belongs to no country, or to a country without numbers in
 * `safetyNumbers` and `own`.
 */
export const countryOfZone = (zone: string, own: OwnSafetyNumbers = {}): string | null =>
  safetyCountries.find((country) => zones[country].test(zone)) ??
  Object.keys(own).find((country) => !isSafetyCountry(country) && zonesOfCountry(country).includes(zone)) ??
  null

/** Returns the emergency number and the crisis lines of a country in one line; null for a country without known numbers. */
export function emergencyNumbersText(country: string | null, own: OwnSafetyNumbers): string | null {
  const known = safetyNumbersOf(country, own)
  if (!known) return null
  return [known.emergency, ...known.lines.map(({ name, phone }) => `${name} ${phone}`)].join(' · ')
}
