import { legalKinds, type LegalKind } from '../../payer/payer.rules.ts'

/** The place of the payer, seen from the business: its own country, another one of the EU, or any other. */
export const payerPlaces = ['home', 'eu', 'outside'] as const
export type PayerPlace = (typeof payerPlaces)[number]

/** The systems and formats that states require and Attune does not support. */
export const invoiceSystems = [
  'certified',
  'ehf',
  'eracun',
  'ksef',
  'myData',
  'onlineSzamla',
  'peppol',
  'plateforme',
  'roEFactura',
  'sdi',
  'sistemaTs',
  'slovakia',
] as const
export type InvoiceSystem = (typeof invoiceSystems)[number]

type SystemLine = {
  payers: readonly LegalKind[]
  places: readonly PayerPlace[]
  /** The system through which such invoices must go; null if the law requires none. */
  system: InvoiceSystem | null
  /** The day from which the system is required (`YYYY-MM-DD`). */
  from: string
  /** Whether the system is not required for invoices that are wholly exempt from VAT. */
  isForTaxedOnly?: true
  /** The act, and where it was read. */
  source: string
  /** The day on which the source was read; null if none was read, so that what worked before still does. */
  read: string | null
}

const everyone = legalKinds
const businesses = ['company', 'insurer'] as const
const organizations = ['company', 'insurer', 'authority'] as const
const anywhere = payerPlaces
const abroad = ['eu', 'outside'] as const
const home = ['home'] as const

const read = '2026-11-27'
/** The overview by country in github.com/ThomasMoreAI/legal-skills-open, eu/tax/skills/einvoicing-eu-clemensjl, as of 5 August 2026. */
const matrix = (act: string) => `${act}; legal-skills-open, einvoicing-eu`
/** The overview in dddinvoices.com/learn/e-invoicing-europe, as of 23 December 2025. */
const overview = 'no obligation between businesses; dddinvoices.com, e-invoicing in Europe'

type Of = Pick<SystemLine, 'payers' | 'places'>
const none = (source: string, of: Of = { payers: everyone, places: anywhere }): SystemLine => ({
  ...of,
  system: null,
  from: '',
  source,
  read,
})
const requires = (system: InvoiceSystem, from: string, source: string, of: Of): SystemLine => ({
  ...of,
  system,
  from,
  source,
  read,
})
/** The line of a country of which no source was read. */
const unread: SystemLine = { ...none('source not read'), read: null }

/**
 * The invoices that must go through a system of the state, by the country of the business, and the kind and the place of the payer. An invoice that
 * no line covers is refused. Spain's VERI*FACTU depends on the business alone (see `issueRefusal`). What the therapist uploads to a portal, such
 * as an XRechnung, needs no system here.
 */
