// @vitest-environment node
import { expect, test } from 'vitest'
import { agoText, cityOf, clocksDiffer, dayText, momentText, momentInSentence, weekdayText } from './date-text.ts'

const now = new Date('2026-11-19T09:48:00Z')
const locale = (language: string, zone = 'Europe/Berlin') => ({ language, zone })

test('today, tomorrow and yesterday replace the date, by the reader’s day', () => {
  expect(momentText('2026-11-19T10:00:00Z', locale('en'), now)).toBe('Today, 11:00')
  expect(momentText('2026-11-20T10:00:00Z', locale('de'), now)).toBe('Morgen, 11:00')
  expect(momentInSentence('2026-11-18T10:00:00Z', locale('en'), now)).toBe('yesterday, 11:00')
  expect(momentText('2026-11-19T10:00:00Z', locale('en', 'Pacific/Auckland'), now)).toBe('Today, 23:00')
  expect(momentText('2026-11-19T11:30:00Z', locale('en', 'Pacific/Auckland'), now)).toBe('Tomorrow, 00:30')
})

test('other days are written short, with the year only if it is not the current one', () => {
  expect(momentText('2026-11-26T10:00:00Z', locale('en'), now)).toBe('Thu 26 Nov, 11:00')
  expect(momentText('2027-01-07T10:00:00Z', locale('en'), now)).toMatch(/2027, 11:00$/)
  expect(dayText('2026-11-19', locale('en'), 'long', now)).toBe('Thursday, 19 November')
})

test('the name of a weekday begins with a capital letter where it is a title', () => {
  expect([weekdayText(1, 'fr'), weekdayText(1, 'fr', 'title')]).toEqual(['lundi', 'Lundi'])
  expect([weekdayText(3, 'es'), weekdayText(3, 'es', 'title')]).toEqual(['miércoles', 'Miércoles'])
})

test('the clocks of two zones are compared at the given instant', () => {
  expect(clocksDiffer('2026-11-26T10:00:00Z', 'Europe/Berlin', 'Europe/Rome')).toBe(false)
  expect(clocksDiffer('2026-11-26T10:00:00Z', 'Europe/Berlin', 'America/New_York')).toBe(true)
  expect(cityOf('America/New_York')).toBe('New York')
})

test('a date at the start of a line is capitalised in every language', () => {
  expect(momentText('2026-11-26T10:00:00Z', locale('fr'), now)).toBe('Jeu. 26 nov., 11:00')
  expect(momentText('2026-11-26T10:00:00Z', locale('es'), now)).toBe('Jue, 26 nov, 11:00')
  expect(dayText('2026-11-19', locale('es'), 'long', now)).toBe('Jueves, 19 de noviembre')
  expect(momentInSentence('2026-11-26T10:00:00Z', locale('fr'), now)).toBe('jeu. 26 nov., 11:00')
})

/** The text for less than a minute, from the language files. */
const justNow = import.meta.glob<string>('../../locales/notification/*.json', { eager: true, import: 'justNow' })

test.each([
  ['en', 'Just now', '17 minutes ago', '2 hours ago', '3 days ago', '2 weeks ago'],
  ['de', 'Gerade eben', 'vor 17 Minuten', 'vor 2 Stunden', 'vor 3 Tagen', 'vor 2 Wochen'],
  ['fr', 'À l’instant', 'il y a 17 minutes', 'il y a 2 heures', 'il y a 3 jours', 'il y a 2 semaines'],
  ['es', 'Ahora mismo', 'hace 17 minutos', 'hace 2 horas', 'hace 3 días', 'hace 2 semanas'],
])('the time of a notification in %s: just now, minutes, hours, days, weeks ago [2.28, 8.11]', (language, ...texts) => {
  const seconds = [30, 17 * 60, 2 * 3600, 3 * 86_400, 15 * 86_400]
  const ago = seconds.map((past) => agoText(new Date(now.getTime() - past * 1000).toISOString(), language, now))
  expect(ago.map((text) => text ?? justNow[`../../locales/notification/${language}.json`])).toEqual(texts)
})
