import { expect, test } from 'vitest'
import { type CreditTransfer, epcPaymentText } from './epc-payment.ts'

const transfer: CreditTransfer = {
  name: 'Nora Lindqvist',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  currency: 'EUR',
  minor: 38_000n,
  reference: '2026-0147',
}

test('the QR code contains the transfer line by line, and no empty line at its end', () => {
  expect(epcPaymentText(transfer)).toBe(
    'BCD\n002\n1\nSCT\nBYLADEM1001\nNora Lindqvist\nDE02120300000000202051\nEUR380.00\n\n\n2026-0147',
  )
  expect(epcPaymentText({ ...transfer, bic: '', reference: '', minor: 5n })).toBe(
    'BCD\n002\n1\nSCT\n\nNora Lindqvist\nDE02120300000000202051\nEUR0.05',
  )
})

test('names and texts are cut to the lengths that banks accept', () => {
  const lines = epcPaymentText({ ...transfer, name: 'L'.repeat(90), reference: 'x'.repeat(200) })?.split('\n') ?? []
  expect([lines[5]?.length, lines[10]?.length]).toEqual([70, 140])
})

test.each([
  ['another currency', { currency: 'CHF' }],
  ['no IBAN', { iban: '' }],
  ['nothing to pay', { minor: 0n }],
  ['a negative amount', { minor: -1n }],
  ['more than a bank accepts', { minor: 100_000_000_000n }],
  ['more bytes than a code of a bank has', { name: '日'.repeat(70), reference: '日'.repeat(140) }],
])('there is no QR code for %s', (_, change) => {
  expect(epcPaymentText({ ...transfer, ...change })).toBeNull()
})