export const systemsOfCountries: Record<string, readonly SystemLine[]> = {
  AT: [none(matrix('IKT-Konsolidierungsgesetz § 5: authorities only, by upload'))],
  AU: [unread],
  BE: [
    none(matrix('art. 53 §2bis CTVA: not to consumers'), { payers: ['person'], places: home }),
    {
      ...requires(
        'peppol',
        '2026-01-01',
        matrix('art. 53 §2bis CTVA, RD 8 July 2025; not for those exempt by art. 44'),
        {
          payers: organizations,
          places: home,
        },
      ),
      isForTaxedOnly: true,
    },
    none('not to those established abroad; marosavat.com, e-invoicing in Europe', { payers: everyone, places: abroad }),
  ],
  BG: [none(overview)],
  CA: [unread],
  CH: [none(matrix('Bundesrat, 8 October 2014: federal administration only, also PDF'))],
  CY: [none(overview)],
  CZ: [none(overview)],
  DE: [none(matrix('§ 14 Abs. 1, § 27 Abs. 38 UStG: a structured format, which ZUGFeRD is; authorities by upload'))],
  DK: [none(matrix('lov nr. 700 af 24.05.2022: no obligation to issue'))],
  EE: [none('e-invoices at the request of the buyer; sovos.com, Estonia')],
  ES: [none(matrix('RD 238/2026: starts 24 months after an order that is not published; VERI*FACTU: RDL 15/2025'))],
  FI: [none(matrix('laki 241/2019 § 4: a right of the buyer'))],
  FR: [
    none(matrix('CGI art. 289 bis: not to consumers; Chorus Pro by upload'), {
      payers: ['person', 'authority'],
      places: anywhere,
    }),
    requires('plateforme', '2027-09-01', matrix('CGI art. 289 bis: PME and TPE'), { payers: businesses, places: home }),
    none(matrix('CGI art. 289 bis: reporting only'), { payers: businesses, places: abroad }),
  ],
  GB: [none(matrix('no mandate before 2029'))],
  GR: [
    requires('myData', '2026-10-01', matrix('art. 14 Law 4308/2014, A.1128/2025; retail by cash register'), {
      payers: everyone,
      places: anywhere,
    }),
  ],
  HR: [
    requires('eracun', '2026-01-01', 'Zakon o fiskalizaciji NN 89/25; edicomgroup.com, Croatia', {
      payers: everyone,
      places: home,
    }),
    requires('eracun', '2026-01-01', 'the same, final consumption', { payers: ['person'], places: abroad }),
    none('the same: paper across borders', { payers: organizations, places: abroad }),
  ],
  HU: [
    requires('onlineSzamla', '2021-01-04', matrix('Online Számla: every invoice, also exports and to consumers'), {
      payers: everyone,
      places: anywhere,
    }),
  ],
  IE: [none(matrix('SI 258/2019: authorities receive only'))],
  IS: [unread],
  IT: [
    requires('sistemaTs', '2019-01-01', 'art. 10-bis D.L. 119/2018, D.Lgs. 81/2025: no SdI for health; ateneoweb.com', {
      payers: ['person'],
      places: anywhere,
    }),
    requires('sdi', '2019-01-01', matrix('D.Lgs. 127/2015 art. 1 c. 3'), { payers: organizations, places: anywhere }),
  ],
  LI: [none(overview)],
  LT: [none(overview)],
  LU: [none(overview)],
  LV: [unread],
  MC: [none('no obligation; sovos.com, Monaco')],
  MT: [none(overview)],
  NL: [none(matrix('no mandate; authorities by portal'))],
  NO: [
    none(matrix('bokføringsloven § 10: sales to those who keep books'), {
      payers: ['person', 'authority'],
      places: anywhere,
    }),
    requires('ehf', '2027-01-01', matrix('lov 19. juni 2026 nr. 39'), { payers: businesses, places: home }),
    none(matrix('bokføringsloven § 10: at home'), { payers: businesses, places: abroad }),
  ],
  NZ: [unread],
  PL: [
    none(matrix('Dz.U. 2025 poz. 1203: not to consumers'), { payers: ['person'], places: anywhere }),
    requires('ksef', '2026-04-01', matrix('Dz.U. 2025 poz. 1203'), { payers: organizations, places: anywhere }),
  ],
  PT: [
    requires('certified', '2022-01-01', matrix('Portaria 195/2020: certified software, ATCUD and QR code'), {
      payers: everyone,
      places: anywhere,
    }),
  ],
  RO: [
    requires('roEFactura', '2025-01-01', matrix('Legea 296/2023, OUG 89/2025: authorities, businesses, consumers'), {
      payers: everyone,
      places: home,
    }),
    { ...unread, places: abroad },
  ],
  SE: [none(matrix('no mandate; authorities through access points'))],
  SI: [unread],
  SK: [
    { ...unread, payers: ['person', 'authority'] },
    requires('slovakia', '2027-01-01', 'draft of the VAT Act, domestic; vatcalc.com, Slovakia', {
      payers: businesses,
      places: home,
    }),
    { ...unread, payers: businesses, places: abroad },
  ],
  US: [unread],
}
