import { expect, test } from 'vitest'
import { camtFile, type CamtEntry } from './bank-file.testing.ts'
import { readBankBytes } from './read.ts'

const read = (...entries: CamtEntry[]) => {
  const bytes = new TextEncoder().encode(camtFile(entries))
  const answer = readBankBytes(bytes, { mappings: {}, describe: false, currency: 'EUR' })
  if (!('file' in answer)) throw new Error(JSON.stringify(answer))
  return answer.file
}
const pairs = (...entries: CamtEntry[]) => {
  const file = read(...entries)
  const at = new Map(file.entries.map(({ key }, index) => [key, index]))
  return file.entries.map(({ reversedMinor, reverses }) =>
    reverses === null ? reversedMinor : `reverses ${at.get(reverses)}`,
  )
}
const back = { debit: true, reversal: true, day: '2026-11-04' }

test.each<[string, CamtEntry, CamtEntry]>([
  ['the reference of the bank', { reference: 'A1', text: 'x' }, { ...back, reference: 'A1', text: 'return' }],
  ['the end-to-end reference', { reference: 'A1', endToEnd: 'E1' }, { ...back, reference: 'B7', endToEnd: 'E1' }],
  ['text and amount', { reference: 'A1', text: 'Therapy' }, { ...back, reference: 'B7', text: 'Therapy' }],
  ['text and amount of a reversal that is a credit', { text: 'Therapy' }, { ...back, debit: false, text: 'Therapy' }],
  ['an outgoing payment with its reference', { endToEnd: 'E1' }, { debit: true, endToEnd: 'E1', day: '2026-11-04' }],
])('a payment and its reversal in one file are a pair by %s', (_, payment, reversal) => {
  expect(pairs(payment, reversal)).toEqual(['9500', 'reverses 0'])
  expect(pairs(reversal, payment)).toEqual(['reverses 1', '9500'])
})

test('a reversal of a part says how much of the payment was reversed', () => {
  expect(pairs({ reference: 'A1' }, { ...back, reference: 'A1', amount: '47.50' })).toEqual(['4750', 'reverses 0'])
})

test('the latest payment before the reversal is reversed, and each reversal takes one', () => {
  const payments = ['2026-10-05', '2026-11-02', '2026-11-09'].map((day) => ({ day, text: 'Therapy' }))
  expect(pairs(...payments, { ...back, text: 'Therapy' })).toEqual(['0', '9500', '0', 'reverses 1'])
  const twice = [1, 2].map(() => ({ ...back, text: 'Therapy' }))
  expect(pairs(...payments, ...twice)).toEqual(['9500', '9500', '0', 'reverses 1', 'reverses 0'])
})

test('another amount, another text and an outgoing payment of its own reverse nothing', () => {
  expect(pairs({ text: 'Therapy' }, { ...back, text: 'Therapy', amount: '80.00' })).toEqual(['0', '0'])
  expect(pairs({ text: 'Therapy' }, { ...back, text: 'Rent' })).toEqual(['0', '0'])
  const file = read({ endToEnd: 'E1' }, { debit: true, endToEnd: 'E2' }, { debit: true, text: 'Rent' })
  expect(file.entries.map(({ reversedMinor }) => reversedMinor)).toEqual(['0'])
  expect(file.left.outgoing).toBe(2)
})

test('a returned outgoing payment reverses no payment received', () => {
  const outgoing = { debit: true, endToEnd: 'E1', text: 'Rent' }
  expect(pairs({ text: 'Rent' }, outgoing, { ...back, debit: false, endToEnd: 'E1', text: 'Rent' })).toEqual(['0', '0'])
})
