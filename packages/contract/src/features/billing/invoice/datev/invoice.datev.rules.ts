import type { InvoiceDocument } from '../invoice.document.ts'

/** The charts of accounts that the DATEV export supports: two of Germany, and SKR07 of Austria. */
export const datevCharts = ['SKR03', 'SKR04', 'SKR07'] as const
export type DatevChart = (typeof datevCharts)[number]

const chartsByCountry: Record<string, readonly [DatevChart, ...DatevChart[]]> = {
  DE: ['SKR03', 'SKR04'],
  AT: ['SKR07'],
}

/** The countries whose tax advisers use DATEV. */
export const datevCountries: readonly string[] = Object.keys(chartsByCountry)

/** Returns the charts of accounts of a country, the default first; none if its tax advisers don't use DATEV. */
export const datevChartsOf = (country: string | null): readonly DatevChart[] => chartsByCountry[country ?? ''] ?? []

/** Returns the chart in use: the chosen one if the country has it, otherwise its default; null if it has none. */
export function datevChartOf(country: string | null, chosen: DatevChart): DatevChart | null {
  const charts = datevChartsOf(country)
  return charts.find((chart) => chart === chosen) ?? charts[0] ?? null
}

/** The range of account numbers for payers. */
export const datevDebtors = { first: 10_000, last: 69_999 } as const

/** The kinds of bookings: received money, and revenue without VAT. The kind of revenue with VAT is `rate-` and the rate in basis points. */
export const datevMoneyKinds = ['bank', 'cash', 'transit'] as const
export const datevUntaxedKinds = ['exempt', 'small-business', 'zero', 'reverse-charge', 'abroad', 'damages'] as const
export const datevKindPattern = new RegExp(`^(${[...datevMoneyKinds, ...datevUntaxedKinds].join('|')}|rate-\\d{1,5})$`)

/** An account of four digits, and the tax key (BU-Schlüssel), which is empty for an account that already implies a tax. */
export type DatevAccount = { account: string; key: string }
export type DatevAccounts = Readonly<Record<string, DatevAccount>>

const accounts = (list: Record<string, string>): DatevAccounts =>
  Object.fromEntries(
    Object.entries(list).map(([kind, entry]) => {
      const [account = '', key = ''] = entry.split('/')
      return [kind, { account, key }]
    }),
  )

/**
 * The proposed accounts and tax keys.
 *
 * SKR03 and SKR04: the accounts for 19 % and 7 % contain the tax, so that no tax key is given. Those for services that are taxed abroad are listed in
 * Haufe, 'Umsatzsteuer, Ausnahmen beim Leistungsort', section 8, read on 27 November 2026.
 *
 * SKR07: the tax keys 12 (10 %), 13 (20 %) and 14 (13 %) are listed in 'SKR07, Seite 27' (buchungssatz.de, edition of 2019); the accounts 4000, 4010,
 * 2700 and 2800 are those of the Einheitskontenrahmen, on which SKR07 is based, as listed for Austria in bukio-cli, which names the table of the
 * ministry of finance (EKR für SAF-T) as its source; both read on 27 November 2026. No source could be read for the other
 * accounts, so the therapist enters them. An export that needs a missing account is refused with the name of its kind of booking.
 */
const proposals: Record<DatevChart, DatevAccounts> = {
  SKR03: accounts({
    'rate-1900': '8400',
    'rate-700': '8300',
    exempt: '8100',
    'small-business': '8195',
    'reverse-charge': '8336',
    abroad: '8338',
    damages: '2742',
    bank: '1200',
    cash: '1000',
    transit: '1360',
  }),
  SKR04: accounts({
    'rate-1900': '4400',
    'rate-700': '4300',
    exempt: '4100',
    'small-business': '4185',
    'reverse-charge': '4336',
    abroad: '4338',
    damages: '4970',
    bank: '1800',
    cash: '1600',
    transit: '1460',
  }),
  SKR07: accounts({
    'rate-2000': '4000/13',
    'rate-1300': '/14',
    'rate-1000': '4010/12',
    exempt: '',
    'small-business': '',
    'reverse-charge': '',
    abroad: '',
    damages: '',
    bank: '2800',
    cash: '2700',
    transit: '',
  }),
}

/** Returns the proposed account and tax key of each kind of booking in a chart. An account without a source is empty. */
export const proposedDatevAccounts = (chart: DatevChart): DatevAccounts => proposals[chart]

/** Returns the account and tax key of a kind of booking; null if there is no account. */
export function datevAccountOf(chart: DatevChart, own: DatevAccounts, kind: string): DatevAccount | null {
  const found = own[kind] ?? proposals[chart][kind]
  return found?.account ? found : null
}

type TaxGroup = InvoiceDocument['taxes'][number]
type Parties = {
  seller: Pick<InvoiceDocument['seller'], 'country'>
  buyer: Pick<InvoiceDocument['buyer'], 'kind' | 'country'>
}

/**
 * Matches the reasons for exemption of small businesses in Austria. Only in Austria do other exemptions also lack a reason code, so the text must
 * decide.
 */
const austrianSmallBusiness = /kleinunternehmer|Z\.? ?27|small business/i

/** Returns the kind of booking of a tax group of an invoice. A group outside VAT is damages, or a service for an organization in another country. */
export function datevKindOf(group: TaxGroup, { seller, buyer }: Parties): string {
  const { category, rateBp, reason, reasonCode } = group
  if (category === 'S') return `rate-${rateBp}`
  if (category === 'Z') return 'zero'
  if (category === 'AE') return 'reverse-charge'
  if (category === 'O') return buyer.kind === 'organization' && buyer.country !== seller.country ? 'abroad' : 'damages'
  if (reasonCode) return 'exempt'
  return seller.country === 'AT' && !austrianSmallBusiness.test(reason) ? 'exempt' : 'small-business'
}
