import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, divRound, lineNet, parseAmount, splitAt, splitEvenly, totals, type TaxCategory } from './money.ts'
import { runs } from '../runs.testing.ts'

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

test('credit notes of single lines, in any order and grouping, add up to the invoice by category and rate', () => {
  // Few rates, so that several notes credit lines of the same rate.
  const rate = fc.constantFrom<{ taxCategory: TaxCategory; taxRateBp: number }>(
    { taxCategory: 'S', taxRateBp: 1900 },
    { taxCategory: 'S', taxRateBp: 550 },
    { taxCategory: 'E', taxRateBp: 0 },
  )
  const part = fc
    .record({ line, rate, part: fc.nat({ max: 6 }) })
    .map((one) => ({ ...one.line, tax: one.rate, part: one.part }))
  const parts = fc.array(part, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(parts, (some) => {
      const [all, notes] = [some.map(netLine), Map.groupBy(some, (one) => one.part)]
      const [before, sums] = [[] as typeof all, new Map<string, [net: bigint, tax: bigint]>()]
      let gross = 0n
      for (const note of notes.values()) {
        const members = note.map(netLine)
        const { taxes, grossMinor } = totals(members, before)
        before.push(...members)
        gross += grossMinor
        for (const { category, rateBp, netMinor, taxMinor } of taxes) {
          const [net, tax] = sums.get(`${category}:${rateBp}`) ?? [0n, 0n]
          sums.set(`${category}:${rateBp}`, [net + netMinor, tax + taxMinor])
          // The tax that a credit note adds differs by at most one cent from its own rounded tax, and never has the opposite sign.
          const off = taxMinor - divRound(netMinor * BigInt(rateBp), 10_000n)
          expect(off >= -1n && off <= 1n).toBe(true)
          expect(netMinor * taxMinor >= 0n).toBe(true)
        }
      }
      const invoice = totals(all)
      expect(gross).toBe(invoice.grossMinor)
      for (const { category, rateBp, netMinor, taxMinor } of invoice.taxes)
        expect(sums.get(`${category}:${rateBp}`)).toEqual([netMinor, taxMinor])
      expect(sums.size).toBe(invoice.taxes.length)
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
