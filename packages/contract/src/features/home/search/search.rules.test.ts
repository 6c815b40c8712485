import { expect, test } from 'vitest'
import { datesIn } from './search.dates.rules.ts'
import { amountsIn, isLongEnoughForTexts, marksIn, searchedWords } from './search.rules.ts'

/** A Thursday. */
const today = '2026-11-19'
const days = (query: string, language: 'en' | 'de' | 'fr' | 'es') =>
  datesIn(query, { language, today }).ranges.map(({ from, until }) => (from === until ? from : `${from}/${until}`))

test.each([
  ['en', 'last Tuesday', ['2026-11-17']],
  ['en', 'next tuesday', ['2026-11-24']],
  ['en', 'this Tuesday', ['2026-11-17']],
  ['en', 'Tuesday', ['2026-11-24', '2026-11-17']],
  ['en', 'Thursday', ['2026-11-19', '2026-11-12']],
  ['en', 'last Thursday', ['2026-11-12']],
  ['en', 'yesterday', ['2026-11-18']],
  ['en', 'the day before yesterday', ['2026-11-17']],
  ['en', 'last week', ['2026-11-09/2026-11-15']],
  ['en', 'next month', ['2026-12-01/2026-12-31']],
  ['en', '12/11', ['2026-12-11', '2025-12-11', '2026-11-12', '2027-11-12']],
  ['en', '11/25/2026', ['2026-11-25']],
  ['en', 'November 12th', ['2026-11-12', '2027-11-12']],
  ['en', '12 Nov 2025', ['2025-11-12']],
  ['en', 'February 2024', ['2024-02-01/2024-02-29']],
  ['en', '2026-11-12', ['2026-11-12']],
  ['de', '12.11.', ['2026-11-12', '2027-11-12']],
  ['de', '12. 11. 2025', ['2025-11-12']],
  ['de', '12.11.25', ['2025-11-12']],
  ['de', '2.1', ['2027-01-02', '2026-01-02']],
  ['de', 'am 12. März', ['2027-03-12', '2026-03-12']],
  ['de', 'letzten Dienstag', ['2026-11-17']],
  ['de', 'nächste Woche', ['2026-11-23/2026-11-29']],
  ['de', 'übermorgen', ['2026-11-21']],
  ['fr', 'mardi dernier', ['2026-11-17']],
  ['fr', 'mardi prochain', ['2026-11-24']],
  ['fr', "aujourd'hui", ['2026-11-19']],
  ['fr', 'le 12 décembre', ['2026-12-12', '2025-12-12']],
  ['fr', 'semaine dernière', ['2026-11-09/2026-11-15']],
  ['es', 'el martes pasado', ['2026-11-17']],
  ['es', 'pasado mañana', ['2026-11-21']],
  ['es', 'el próximo martes', ['2026-11-24']],
  ['es', '12 de noviembre de 2025', ['2025-11-12']],
  ['es', 'mañana', ['2026-11-20']],
] as const)('%s: %s', (language, query, expected) => {
  expect(days(query, language)).toEqual(expected)
})

test.each(['', 'Ana', '31.2.', '99/99', '120,50', '2026-0012', '🙏', 'x'.repeat(100), 'الثلاثاء'])(
  '%s names no day',
  (query) => {
    for (const language of ['en', 'de', 'fr', 'es'] as const) expect(days(query, language)).toEqual([])
  },
)

test('the other words of a search with a date remain', () => {
  expect(datesIn('Ana last Tuesday', { language: 'en', today }).rest).toBe('ana')
  expect(datesIn('12.11. Ána Müller', { language: 'de', today }).rest).toBe('ana muller')
  expect(datesIn('sesión del 12 de noviembre', { language: 'es', today }).rest).toBe('sesion')
})

test('marks are the beginnings of words, or other parts if there are none', () => {
  expect(marksIn('Chloé Müller', 'mull CHLO')).toEqual([
    [0, 4],
    [6, 10],
  ])
  expect(marksIn('Große Straße', 'strasse')).toEqual([[6, 12]])
  expect(marksIn('Mu\u0308ller', 'muller')).toEqual([[0, 7]])
  expect(marksIn('Schmidt', 'midt')).toEqual([[3, 7]])
  expect(marksIn('anna', 'an anna')).toEqual([[0, 4]])
  expect(marksIn('Sara', '🙏')).toEqual([])
  expect(marksIn('سارة أحمد', 'أحمد')).toEqual([[5, 9]])
})

test('words are letters and digits, and texts are searched from the third', () => {
  expect(searchedWords('Größe, größe; É-clair 12!')).toEqual(['grosse', 'e', 'clair', '12'])
  expect(['ab', 'a b', '🙏🙏🙏', 'abc', 'ab c'].map(isLongEnoughForTexts)).toEqual([false, false, false, true, true])
})

test('an amount is read with and without separators, decimals and currency', () => {
  expect(amountsIn('120,50')).toEqual([12_050])
  expect(amountsIn('€ 1.200')).toEqual([120_000, 1200])
  expect(amountsIn('1,200.00 USD')).toEqual([120_000])
  expect(amountsIn('85')).toEqual([8500, 85])
  expect(amountsIn('2026-0012')).toEqual([])
  expect(amountsIn('Ana')).toEqual([])
})
