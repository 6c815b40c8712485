import { describe, expect, test } from 'vitest'
import { Currency, Minor } from './money.schemas.ts'
import {
  currencyDigits,
  decimal,
  divRound,
  isInvoiceCurrency,
  lineNet,
  parseAmount,
  splitAt,
  splitEvenly,
  totals,
} from './money.ts'

test('a quotient is rounded half away from zero', () => {
  expect([divRound(5n, 2n), divRound(-5n, 2n), divRound(4n, 3n), divRound(-4n, 3n)]).toEqual([3n, -3n, 1n, -1n])
})

test('a line is its price times its quantity in thousandths', () => {
  expect(lineNet(10_000n, 333n)).toBe(3330n)
  expect(lineNet(10_005n, 500n)).toBe(5003n)
  expect(lineNet(2000n, -1000n)).toBe(-2000n)
})

test('tax is computed from the sum of a group, not per line', () => {
  const line = { netMinor: 3n, taxCategory: 'S' as const, taxRateBp: 1900 }
  // Each line alone would have 1 cent of tax.
  expect(totals([line, line, line])).toEqual({
    taxes: [{ category: 'S', rateBp: 1900, netMinor: 9n, taxMinor: 2n }],
    netMinor: 9n,
    taxMinor: 2n,
    grossMinor: 11n,
  })
})

test('lines of different categories and rates are different groups', () => {
  const { taxes } = totals([
    { netMinor: 10_000n, taxCategory: 'E', taxRateBp: 0 },
    { netMinor: 10_000n, taxCategory: 'S', taxRateBp: 1900 },
    { netMinor: 10_000n, taxCategory: 'S', taxRateBp: 700 },
  ])
  expect(taxes.map(({ category, taxMinor }) => [category, taxMinor])).toEqual([
    ['E', 0n],
    ['S', 1900n],
    ['S', 700n],
  ])
})

test('parts of a split add up', () => {
  expect(splitEvenly(100n, 3)).toEqual([34n, 33n, 33n])
  expect(splitEvenly(-100n, 3)).toEqual([-34n, -33n, -33n])
  expect(splitAt(100n, 30n)).toEqual([30n, 70n])
  expect(splitAt(100n, 130n)).toEqual([100n, 0n])
})

test('a decimal number has the digits of its currency', () => {
  expect([decimal(123450n, 2), decimal(-5n, 2), decimal(0n, 2), decimal(1250n, 0)]).toEqual([
    '1234.50',
    '-0.05',
    '0.00',
    '1250',
  ])
})

test('yen have no decimal digits, and a currency with three is refused', () => {
  expect([currencyDigits('EUR'), currencyDigits('JPY'), currencyDigits('KWD')]).toEqual([2, 0, 3])
  expect(['EUR', 'JPY', 'KWD', 'ABC', 'eur', ''].map(isInvoiceCurrency)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(Currency.safeParse('CHF').success).toBe(true)
  expect(Currency.safeParse('KWD').success).toBe(false)
})

test('an amount in a contract is the string of an integer, written in one way', () => {
  const accepted = (text: unknown) => Minor.safeParse(text).success
  expect(['0', '38000', '-1', '9999999999999'].every(accepted)).toBe(true)
  expect(['', '-0', '007', '1.5', '1e3', '10000000000000', 38000].some(accepted)).toBe(false)
})

describe('an amount that a person typed', () => {
  const read = (text: string, language: string, digits = 2) => parseAmount(text, language, digits)

  test('both signs are understood in every language', () => {
    for (const language of ['en', 'de', 'fr', 'es']) {
      for (const text of [
        '1.234,56',
        '1,234.56',
        '1 234,56',
        '1\u202f234,56',
        '1’234.56',
        '1234,56',
        '€ 1,234.56',
        '1.234,56 €',
      ])
        expect(read(text, language), `${text} in ${language}`).toBe(123_456n)
      expect(read('1.234.567,8', language)).toBe(123_456_780n)
      for (const text of ['80,50', '80.50', '80,5', '080.50']) expect(read(text, language), text).toBe(8050n)
      expect(read('-80,50', language)).toBe(-8050n)
      expect(read('−80.50', language)).toBe(-8050n)
      expect([read('80', language), read('80,', language), read(',5', language)]).toEqual([8000n, 8000n, 50n])
    }
  })

  test('the language decides what three digits after a sign are', () => {
    expect([read('1.234', 'de'), read('1.234', 'es'), read('1,234', 'en')]).toEqual([123_400n, 123_400n, 123_400n])
    expect([read('1.234', 'en'), read('1,234', 'de'), read('1,234', 'fr'), read('1.234', 'fr')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('a currency without decimal digits takes none', () => {
    expect([read('1,250', 'en', 0), read('1250', 'de', 0), read('12.5', 'en', 0)]).toEqual([1250n, 1250n, null])
  })

  test('what is not an amount is refused', () => {
    for (const text of [
      '',
      ' ',
      '.',
      '-',
      'abc',
      '12a',
      '1,2,3',
      '12 34',
      '1.23.456',
      '0,500.00',
      '1.234,56,7',
      '1e3',
      '10.999',
      '--1',
      '99999999999999',
    ])
      expect(read(text, 'en'), text).toBeNull()
  })
})
