// @vitest-environment node
import { expect, test } from 'vitest'
import { draftInput, draftValues, elementOf, emptyLine, unreadableFields } from './values.ts'
import { sampleInvoice, sampleToBill } from '../invoice.testing.ts'
import { billableIn, draftedAtOnce, monthBefore, toBillSums, toBillGroups } from '../to-bill/groups.ts'

const never = (): never => {
  throw new Error('the draft has no line')
}

test('the form of a draft sends what it was opened with, in each language', () => {
  const view = sampleInvoice({ status: 'draft' })
  for (const language of ['en', 'de', 'fr', 'es']) {
    const { payerId, note, lines } = draftInput(draftValues(view, language), language)
    expect({ payerId, note }).toEqual({ payerId: null, note: '' })
    const { position: _position, netMinor: _net, isCredited: _credited, ...line } = view.lines[0] ?? never()
    expect(lines).toEqual([line])
  }
})

test('numbers are read in the reader’s language, and a text that is no number is reported', () => {
  const values = draftValues(sampleInvoice({ status: 'draft' }), 'de')
  const line = { ...(values.lines[0] ?? never()), quantity: '0,333', factor: '3,5', minutes: '50', taxRate: '7,5' }
  expect(draftInput({ ...values, lines: [line] }, 'de').lines[0]).toMatchObject({
    quantityMilli: 333,
    factorMilli: 3500,
    minutes: 50,
    taxRateBp: 750,
  })
  const wrong = { ...line, quantity: 'two', minutes: '1,5', taxRate: '0,001' }
  expect(unreadableFields({ ...values, lines: [wrong] }, 'de').map(({ field }) => field)).toEqual([
    'quantity',
    'minutes',
    'taxRate',
  ])
})

test('a discount is a line with a positive price and the quantity -1', () => {
  const values = draftValues(sampleInvoice({ status: 'draft' }), 'en')
  const discount = emptyLine({ isDiscount: true, text: 'Discount', priceMinor: '500' })
  const sent = draftInput({ ...values, lines: [discount] }, 'en').lines[0]
  expect(sent).toMatchObject({ quantityMilli: -1000, priceMinor: '500', sessionId: null })
})

test('a missing field leads to its element', () => {
  expect(elementOf({ of: 'line', field: 'priceMinor', position: 2 })).toBe('line.1.priceMinor')
  expect(elementOf({ of: 'invoice', field: 'lines', position: null })).toBe('addLine')
  expect(elementOf({ of: 'payer', field: 'street', position: null })).toBeNull()
})

test('what one call drafts splits no client, unless one alone has more sessions than it takes', () => {
  const of = (clientId: string, ...days: string[]) =>
    days.map((day) => sampleToBill({ sessionId: `${clientId}${day}`, clientId, serviceOn: `2026-10-${day}` }))
  const items = [...of('ana', '01', '02'), ...of('ben', '01', '02', '03'), ...of('cleo', '01')]
  const idsOf = (most: number) => draftedAtOnce(items, most).map(({ sessionId }) => sessionId)
  expect(idsOf(6)).toHaveLength(6)
  expect(idsOf(4)).toEqual(['ana01', 'ana02'])
  expect(idsOf(1)).toEqual(['ana01'])
})

test('sessions are billed for last month by client, where price and payer are agreed', () => {
  const items = [
    sampleToBill({ sessionId: 'a', serviceOn: '2026-10-29' }),
    sampleToBill({ sessionId: 'b', serviceOn: '2026-10-22', kind: 'late-cancel' }),
    sampleToBill({ sessionId: 'c', serviceOn: '2026-11-05' }),
    sampleToBill({ sessionId: 'd', clientId: 'mia', priceMinor: null }),
    sampleToBill({ sessionId: 'e', clientId: 'mia', payerAgreed: false }),
    sampleToBill({ sessionId: 'f', clientId: 'mia', priceMinor: '2000', currency: 'CHF' }),
  ]
  expect(toBillGroups(items).map((group) => group.items.map(({ sessionId }) => sessionId))).toEqual([
    ['b', 'a', 'c'],
    ['d', 'e', 'f'],
  ])
  expect(billableIn(items, '2026-10').map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'f'])
  expect(toBillSums(items)).toEqual([
    { currency: 'EUR', minor: '38000' },
    { currency: 'CHF', minor: '2000' },
  ])
  expect([monthBefore('2026-11-22'), monthBefore('2027-01-01')]).toEqual(['2026-10', '2026-12'])
})
