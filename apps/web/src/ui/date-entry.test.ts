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
])('in %s, a person can type %s', (language, typed) => {
  expect(parseDateEntry(typed, { language, today })).toBe('2026-12-03')
})

test.each(['', '3', 'tomorrow', '31.2.2026', '12/31/2026', '3 Ju 2026', '3.12.20265', '2026-02-30'])(
  '%s is not a day',
  (typed) => {
    expect(parseDateEntry(typed, { language: 'en', today })).toBeNull()
  },
)

test('a year of two digits is in the last century if a later day is not accepted', () => {
  const birth = { language: 'de', today, max: today }
  expect(parseDateEntry('2.5.92', birth)).toBe('1992-05-02')
  expect(parseDateEntry('2.5.12', birth)).toBe('2012-05-02')
  expect(parseDateEntry('2.5.2092', birth)).toBeNull()
  expect(parseDateEntry('2026-11-22', birth)).toBeNull()
})
