import { expect, test } from 'vitest'
import { endOf, existingDay, remindAt, repeatDays } from './task.days.ts'

const days = (every: 'daily' | 'weekdays' | 'weekly', count: number, first: string, zone = 'Europe/Berlin') =>
  repeatDays({ every, count }, first, zone)

test('a task repeats on days, on weekdays, and on the same day of the week, the chosen day first [1.06]', () => {
  expect(days('daily', 3, '2026-12-30')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(days('weekdays', 4, '2026-11-19')).toEqual(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'])
  // Chosen on a Saturday, it begins there all the same.
  expect(days('weekdays', 2, '2026-11-21')).toEqual(['2026-11-21', '2026-11-23'])
  expect(days('weekly', 3, '2026-02-22')).toEqual(['2026-02-22', '2026-03-01', '2026-03-08'])
})

test('across both nights of daylight saving the days stay days: one of 23 hours, one of 25 [1.06]', () => {
  expect(days('daily', 3, '2026-03-28')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  const length = (day: string) => (Date.parse(endOf(day, 'Europe/Berlin')) - Date.parse(`${day}T00:00:00Z`)) / 3_600_000
  expect([length('2026-03-28'), length('2026-03-29'), length('2026-10-25')]).toEqual([23, 22, 23])
  // The row after the night is delivered at midnight of the wall clock, before and after.
  expect(endOf('2026-10-24', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(endOf('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
  // Midnight itself does not exist: the day begins at one.
  expect(endOf('2018-11-03', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

test('a day that a zone leaves out is the next one; of daily rows there is none for it, weekly ones move on [1.06]', () => {
  const samoa = 'Pacific/Apia'
  expect(existingDay('2011-12-30', samoa)).toBe('2011-12-31')
  expect(existingDay('2011-12-30', 'Europe/Berlin')).toBe('2011-12-30')
  expect(days('daily', 3, '2011-12-29', samoa)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  expect(days('weekly', 2, '2011-12-23', samoa)).toEqual(['2011-12-23', '2011-12-31'])
  expect(days('weekdays', 2, '2011-12-29', samoa)).toEqual(['2011-12-29', '2012-01-02'])
})

test('it is time to remind at nine where the client is, and never of a time that is past [1.06]', () => {
  const now = new Date('2026-11-20T07:30:00.000Z')
  expect(remindAt('2026-11-20', 'Europe/Berlin', now)).toBe('2026-11-20T08:00:00.000Z')
  expect(remindAt('2026-11-20', 'Asia/Tokyo', now)).toBeNull()
  expect(remindAt(null, 'Europe/Berlin', now)).toBeNull()
})
