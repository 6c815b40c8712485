import { expect, test } from 'vitest'
import { dateEntryText, parseDateEntry } from './date-entry.ts'

const today = '2026-11-21'

test.each([
  ['en', '3 Dec 2026'],
  ['de', '3. Dez. 2026'],
  ['fr', '3 déc. 2026'],
  ['es', '3 dic 2026'],
])('a date field shows the format of the language %s and reads it again', (language, text) => {
  expect(dateEntryText('2026-12-03', language)).toBe(text)
  for (let month = 1; month <= 12; month++) {
    const day = `2027-${String(month).padStart(2, '0')}-09`
    expect(parseDateEntry(dateEntryText(day, language), { language, today })).toBe(day)
  }
})

test.each([
  ['en', '3/12/2026'],
  ['en', '3 december'],
  ['en', 'Thu 3 Dec'],
  ['de', '3.12.26'],
  ['de', '03.12.'],
  ['de', 'Do., 3. Dezember 2026'],
  ['fr', '3 decembre 2026'],
  ['es', '3 de diciembre de 2026'],
  ['en', '2026-12-03'],
  ['en', '0312'],
  ['en', 'Dec 3'],
  ['en', 'December 3rd, 2026'],
  ['en', 'Thu, 3rd Dec 26'],
  ['en', 'december 3 26'],
  ['fr', 'le 3 décembre'],
  ['es', 'mar 3/12'],
])('in %s, a person can type %s', (language, typed) => {
  expect(parseDateEntry(typed, { language, today })).toBe('2026-12-03')
})

test.each([
  ['fr', '1er janvier 2027'],
  ['es', '1.º de enero de 2027'],
  ['de', '1. Januar'],
  ['en', '1/1'],
  ['en', '010127'],
])('in %s, %s is the first day of 2027', (language, typed) => {
  expect(parseDateEntry(typed, { language, today })).toBe('2027-01-01')
})

test('a day without a year is the next such day, unless it was within the last 90 days', () => {
  const parse = (typed: string, max?: string) => parseDateEntry(typed, { language: 'de', today, max })
  expect(parse('20.11.')).toBe('2026-11-20')
  expect(parse('23.8.')).toBe('2026-08-23')
  expect(parse('22.8.')).toBe('2027-08-22')
  // In a field that accepts only days up to today.
  expect(parse('22.8.', today)).toBe('2026-08-22')
  expect(parse('22.11.', today)).toBe('2025-11-22')
})

test.each([
  '',
  '3',
  'tomorrow',
  '31.2.2026',
  '12/31/2026',
  '3 Ju 2026',
  '3.12.20265',
  'Dec 32',
  'December',
  '31.2.',
  '2026-02-30',
])('%s is not a day', (typed) => {
  expect(parseDateEntry(typed, { language: 'en', today })).toBeNull()
})

test('a year of two digits is in the last century if a later day is not accepted', () => {
  const birth = { language: 'de', today, max: today }
  expect(parseDateEntry('2.5.92', birth)).toBe('1992-05-02')
  expect(parseDateEntry('2.5.12', birth)).toBe('2012-05-02')
  expect(parseDateEntry('2.5.2092', birth)).toBeNull()
  expect(parseDateEntry('2026-11-22', birth)).toBeNull()
})
