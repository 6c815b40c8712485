import {
  type CountryNumbers,
  emergencyNumbers,
  type FurtherLine,
  type HelpLine,
  isCountryOf112,
  isSafetyCountry,
  type OwnSafetyNumbers,
  type SafetyCountry,
} from './safety.countries.rules.ts'

const line = (name: string, phone: string, always = true): HelpLine => ({ name, phone, always })

const always = { always: true, people: null }
const textLine = (name: string, textTo: string, text = ''): FurtherLine => ({
  ...always,
  name,
  contact: { textTo, text },
})
const violenceLine = (name: string, phone: string): FurtherLine => ({
  ...always,
  name,
  people: 'violence',
  contact: { phone },
})
const youthLine = (name: string, phone: string): FurtherLine => ({
  ...always,
  name,
  people: 'young',
  contact: { phone },
})
const proJuventute = youthLine('147, Pro Juventute', '147')
const usViolence = 'National Domestic Violence Hotline'
const usViolenceLines = [
  violenceLine(usViolence, '800 799 7233'),
  { ...textLine(usViolence, '88788', 'START'), people: 'violence' as const },
]

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
 * - IT: telefonoamico.it. Open from 09:00 to 24:00 (agensir.it, 10 December 2025). Night hours from April 2026 were announced
 *   (giornaledibrescia.it, 14 January 2026) but not confirmed, so the shorter hours are used.
 * - NL 113: 113.nl; free of charge since October 2025 (upday.com, ANP).
 * - IE, GB 116 123: samaritans.org. IE 1800 247 247: merrionstreet.ie (Department of Health, 10 September 2020), irishtimes.com (9 September 2022).
 * - US 988: 988lifeline.org. CA 988: 988.ca (Public Health Agency of Canada, 30 November 2023).
 * - MX: Secretaría de Salud, Conasama (eluniversal.com.mx, 24 December 2025).
 * - AU 13 11 14 and 000: lifeline.org.au.
 * - NZ 1737: 1737.org.nz; Lifeline Aotearoa: lifeline.org.nz.
 * - GB 111: norwoodmc.co.uk (14 August 2024), tewv.nhs.uk (NHS 111, select mental health option, day and night).
 * - PR 988: Línea PAS of ASSMCA (primerahora.com, 12 July 2022 and December 2025). LI 144: Amt für Zivilschutz (presseportal.ch/de/pm/100000148).
 * - FR 112, 15 and 3114 overseas: linfo.re (La Réunion, Mayotte), la1ere.francetvinfo.fr (Guadeloupe and Saint-Martin, April 2024),
 *   outremers360.com (Guyane), opinion-internationale.com (Martinique, 1 July 2025). The Pacific territories and Saint-Barthélemy are left out.
 *
 * `further`, the lines that answer in writing and the lines for some people only:
 *
 * - Text: US 988 familyandcaregivertoolkit.org, health.wyo.gov; CA 988 cmhasaskatoon.ca, connectfm.ca; GB giveusashout.org/about-us/faq (any text
 *   starts a conversation); IE 50808 todayfm.com (TALK), irishtimes.com (16 June 2020). Chat: NL upday.com (3 October 2025); DE hilfetelefon.de.
 * - Violence: AT frauenhelpline.at; DE hilfetelefon.de (116 016 since June 2023); ES 016 newtral.es (13 August 2024); FR solidaritefemmes.org (also
 *   overseas); GB refuge.org.uk; IE womensaid.ie, thejournal.ie (1800 341 900); US and PR ovc.ojp.gov (call and START to 88788).
 * - Young people: AT rataufdraht.at (18 September 2024); CH projuventute.ch; LI the government (presseportal.ch, September 2022); DE bmfsfj.de,
 *   himmelunderdeonline.de (limited hours); FR 119 madinin-art.net (also overseas); GB learning.nspcc.org.uk (Childline, 24 hours).
 */
