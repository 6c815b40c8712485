import { expect, test } from 'vitest'
import { agoText, cityOf, clocksDiffer, dayText, momentText, momentWithin } from './moment.ts'

const now = new Date('2026-11-19T09:48:00Z')
const reader = (language: string, zone = 'Europe/Berlin') => ({ language, zone })

test('today, tomorrow and yesterday replace the date, for the day of the reader', () => {
  expect(momentText('2026-11-19T10:00:00Z', reader('en'), now)).toBe('Today, 11:00')
  expect(momentText('2026-11-20T10:00:00Z', reader('de'), now)).toBe('Morgen, 11:00')
  expect(momentWithin('2026-11-18T10:00:00Z', reader('en'), now)).toBe('yesterday, 11:00')
  expect(momentText('2026-11-19T10:00:00Z', reader('en', 'Pacific/Auckland'), now)).toBe('Today, 23:00')
  expect(momentText('2026-11-19T11:30:00Z', reader('en', 'Pacific/Auckland'), now)).toBe('Tomorrow, 00:30')
})

test('other days are written short, with their year only where it is another one', () => {
  expect(momentText('2026-11-26T10:00:00Z', reader('en'), now)).toBe('Thu 26 Nov, 11:00')
  expect(momentText('2027-01-07T10:00:00Z', reader('en'), now)).toMatch(/2027, 11:00$/)
  expect(dayText('2026-11-19', reader('en'), 'long', now)).toBe('Thursday, 19 November')
})

test('the clocks of two zones are compared at the instant itself', () => {
  expect(clocksDiffer('2026-11-26T10:00:00Z', 'Europe/Berlin', 'Europe/Rome')).toBe(false)
  expect(clocksDiffer('2026-11-26T10:00:00Z', 'Europe/Berlin', 'America/New_York')).toBe(true)
  expect(cityOf('America/New_York')).toBe('New York')
})

test.each([
  [30, null],
  [17 * 60, '17 minutes ago'],
  [2 * 3600, '2 hours ago'],
  [3 * 86_400, '3 days ago'],
  [15 * 86_400, '2 weeks ago'],
])('%i seconds ago reads %s [2.28, 8.11]', (seconds, words) => {
  expect(agoText(new Date(now.getTime() - seconds * 1000).toISOString(), 'en', now)).toBe(words)
})
