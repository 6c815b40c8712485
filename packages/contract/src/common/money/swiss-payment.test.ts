import { expect, test } from 'vitest'
import { swissPaymentText, type SwissPayment } from './swiss-payment.ts'

const payment: SwissPayment = {
  iban: 'CH93 0076 2011 6238 5295 7',
  creditor: { name: 'Praxis Süd', street: 'Bahnhofstrasse 12a', postalCode: '8001', city: 'Zürich', country: 'CH' },
  debtor: { name: 'Ana Ruiz', street: 'Am Bach', postalCode: '3011', city: 'Bern', country: 'CH' },
  currency: 'CHF',
  minor: 12_000n,
  message: '2026-0147',
}

test('the code has 31 lines: both addresses with separate numbers of buildings, no final creditor, no reference, and the message', () => {
  const parts = [
    'SPC 0200 1 CH9300762011623852957',
    'S Praxis_Süd Bahnhofstrasse 12a 8001 Zürich CH',
    '      ',
    '120.00 CHF',
    'S Ana_Ruiz Am_Bach  3011 Bern CH',
    'NON  2026-0147 EPD',
  ]
  const lines = parts.flatMap((part) => part.split(' ').map((line) => line.replace('_', ' ')))
  expect(swissPaymentText(payment)?.split('\n')).toEqual(lines)
})

test('a payer without an address is left out', () => {
  const lines = swissPaymentText({ ...payment, debtor: { ...payment.debtor, city: '' } })?.split('\n') ?? []
  expect(lines).toHaveLength(31)
  expect(lines.slice(20, 27).join('')).toBe('')
})

test.each<[string, Partial<SwissPayment>]>([
  ['another currency', { currency: 'USD' }],
  ['an account abroad', { iban: 'DE89370400440532013000' }],
  ['a QR-IBAN', { iban: 'CH4431999123000889012' }],
  ['nothing to pay', { minor: 0n }],
  ['a creditor without a town', { creditor: { ...payment.creditor, city: '' } }],
  ['characters that are not Latin', { debtor: { ...payment.debtor, name: '日本' } }],
])('%s has no code', (_case, change) => {
  expect(swissPaymentText({ ...payment, ...change })).toBeNull()
})
