import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, lineNet, parseAmount, splitAt, splitEvenly, totals, type TaxCategory } from './money.ts'
import { runs } from './runs.testing.ts'

const numRuns = runs(200, 10_000)

const line = fc.record({
  priceMinor: fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  quantityMilli: fc.bigInt({ min: -100_000n, max: 100_000n }),
  tax: fc.oneof(
    fc.record({ taxCategory: fc.constant<TaxCategory>('S'), taxRateBp: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ taxCategory: fc.constantFrom<TaxCategory>('E', 'Z', 'O'), taxRateBp: fc.constant(0) }),
  ),
})
const netLine = ({
  priceMinor,
  quantityMilli,
  tax,
}: {
  priceMinor: bigint
  quantityMilli: bigint
  tax: { taxCategory: TaxCategory; taxRateBp: number }
}) => ({
  ...tax,
  netMinor: lineNet(priceMinor, quantityMilli),
})
const lines = fc.array(line, { minLength: 1, maxLength: 20 })

test('net + tax = gross, and the groups add up to the sums', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const { taxes, netMinor, taxMinor, grossMinor } = totals(some.map(netLine))
      expect(grossMinor).toBe(netMinor + taxMinor)
      expect(taxes.reduce((all, group) => all + group.netMinor, 0n)).toBe(netMinor)
      expect(taxes.reduce((all, group) => all + group.taxMinor, 0n)).toBe(taxMinor)
      expect(some.reduce((all, one) => all + netLine(one).netMinor, 0n)).toBe(netMinor)
    }),
    { numRuns },
  )
})

test('a credit note of all lines is the invoice with the opposite sign', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const invoice = totals(some.map(netLine))
      const credit = totals(some.map((one) => netLine({ ...one, quantityMilli: -one.quantityMilli })))
      expect([credit.netMinor, credit.taxMinor, credit.grossMinor]).toEqual([
        -invoice.netMinor,
        -invoice.taxMinor,
        -invoice.grossMinor,
      ])
    }),
    { numRuns },
  )
})

test('the parts of a split add up and differ by at most one cent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
      fc.integer({ min: 1, max: 12 }),
      (amount, count) => {
        const parts = splitEvenly(amount, count)
        expect(parts.reduce((all, part) => all + part, 0n)).toBe(amount)
        const share = amount / BigInt(count)
        expect(parts.every((part) => part - share >= -1n && part - share <= 1n)).toBe(true)
        expect(new Set(parts).size).toBeLessThanOrEqual(2)
      },
    ),
    { numRuns },
  )
})

test('the two parts of a split by amount add up and are not negative', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: -10n, max: 10n ** 13n }), (amount, first) => {
      const [one, other] = splitAt(amount, first)
      expect(one + other).toBe(amount)
      expect(one >= 0n && other >= 0n).toBe(true)
    }),
    { numRuns },
  )
})

test('a written amount is read back in every language', () => {
  const shown = { en: 'en-US', de: 'de', es: 'es', fr: 'fr' }
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 13n) + 1n, max: 10n ** 13n - 1n }),
      fc.constantFrom('en', 'de', 'es', 'fr'),
      fc.constantFrom(0, 2),
      (amount, language, digits) => {
        const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
        const plain = decimal(amount, digits) as Intl.StringNumericLiteral
        expect(parseAmount(new Intl.NumberFormat(shown[language], options).format(plain), language, digits)).toBe(
          amount,
        )
      },
    ),
    { numRuns },
  )
})
