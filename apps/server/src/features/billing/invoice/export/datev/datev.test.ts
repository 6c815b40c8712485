import type { ClientId } from '@attune/contract/common/ids'
import type { DatevChart } from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { expect, test } from 'vitest'
import { datevBookings } from './datev-bookings.ts'
import { datevFile } from './datev.ts'
import type { LedgerInvoice, LedgerPayment } from './datev-ledger.ts'
import { invoiceDocument, lineTaxes, documentLine } from '../../../billing-document/content/invoice-document.testing.ts'

type Changes = Parameters<typeof invoiceDocument>[0]

const issued = (changes: Changes = {}, of: Partial<LedgerInvoice> = {}): LedgerInvoice => ({
  issuedAt: '2026-11-20T09:30:00Z',
  snapshot: invoiceDocument(changes),
  clientId: '00000000-0000-4000-8000-000000000001' as ClientId,
  payerId: null,
  credits: [],
  payments: [],
  ...of,
})
const lines = [documentLine({ ...lineTaxes.S, priceMinor: '10000' }), documentLine()]
const corrects = { number: '2026-0147', issuedOn: '2026-11-20' }
const creditNote = issued({ kind: 'credit-note', number: '2026-0148', issuedOn: '2026-11-22', dueOn: null, corrects })
const fee = issued({ number: '2026-0149', lines: [documentLine({ ...lineTaxes.O, text: 'Fee' })] })
const inFrancs = issued({ number: '2026-0150', currency: 'CHF' })
const payment: LedgerPayment = {
  paidOn: '2026-11-21',
  amountMinor: '19900',
  currency: 'EUR',
  method: 'bank-transfer',
  recordedAt: '2026-11-21T10:00:00Z',
  partnerIssuedOn: null,
}
const counterEntry = { ...payment, amountMinor: '-900', method: 'cash' } as const
const invoice = issued(
  { lines, buyer: { name: '=Ana "R"; Zoë' } },
  { credits: [creditNote], payments: [payment, counterEntry] },
)
const period = { from: '2026-11-01', until: '2026-11-30' }

/** Returns the lines of a file on accrual basis without empty cells at their ends, and the kinds of bookings without an account. */
function exported(invoices: LedgerInvoice[], { chart = 'SKR03' as DatevChart, accounts = {} } = {}) {
  const settings = { consultant: '1001', client: '7', chart, accounts }
  const { bookings, missing } = datevBookings(invoices, {
    ...settings,
    period,
    basisOf: () => 'accrual',
    debtorOf: () => 10_000,
  })
  const file = datevFile(bookings, { ...period, now: new Date('2026-12-01T08:09:10.123Z'), settings })
  const [head, columns, ...rows] = file.toString('latin1').trimEnd().split('\r\n')
  return { head, columns, rows, lines: rows.map((line) => line.replace(/;+$/, '')), missing }
}
/** Returns the account and the tax key with which a line is booked, and the kinds of bookings without an account. */
function bookedAs(changes: Changes, options: Parameters<typeof exported>[1] = {}) {
  const { lines: rows, missing } = exported([issued(changes)], options)
  return [...rows.map((row) => row.split(';').slice(7, 9).join(' ').trim()), ...missing]
}
const taxed = (taxRateBp: number) => ({ lines: [documentLine({ ...lineTaxes.S, taxRateBp, priceMinor: '10000' })] })
const inVienna = { seller: { country: 'AT', city: 'Wien' } }

