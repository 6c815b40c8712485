import {
  type CountryNumbers,
  emergencyNumbers,
  type HelpLine,
  isCountryOf112,
  isSafetyCountry,
  type OwnSafetyNumbers,
  type SafetyCountry,
} from './safety.countries.rules.ts'

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
  AT: { emergency: emergencyNumbers.AT, lines: [line('TelefonSeelsorge', '142'), line('Rettung', '144')] },
  AU: { emergency: emergencyNumbers.AU, lines: [line('Lifeline', '13 11 14')] },
  BE: {
    emergency: emergencyNumbers.BE,
    lines: [line('Centre de Prévention du Suicide', '0800 32 123'), line('Zelfmoordlijn', '1813')],
  },
  CA: { emergency: emergencyNumbers.CA, lines: [line('9-8-8: Suicide Crisis Helpline', '988')] },
  CH: {
    emergency: emergencyNumbers.CH,
    lines: [line('Die Dargebotene Hand, La Main Tendue, Telefono Amico', '143'), line('Sanität, Ambulance', '144')],
  },
  DE: {
    emergency: emergencyNumbers.DE,
    lines: [
      line('TelefonSeelsorge', '0800 1110111'),
      line('TelefonSeelsorge', '0800 1110222'),
      line('TelefonSeelsorge', '116 123'),
    ],
  },
  ES: { emergency: emergencyNumbers.ES, lines: [line('Línea 024', '024')] },
  FR: { emergency: emergencyNumbers.FR, lines: [line('3114, prévention du suicide', '3114'), line('Samu', '15')] },
  GB: { emergency: emergencyNumbers.GB, lines: [line('Samaritans', '116 123')] },
  IE: { emergency: emergencyNumbers.IE, lines: [line('Samaritans', '116 123'), line('Pieta', '1800 247 247')] },
  IT: { emergency: emergencyNumbers.IT, lines: [line('Telefono Amico Italia', '02 2327 2327', false)] },
  LU: { emergency: emergencyNumbers.LU, lines: [line('SOS Détresse', '45 45 45', false)] },
  MX: { emergency: emergencyNumbers.MX, lines: [line('Línea de la Vida', '800 911 2000')] },
  NL: { emergency: emergencyNumbers.NL, lines: [line('113 Zelfmoordpreventie', '113')] },
  NZ: {
    emergency: emergencyNumbers.NZ,
    lines: [line('1737, Need to talk?', '1737'), line('Lifeline Aotearoa', '0800 543 354')],
  },
  PT: { emergency: emergencyNumbers.PT, lines: [line('Linha Nacional de Prevenção do Suicídio', '1411')] },
  US: { emergency: emergencyNumbers.US, lines: [line('988 Suicide & Crisis Lifeline', '988')] },
} as const satisfies Record<SafetyCountry, CountryNumbers>

/** Returns the emergency number and the crisis lines of a country; null if they are unknown. */
export function safetyNumbersOf(country: string | null, own: OwnSafetyNumbers): CountryNumbers | null {
  if (country === null) return null
  if (Object.hasOwn(own, country)) return own[country] ?? null
  if (isSafetyCountry(country)) return safetyNumbers[country]
  return isCountryOf112(country) ? { emergency: '112', lines: [] } : null
}

/** Returns the emergency number and the crisis lines of a country in one line; null for a country without known numbers. */
export function emergencyNumbersText(country: string | null, own: OwnSafetyNumbers): string | null {
  const known = safetyNumbersOf(country, own)
  if (!known) return null
  return [known.emergency, ...known.lines.map(({ name, phone }) => `${name} ${phone}`)].join(' · ')
}
