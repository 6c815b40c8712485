import { expect, test } from 'vitest'
import { documentsOf, invoiceNumber, openMinor, overdueDays, statusOf, type InvoiceFacts } from './invoice.rules.ts'

const facts = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  status: 'issued',
  kind: 'invoice',
  grossMinor: '9500',
  withheldMinor: '0',
  creditedMinor: '0',
  isCreditedAtZero: false,
  paidMinor: '0',
  dueOn: '2026-11-26',
  ...changes,
})
const on = (today: string, changes: Partial<InvoiceFacts> = {}) => statusOf(facts(changes), today)

test('the status follows from what was paid, credited and is due', () => {
  const today = '2026-11-26'
  expect(on(today, { status: 'draft' })).toBe('draft')
  expect(on(today)).toBe('issued')
  expect(on(today, { paidMinor: '9499' })).toBe('partly-paid')
  expect(on(today, { paidMinor: '9500' })).toBe('paid')
  expect(on(today, { paidMinor: '4500', creditedMinor: '5000' })).toBe('paid')
  expect(on(today, { paidMinor: '9501' })).toBe('overpaid')
  expect(on(today, { paidMinor: '9500', creditedMinor: '5000' })).toBe('overpaid')
  expect(on(today, { creditedMinor: '9500' })).toBe('credited')
  expect(on(today, { creditedMinor: '5000' })).toBe('issued')
  expect(on(today, { grossMinor: '0' })).toBe('paid')
  expect(on(today, { grossMinor: '0', isCreditedAtZero: true })).toBe('credited')
  expect(on(today, { kind: 'credit-note', dueOn: null })).toBe('issued')
})

test('an invoice is overdue from the day after it was due, also when a part was paid', () => {
  expect(on('2026-11-27')).toBe('overdue')
  expect(on('2026-11-27', { paidMinor: '100' })).toBe('overdue')
  expect(on('2026-11-27', { paidMinor: '9500' })).toBe('paid')
  expect(on('2026-11-27', { dueOn: null })).toBe('issued')
  expect([overdueDays('2026-11-26', '2026-11-26'), overdueDays('2026-11-26', '2026-12-03')]).toEqual([0, 7])
})

test('nothing is open of a draft or a credit note, and an overpaid invoice has a negative rest', () => {
  expect(openMinor(facts({ status: 'draft' }))).toBe(0n)
  expect(openMinor(facts({ kind: 'credit-note' }))).toBe(0n)
  expect(openMinor(facts({ paidMinor: '12500' }))).toBe(-3000n)
})

test('the open amount takes off withheld tax and credit notes', () => {
  expect(openMinor(facts({ withheldMinor: '1425', creditedMinor: '1000' }))).toBe(7075n)
  expect(on('2026-11-26', { withheldMinor: '1425', creditedMinor: '8075' })).toBe('credited')
  expect(on('2026-11-26', { withheldMinor: '1425', paidMinor: '8075' })).toBe('paid')
})

test('a number has the year and at least four digits', () => {
  expect([invoiceNumber(2026, 1), invoiceNumber(2026, 123_456)]).toEqual(['2026-0001', '2026-123456'])
})

test('e-invoices are made in Europe, and an XRechnung for an organization with a buyer reference', () => {
  const sheet = (country: string, currency: string, buyerReference = '') =>
    documentsOf({
      currency,
      seller: { country },
      buyer: { kind: buyerReference ? 'organization' : 'client', buyerReference },
    })
  expect(sheet('DE', 'EUR')).toEqual(['pdf', 'xml'])
  expect(sheet('DE', 'EUR', '04011000-1')).toEqual(['pdf', 'xml', 'xrechnung'])
  expect([sheet('US', 'USD'), sheet('US', 'EUR'), sheet('DE', 'USD')]).toEqual([['pdf'], ['pdf'], ['pdf']])
})
