import { describe, expect, test } from 'vitest'
import type { ReadEntry } from './payment.bank-entry.ts'
import { isNameOf, numbersIn, proposals } from './payment.bank-match.ts'

test('the number of an invoice is found as people and banks write it', () => {
  for (const text of [
    '2026-0001',
    'Rechnung 2026-0001 vom 2.11.',
    'RG2026-1',
    '20260001',
    '2026 0001',
    '2026- 0001',
    'Nr.2026/0001.',
    '2026-0001-1',
    'Rechnung vom 2.11. 2026-0001',
  ])
    expect(numbersIn(text), text).toEqual(['2026-0001'])
  expect(numbersIn('2026-0001, 2026-0002 und 2026-0001')).toEqual(['2026-0001', '2026-0002'])
  expect(numbersIn('2026-12345')).toEqual(['2026-12345'])
})

test('dates and longer numbers are not numbers of invoices', () => {
  for (const text of ['2026-11-03', '03.11.2026 95', '3/11/2026 95 EUR', 'DE12202600010000', 'Sitzung', '1926-0001'])
    expect(numbersIn(text), text).toEqual([])
})

test('a name is found among the words of a payer in any order, with umlauts in either form', () => {
  expect(isNameOf('Jörg Müller', 'MUELLER JOERG')).toBe(true)
  expect(isNameOf('Ana Moreau', 'Moreau, Ana u. Paul')).toBe(true)
  expect(isNameOf('Ana Moreau', 'Paul Moreau')).toBe(false)
  expect(isNameOf('Ana Moreau', '')).toBe(false)
  expect(isNameOf('', 'Ana Moreau')).toBe(false)
})

describe('proposals', () => {
  const entry = (key: string, amountMinor: string, changes: Partial<ReadEntry> = {}): ReadEntry => ({
    key,
    day: '2026-11-02',
    amountMinor,
    currency: 'EUR',
    payer: '',
    text: '',
    isReversal: false,
    ...changes,
  })
  const invoice = (id: string, openMinor: string, changes: object = {}) => ({
    id,
    number: `2026-000${id}`,
    payerName: 'Ana Moreau',
    clientName: 'Ana Moreau',
    currency: 'EUR',
    openMinor,
    ...changes,
  })

  test('number and amount make a reliable proposal, whoever pays', () => {
    const found = proposals([entry('a', '9500', { text: '2026-0001', payer: 'Ben' })], [invoice('1', '9500')])
    expect(found.get('a')).toEqual({
      invoiceId: '1',
      isReliable: true,
      fits: { number: true, amount: true, payer: false },
    })
  })

  test('a number with another amount, two numbers, and amount and payer alone are proposed for review', () => {
    const invoices = [invoice('1', '9500'), invoice('2', '8000')]
    const propose = (one: ReadEntry) => proposals([one], invoices).get(one.key)
    expect(propose(entry('a', '4000', { text: '2026-0001' }))).toMatchObject({ invoiceId: '1', isReliable: false })
    expect(propose(entry('a', '9500', { text: '2026-0001 2026-0002' }))).toMatchObject({ isReliable: false })
    expect(propose(entry('a', '8000', { payer: 'MOREAU ANA' }))).toMatchObject({
      invoiceId: '2',
      isReliable: false,
      fits: { number: false, amount: true, payer: true },
    })
    expect(propose(entry('a', '8000', { payer: 'Ben' }))).toBeUndefined()
    expect(propose(entry('a', '8001', { payer: 'Ana Moreau' }))).toBeUndefined()
  })

  test('a second payment counts what the first leaves open, in the order of the days', () => {
    const found = proposals(
      [entry('b', '5500', { text: '2026-0001', day: '2026-11-09' }), entry('a', '4000', { text: '2026-0001' })],
      [invoice('1', '9500')],
    )
    expect([found.get('a')?.isReliable, found.get('b')?.isReliable]).toEqual([false, true])
    const twice = [entry('a', '9500', { text: '2026-0001' }), entry('b', '9500', { text: '2026-0001' })]
    const again = proposals(twice, [invoice('1', '9500')])
    expect([again.get('a')?.isReliable, again.get('b')?.isReliable]).toEqual([true, false])
  })

  test('two payments of the same amount and payer are proposed for two invoices, the oldest first', () => {
    const entries = [entry('a', '9500', { payer: 'Ana Moreau' }), entry('b', '9500', { payer: 'Ana Moreau' })]
    const found = proposals(entries, [invoice('1', '9500'), invoice('2', '9500')])
    expect([found.get('a')?.invoiceId, found.get('b')?.invoiceId]).toEqual(['1', '2'])
  })

  test('a payment with the number of an invoice comes before an earlier one of the same payer without it', () => {
    const entries = [
      entry('a', '9500', { payer: 'Ana Moreau' }),
      entry('b', '9500', { payer: 'Ana Moreau', text: '2026-0001', day: '2026-11-09' }),
    ]
    const found = proposals(entries, [invoice('1', '9500'), invoice('2', '9500')])
    expect(found.get('a')).toMatchObject({ invoiceId: '2', isReliable: false })
    expect(found.get('b')).toMatchObject({ invoiceId: '1', isReliable: true })
  })

  test('an invoice in another currency is never proposed, and a paid one is never reliable', () => {
    const francs = proposals([entry('a', '9500', { text: '2026-0001', currency: 'CHF' })], [invoice('1', '9500')])
    expect(francs.size).toBe(0)
    const paid = proposals([entry('a', '9500', { text: '2026-0001' })], [invoice('1', '0')])
    expect(paid.get('a')).toMatchObject({ invoiceId: '1', isReliable: false })
  })
})