test('the DATEV file has the form of EXTF 700 and books invoices, credit notes and payments in EUR', () => {
  const all = exported([invoice, fee, inFrancs])
  expect(all.head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201080910123;;"RE";"";"";1001;7;20260101;4;20261101;20261130;"Attune";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  )
  expect(all.columns?.split(';')).toHaveLength(125)
  expect(all.lines).toEqual([
    `119,00;"S";"EUR";;;;10000;8400;;2011;"2026-0147";;;"'=Ana ""R""; Zoë"`,
    `80,00;"S";"EUR";;;;10000;8100;;2011;"2026-0147";;;"'=Ana ""R""; Zoë"`,
    '80,00;"H";"EUR";;;;10000;8100;;2211;"2026-0148";;;"\'=Ana ""R""; Zoë"',
    '80,00;"S";"EUR";;;;10000;2742;;2011;"2026-0149";;;"Ana Ruiz"',
    `199,00;"S";"EUR";;;;1200;10000;;2111;"2026-0147";;;"'=Ana ""R""; Zoë"`,
    `9,00;"H";"EUR";;;;1000;10000;;2111;"2026-0147";;;"'=Ana ""R""; Zoë"`,
  ])
  for (const line of all.rows) expect(line.replace(/"[^"]*"/g, '').split(';').length).toBeGreaterThanOrEqual(125)
})

test('a small business books on an account of its own, and SKR04 has other accounts', () => {
  const small = { lines: [documentLine({ exemptCode: '', exemptReason: '§ 19 UStG' })] }
  expect(bookedAs(small, { chart: 'SKR04' })).toEqual(['4185'])
})

test('VAT of Austria is booked with its tax key, and no rate is ever booked without a tax', () => {
  for (const [rate, booked] of [
    [2000, '4000 "13"'],
    [1000, '4010 "12"'],
  ] as const)
    expect(bookedAs({ ...taxed(rate), ...inVienna }, { chart: 'SKR07' })).toEqual([booked])
  // No source names an account for 13 %, so the practice must enter it.
  expect(bookedAs({ ...taxed(1300), ...inVienna }, { chart: 'SKR07' }).slice(1)).toEqual(['rate-1300'])
  const accounts = { 'rate-1300': { account: '4020', key: '14' } }
  expect(bookedAs({ ...taxed(1300), ...inVienna }, { chart: 'SKR07', accounts })).toEqual(['4020 "14"'])
  // In Germany, a rate other than 19 % and 7 % has no default account.
  for (const chart of ['SKR03', 'SKR04'] as const) {
    expect(bookedAs(taxed(2000), { chart }).slice(1)).toEqual(['rate-2000'])
    expect(bookedAs(taxed(1600), { chart, accounts: { 'rate-1600': { account: '8200', key: '5' } } })).toEqual([
      '8200 "5"',
    ])
  }
})

test('services without VAT are booked by their reason, in Austria on the accounts that the practice entered', () => {
  const abroad = { buyer: { kind: 'organization', country: 'CH' } } as const
  const toEurope = { buyer: { kind: 'organization', country: 'AT', taxId: 'ATU 13585627' } } as const
  const of = (tax: keyof typeof lineTaxes, changes = {}) => ({
    lines: [documentLine({ ...lineTaxes[tax], ...changes })],
  })
  expect(bookedAs({ ...of('AE'), ...toEurope })).toEqual(['8336'])
  expect(bookedAs({ ...of('O'), ...abroad })).toEqual(['8338'])
  expect(bookedAs(of('Z'))).toEqual(['', 'zero'])
  const austrian = [
    [of('E'), 'exempt'],
    [of('E', { exemptCode: '', exemptReason: 'Umsatzsteuerfrei nach § 6 Abs. 1 Z 27 UStG' }), 'small-business'],
    [of('E', { exemptCode: '', exemptReason: 'Umsatzsteuerfrei nach § 6 Abs. 1 Z 11 UStG' }), 'exempt'],
    [{ ...of('AE'), buyer: { kind: 'organization', country: 'DE', taxId: 'DE136695976' } }, 'reverse-charge'],
    [{ ...of('O'), ...abroad }, 'abroad'],
    [{ ...of('O'), buyer: { country: 'AT' } }, 'damages'],
  ] as const
  for (const [changes, kind] of austrian) {
    expect(bookedAs({ ...changes, ...inVienna }, { chart: 'SKR07' })).toEqual(['', kind])
    const accounts = { [kind]: { account: '4123', key: '' } }
    expect(bookedAs({ ...changes, ...inVienna }, { chart: 'SKR07', accounts })).toEqual(['4123'])
  }
})

test('reverse charge names the VAT id of the payer for the recapitulative statement', () => {
  const buyer = { kind: 'organization', country: 'AT', taxId: 'ATU 13585627' } as const
  const { columns, rows } = exported([issued({ lines: [documentLine(lineTaxes.AE)], buyer })])
  const at = columns?.split(';').indexOf('EU-Land u. UStID') ?? -1
  expect(rows[0]?.split(';')[at]).toBe('"ATU13585627"')
})

test.each([
  ['Łukasz Wiśniewski', 'Lukasz Wisniewski'],
  ['Zoë Ürgüp-Ålesund', 'Zoë Ürgüp-Ålesund'],
  ['Наталія Шевченко', 'Nataliya Shevchenko'],
  ['王小明', 'WangXiaoMing'],
  ['Dvořák „Toni“', 'Dvorák „Toni“'],
])('the payer %s is written in Windows-1252, without a question mark', (name, written) => {
  const { rows } = exported([issued({ buyer: { name } })])
  const text = new TextDecoder('windows-1252').decode(Buffer.from(rows[0] ?? '', 'latin1'))
  expect(text.split(';')[13]).toBe(`"${written}"`)
})