export const safetyNumbers = {
  AT: {
    emergency: emergencyNumbers.AT,
    lines: [line('TelefonSeelsorge', '142'), line('Rettung', '144')],
    further: [violenceLine('Frauenhelpline gegen Gewalt', '0800 222 555'), youthLine('Rat auf Draht', '147')],
  },
  AU: { emergency: emergencyNumbers.AU, lines: [line('Lifeline', '13 11 14')] },
  BE: {
    emergency: emergencyNumbers.BE,
    lines: [line('Centre de Prévention du Suicide', '0800 32 123'), line('Zelfmoordlijn', '1813')],
  },
  CA: {
    emergency: emergencyNumbers.CA,
    lines: [line('9-8-8: Suicide Crisis Helpline', '988')],
    further: [textLine('9-8-8: Suicide Crisis Helpline', '988')],
  },
  CH: {
    emergency: emergencyNumbers.CH,
    lines: [line('Die Dargebotene Hand, La Main Tendue, Telefono Amico', '143'), line('Sanität, Ambulance', '144')],
    further: [proJuventute],
  },
  DE: {
    emergency: emergencyNumbers.DE,
    lines: [line('TelefonSeelsorge', '0800 1110111')],
    further: [
      violenceLine('Hilfetelefon Gewalt gegen Frauen', '116 016'),
      {
        name: 'Hilfetelefon Gewalt gegen Frauen',
        people: 'violence',
        contact: { chat: 'https://www.hilfetelefon.de' },
        always: false,
      },
      { ...youthLine('Nummer gegen Kummer', '116 111'), always: false },
    ],
  },
  ES: {
    emergency: emergencyNumbers.ES,
    lines: [line('Línea 024', '024')],
    further: [violenceLine('016, violencia contra las mujeres', '016')],
  },
  FR: {
    emergency: emergencyNumbers.FR,
    lines: [line('3114, prévention du suicide', '3114'), line('Samu', '15')],
    further: [violenceLine('3919, Violences Femmes Info', '3919'), youthLine('119, Allô enfance en danger', '119')],
  },
  GB: {
    emergency: emergencyNumbers.GB,
    lines: [line('Samaritans', '116 123'), line('NHS 111, mental health option', '111')],
    further: [
      textLine('Shout', '85258', 'SHOUT'),
      violenceLine('National Domestic Abuse Helpline', '0808 2000 247'),
      youthLine('Childline', '0800 1111'),
    ],
  },
  IE: {
    emergency: emergencyNumbers.IE,
    lines: [line('Samaritans', '116 123'), line('Pieta', '1800 247 247')],
    further: [textLine('50808, crisis text line', '50808', 'TALK'), violenceLine('Women’s Aid', '1800 341 900')],
  },
  IT: { emergency: emergencyNumbers.IT, lines: [line('Telefono Amico Italia', '02 2327 2327', false)] },
  LI: { emergency: emergencyNumbers.LI, lines: [line('Sanität', '144')], further: [proJuventute] },
  LU: { emergency: emergencyNumbers.LU, lines: [line('SOS Détresse', '45 45 45', false)] },
  MX: { emergency: emergencyNumbers.MX, lines: [line('Línea de la Vida', '800 911 2000')] },
  NL: {
    emergency: emergencyNumbers.NL,
    lines: [line('113 Zelfmoordpreventie', '113')],
    further: [{ ...always, name: '113 Zelfmoordpreventie', contact: { chat: 'https://www.113.nl' } }],
  },
  NZ: {
    emergency: emergencyNumbers.NZ,
    lines: [line('1737, Need to talk?', '1737'), line('Lifeline Aotearoa', '0800 543 354')],
  },
  PR: { emergency: emergencyNumbers.PR, lines: [line('988, Línea PAS', '988')], further: usViolenceLines },
  PT: { emergency: emergencyNumbers.PT, lines: [line('Linha Nacional de Prevenção do Suicídio', '1411')] },
  US: {
    emergency: emergencyNumbers.US,
    lines: [line('988 Suicide & Crisis Lifeline', '988')],
    further: [textLine('988 Suicide & Crisis Lifeline', '988'), ...usViolenceLines],
  },
} as const satisfies Record<SafetyCountry, CountryNumbers>

/** Returns the emergency number and the crisis lines of a country; null if they are unknown. */
export function safetyNumbersOf(country: string | null, own: OwnSafetyNumbers): CountryNumbers | null {
  if (country === null) return null
  if (Object.hasOwn(own, country)) return own[country] ?? null
  if (isSafetyCountry(country)) return safetyNumbers[country]
  return isCountryOf112(country) ? { emergency: '112', lines: [] } : null
}

/** Returns one line of text with the emergency number and the crisis lines that everyone can call; null for a country without known numbers. */
export function emergencyNumbersText(country: string | null, own: OwnSafetyNumbers): string | null {
  const known = safetyNumbersOf(country, own)
  if (!known) return null
  return [known.emergency, ...known.lines.map(({ name, phone }) => `${name} ${phone}`)].join(' · ')
}
