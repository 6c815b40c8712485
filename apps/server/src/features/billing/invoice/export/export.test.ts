import { expect, test } from 'vitest'
import { csvTable, journalCsv, numbersCsv } from './csv.ts'
import type { ExportedInvoice, ExportedPayment } from './rows.ts'
import { invoiceDocument, lineTaxes, documentLine } from '../../billing-document/content/invoice-document.testing.ts'

const issued = (snapshot: ExportedInvoice['snapshot']): ExportedInvoice => ({
  id: '00000000-0000-4000-8000-000000000001',
  issuedAt: '2026-11-20T09:30:00Z',
  snapshot,
  stored: ['pdf'],
})
const lines = [documentLine({ ...lineTaxes.S, priceMinor: '10000' }), documentLine()]
const invoice = issued(invoiceDocument({ lines, buyer: { name: '=Ana "R"; Łukasz' } }))
const corrects = { number: '2026-0147', issuedOn: '2026-11-20' }
const creditNote = issued(
  invoiceDocument({ kind: 'credit-note', number: '2026-0148', issuedOn: '2026-11-22', dueOn: null, corrects }),
)
const payment: ExportedPayment = {
  paidOn: '2026-11-21',
  amountMinor: '19900',
  currency: 'EUR',
  method: 'bank-transfer',
  reference: '+49 @Ana',
  number: '2026-0147',
  payer: 'Ana',
}
const counterEntry = { ...payment, amountMinor: '-900', method: 'cash' } as const
const rowsOf = (csv: string) => csv.replace('\ufeff', '').trimEnd().split('\r\n')

test('cells that a spreadsheet would evaluate are text, and amounts are numbers', () => {
  const amount = { minor: -123450n, currency: 'EUR' }
  expect(csvTable([['=1+1', '+1', '-1', '@a', 'a"b', amount]], 'en')).toBe(
    '\ufeff"\'=1+1","\'+1","\'-1","\'@a","a""b",-1234.50\r\n',
  )
  expect(csvTable([['a', amount, { minor: 1250n, currency: 'JPY' }]], 'de')).toBe('\ufeff"a";-1234,50;1250\r\n')
})

test('the journal has a row for each rate and each payment by day, and a credit note is negative', () => {
  const rows = rowsOf(
    journalCsv([invoice, creditNote], [payment, counterEntry], { language: 'de', zone: 'Europe/Berlin' }),
  )
  expect(rows.slice(1)).toEqual([
    `"2026-11-20";"Rechnung";"2026-0147";"";"'=Ana ""R""; Łukasz";"19 %";"";100,00;19,00;119,00;"EUR";"2026-12-04";"";""`,
    `"2026-11-20";"Rechnung";"2026-0147";"";"'=Ana ""R""; Łukasz";"0 %";"§ 4 Nr. 14 UStG";80,00;0,00;80,00;"EUR";"2026-12-04";"";""`,
    `"2026-11-21";"Zahlung";"2026-0147";"";"Ana";"";"";"";"";199,00;"EUR";"";"Überweisung";"'+49 @Ana"`,
    `"2026-11-21";"Gegenbuchung";"2026-0147";"";"Ana";"";"";"";"";-9,00;"EUR";"";"Bar";"'+49 @Ana"`,
    `"2026-11-22";"Rechnungskorrektur";"2026-0148";"2026-0147";"Ana Ruiz";"0 %";"§ 4 Nr. 14 UStG";-80,00;0,00;-80,00;"EUR";"";"";""`,
  ])
  expect(rows[0]?.split(';')).toHaveLength(14)
})

test('the journal of numbers says who issued what and when, and which numbers were lost or erased', () => {
  const lost = { year: 2026, series: '' as const, number: 12, at: '2026-12-01T23:30:00Z', reason: 'Older backup' }
  const erased = {
    number: '2026-0146',
    kind: 'credit-note',
    issuedOn: '2026-11-19',
    grossMinor: '9500',
    currency: 'EUR',
    erasedAt: '2036-12-31T23:30:00Z',
  } as const
  const numbers = { invoices: [invoice, creditNote], erased: [erased], lost: [lost] }
  expect(rowsOf(numbersCsv(numbers, { language: 'en', zone: 'Europe/Berlin' })).slice(1)).toEqual([
    '"2026-0146","Credit note","2026-11-19","","","",-95.00,"EUR","Erased on 2037-01-01, after its retention period"',
    '"2026-0147","Invoice","2026-11-20","2026-11-20 10:30","Dr. Nora Lindqvist","",199.00,"EUR",""',
    '"2026-0148","Credit note","2026-11-22","2026-11-20 10:30","Dr. Nora Lindqvist","2026-0147",-80.00,"EUR",""',
    '"2026-0012","Lost in a restore","","2026-12-02 00:30","","","","","Older backup"',
  ])
})
