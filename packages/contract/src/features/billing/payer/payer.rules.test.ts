import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../common/runs.testing.ts'
import { isWrongLeitwegId } from './payer.leitweg.rules.ts'
import { isSamePostalCode, mayBill, sharesOf, splitRules, type PayerSplit } from './payer.rules.ts'

const [ana, ben] = ['a', 'b']
const split = (rule: PayerSplit['rule'], amountMinor: string | null = null): PayerSplit => ({
  oneId: ana,
  otherId: ben,
  rule,
  amountMinor,
})
const shares = (rule: PayerSplit['rule'], amountMinor?: string) =>
  sharesOf(10_001n, [ben, ana], split(rule, amountMinor))

test('a couple shares the price by halves, one of them pays, or one of them pays an amount and the other one the rest', () => {
  expect(sharesOf(10_001n, [ben, ana], null)).toEqual([5001n, 5000n])
  expect(shares('even')).toEqual([5001n, 5000n])
  expect(shares('one')).toEqual([0n, 10_001n])
  expect(shares('other')).toEqual([10_001n, 0n])
  expect(shares('one-amount', '4000')).toEqual([6001n, 4000n])
  expect(shares('other-amount', '4000')).toEqual([4000n, 6001n])
  expect(shares('one-amount', '99999')).toEqual([0n, 10_001n])
})

test('a rule of two clients does not apply to one client, to three, or to another pair', () => {
  expect(sharesOf(100n, [ana], split('other'))).toEqual([100n])
  expect(sharesOf(100n, [ana, ben, 'c'], split('one'))).toEqual([34n, 33n, 33n])
  expect(sharesOf(100n, [ana, 'c'], split('one'))).toEqual([50n, 50n])
})

test('the shares of any price add up to it, and none is negative', () => {
  const amount = fc.bigInt({ min: 0n, max: 9_999_999_999n })
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(...splitRules), (price, part, rule) => {
      const paid = sharesOf(price, [ana, ben], split(rule, rule.endsWith('amount') ? String(part) : null))
      expect(paid.reduce((all, one) => all + one, 0n)).toBe(price)
      expect(paid.every((one) => one >= 0n)).toBe(true)
    }),
    { numRuns: runs(200, 10_000) },
  )
})

test('an invoice goes to another payer than the client or the guardian of a child only with an agreement that was not withdrawn', () => {
  const payer = { kind: 'organization', isGuardianOfChild: false, agreedAt: null, withdrawnAt: null } as const
  const day = '2026-11-02T11:00:00.000Z'
  expect(mayBill(payer)).toBe(false)
  expect(mayBill({ ...payer, agreedAt: day })).toBe(true)
  expect(mayBill({ ...payer, agreedAt: day, withdrawnAt: day })).toBe(false)
  expect(mayBill({ ...payer, kind: 'client' })).toBe(true)
  expect(mayBill({ ...payer, kind: 'contact', isGuardianOfChild: true })).toBe(true)
})

test.each([
  ['10969', '10969', true],
  [' 10 969 ', '10969', true],
  ['sw1a1aa', 'SW1A 1AA', true],
  ['90210', '90210-1234', true],
  ['90210-1234', '90210', false],
  ['1096', '10969', false],
  ['10968', '10969', false],
  ['', '', false],
  ['-', '10969', false],
])('the postal code %j opens a link to an address with %j: %s', (entered, printed, opens) => {
  expect(isSamePostalCode(entered, printed)).toBe(opens)
})

test.each([
  ['991-12345-06', 'DE', true],
  ['992-90009-96', 'DE', false],
  [' 04011000-900x999-08 ', 'DE', false],
  ['09564000-NUE0001-49', null, false],
  ['09564000-NUE0001-48', null, true],
  ['04011000-1234512345-06', 'DE', false],
  ['04011000-13', 'DE', true],
  ['991-12345-06', 'AT', false],
  ['12-34', 'DE', false],
  ['Order 4711', 'DE', false],
  ['', 'DE', false],
])(
  'the buyer reference %j of a payer in %s is a Leitweg-ID with wrong check digits: %s',
  (reference, country, wrong) => {
    expect(isWrongLeitwegId(reference, country)).toBe(wrong)
  },
)
