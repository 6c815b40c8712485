import { legalKinds, type LegalKind } from '../../payer/payer.rules.ts'

/** The place of the payer, seen from the business: its own country, another one of the EU, or any other. */
export const payerPlaces = ['home', 'eu', 'outside'] as const
export type PayerPlace = (typeof payerPlaces)[number]

/** The systems and formats that states require and Attune does not support. */
export const invoiceSystems = [
  'certified',
  'eAdrese',
  'eSlog',
  'ehf',
  'eracun',
  'ksef',
  'myData',
  'onlineSzamla',
  'peppol',
  'peppolAuthority',
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
  /** The day on which the source was read. */
  read: string
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

/** Sets the day on which the sources of lines were read to 28 November 2026. */
const readLater = (lines: readonly SystemLine[]) => lines.map((line) => ({ ...line, read: '2026-11-28' }))

/**
 * The invoices that must go through a system of the state, by the country of the business, and the kind and the place of the payer. An invoice that
 * no line covers is refused. Spain's VERI*FACTU depends only on the business (see `issueRefusal`). An invoice that the therapist uploads to a portal,
 * such as an XRechnung, needs no system here.
 */
export const systemsOfCountries: Record<string, readonly SystemLine[]> = {
  AT: [none(matrix('IKT-Konsolidierungsgesetz § 5: authorities only, by upload'))],
  AU: readLater([none('no obligation of businesses, agencies must receive; peppol.org, Australia')]),
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
  CA: readLater([none('voluntary; basware.com, compliance map, Canada')]),
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
  IS: readLater([
    none('no obligation between businesses; ec.europa.eu, eInvoicing in Iceland', {
      payers: ['person', ...businesses],
      places: anywhere,
    }),
    requires('peppolAuthority', '2020-01-01', 'Regulation 44/2019, TS-236; ec.europa.eu, eInvoicing in Iceland', {
      payers: ['authority'],
      places: home,
    }),
    none('the same: authorities in Iceland', { payers: ['authority'], places: abroad }),
  ]),
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
  LV: readLater([
    none('Grāmatvedības likums: not to consumers; fiscal-requirements.com, 4303', {
      payers: ['person'],
      places: anywhere,
    }),
    requires('eAdrese', '2025-01-01', 'Grāmatvedības likums, MK 154; fiscal-requirements.com, 4303', {
      payers: ['authority'],
      places: home,
    }),
    requires('eAdrese', '2028-01-01', 'Grāmatvedības likums, June 2025; sovos.com, Latvia', {
      payers: businesses,
      places: home,
    }),
    none('the same: domestic; vatupdate.com, 25 June 2025', { payers: organizations, places: abroad }),
  ]),
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
  NZ: readLater([none('Procurement Rule 44: agencies and their large suppliers; fiscal-requirements.com, 4393')]),
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
    ...readLater([
      requires(
        'roEFactura',
        '2025-01-01',
        'the same: services that take place in Romania; vatupdate.com, 20 September 2023',
        {
          payers: ['person', 'authority'],
          places: abroad,
        },
      ),
      none('the same: services to businesses abroad take place there; deveho.com, Romania', {
        payers: businesses,
        places: abroad,
      }),
    ]),
  ],
  SE: [none(matrix('no mandate; authorities through access points'))],
  SI: readLater([
    none('ZIERDED: paper to consumers; ey.com, Slovenia, November 2025', { payers: ['person'], places: anywhere }),
    requires('eSlog', '2015-01-01', 'UJP eRačun; basware.com, compliance map, Slovenia', {
      payers: ['authority'],
      places: home,
    }),
    requires('eSlog', '2028-01-01', 'ZIERDED; ey.com, Slovenia, November 2025', { payers: businesses, places: home }),
    none('ZIERDED: paper to those abroad; ey.com, Slovenia, November 2025', {
      payers: organizations,
      places: abroad,
    }),
  ]),
  SK: readLater([
    none('VAT Act: not to consumers; vatupdate.com, 18 November 2025', { payers: ['person'], places: anywhere }),
    {
      ...requires('slovakia', '2027-01-01', 'VAT Act, domestic, not for exempt supplies; vatreview.com, Slovakia', {
        payers: organizations,
        places: home,
      }),
      isForTaxedOnly: true,
    },
    none('VAT Act: across borders from July 2030; ec.europa.eu, eInvoicing in Slovakia', {
      payers: organizations,
      places: abroad,
    }),
  ]),
  US: readLater([
    none('no act of the federation or a state, authorities by portal (OMB M-15-19); legalclarity.org, 2026'),
  ]),
}
