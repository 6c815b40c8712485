import { expect, test } from 'vitest'
import { checkTextNumber } from './consent.numbers.ts'

const allowed = { countries: ['DE', 'AT', 'US', 'FR'], home: 'DE' }
const problemOf = (written: string, options: Parameters<typeof checkTextNumber>[1] = allowed) => {
  const checked = checkTextNumber(written, options)
  return 'problem' in checked ? checked.problem : checked.number
}

test.each([
  ['0151 23456789', '+4915123456789'],
  [' +49 (151) 2345-6789 ', '+4915123456789'],
  ['0049 151 23456789', '+4915123456789'],
  ['+43 664 1234567', '+436641234567'],
  ['+33 6 12 34 56 78', '+33612345678'],
  // In the US, mobile numbers cannot be distinguished from landline numbers.
  ['+1 (202) 555-0123', '+12025550123'],
])('%s is the number %s', (written, number) => {
  expect(problemOf(written)).toBe(number)
})

test.each([
  ['', 'not-a-number'],
  ['call me', 'not-a-number'],
  ['123', 'not-a-number'],
  ['+49 151 23456789 and 0170 1234567', 'not-a-number'],
  ['+49 151 23456789 ext. 5', 'not-a-number'],
  ['+999 1234567', 'not-a-number'],
  ['1'.repeat(5000), 'not-a-number'],
  ['030 1234567', 'not-mobile'],
  ['+33 1 42 68 53 00', 'not-mobile'],
  ['+1 800 555 0100', 'not-mobile'],
  ['+41 79 123 45 67', 'country'],
])('%s is refused: %s', (written, problem) => {
  expect(problemOf(written)).toBe(problem)
})

test('a number without a country code needs a home country', () => {
  expect(problemOf('0151 23456789', { ...allowed, home: null })).toBe('not-a-number')
  expect(problemOf('+49 151 23456789', { ...allowed, home: null })).toBe('+4915123456789')
})
