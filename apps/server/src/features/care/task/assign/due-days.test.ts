import { expect, test } from 'vitest'
import type { TaskRepeat } from '@attune/contract/features/care/task/task.rules'
import { endOfDay, existingDay, dueReminderAt, repeatDays, repeatDeliveryAt } from './due-days.ts'

const days = (every: TaskRepeat, count: number, first: string, zone = 'Europe/Berlin') =>
  repeatDays({ every, count }, first, zone)

test('a task repeats daily, on weekdays or weekly, starting with the chosen day', () => {
  expect(days('daily', 3, '2026-12-30')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(days('weekdays', 4, '2026-11-19')).toEqual(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'])
  // The chosen first day may be a Saturday. The following days are weekdays.
  expect(days('weekdays', 2, '2026-11-21')).toEqual(['2026-11-21', '2026-11-23'])
  expect(days('weekly', 3, '2026-02-22')).toEqual(['2026-02-22', '2026-03-01', '2026-03-08'])
  expect(days('two-weekly', 3, '2026-02-22')).toEqual(['2026-02-22', '2026-03-08', '2026-03-22'])
  expect(days('four-weekly', 2, '2026-02-22')).toEqual(['2026-02-22', '2026-03-22'])
  // A month without the chosen day has its last day, and the next one has the chosen day again.
  expect(days('monthly', 4, '2026-12-31')).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'])
})

test('a row of a repeated task is delivered after the row before it, at most a week before it is due', () => {
  const at = (before: string, due: string) => repeatDeliveryAt(before, due, 'Europe/Berlin')
  expect(at('2026-11-19', '2026-11-20')).toBe('2026-11-19T23:00:00.000Z')
  expect(at('2026-11-12', '2026-11-19')).toBe('2026-11-12T23:00:00.000Z')
  expect(at('2026-10-22', '2026-11-19')).toBe('2026-11-12T23:00:00.000Z')
})

test('due days are calendar days, even those of 23 or 25 hours on which the clocks change', () => {
  expect(days('monthly', 2, '2026-02-28')).toEqual(['2026-02-28', '2026-03-28'])
  expect(days('daily', 3, '2026-03-28')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  const length = (day: string) =>
    (Date.parse(endOfDay(day, 'Europe/Berlin')) - Date.parse(`${day}T00:00:00Z`)) / 3_600_000
  expect([length('2026-03-28'), length('2026-03-29'), length('2026-10-25')]).toEqual([23, 22, 23])
  // A day ends at local midnight, both before and after the clocks change.
  expect(endOfDay('2026-10-24', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(endOfDay('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
  // On 4 November 2018 the clocks in São Paulo went forward at midnight, so the day started at 01:00.
  expect(endOfDay('2018-11-03', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

test('a task is due on the next day if a time zone skips its day, unless it is daily', () => {
  const samoa = 'Pacific/Apia'
  expect(existingDay('2011-12-30', samoa)).toBe('2011-12-31')
  expect(existingDay('2011-12-30', 'Europe/Berlin')).toBe('2011-12-30')
  expect(days('daily', 3, '2011-12-29', samoa)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  expect(days('weekly', 2, '2011-12-23', samoa)).toEqual(['2011-12-23', '2011-12-31'])
  expect(days('weekdays', 2, '2011-12-29', samoa)).toEqual(['2011-12-29', '2012-01-02'])
})

test('the reminder is at 09:00 in the client’s zone, and there is none for a time that has passed', () => {
  const now = new Date('2026-11-20T07:30:00.000Z')
  expect(dueReminderAt('2026-11-20', 'Europe/Berlin', now)).toBe('2026-11-20T08:00:00.000Z')
  expect(dueReminderAt('2026-11-20', 'Asia/Tokyo', now)).toBeNull()
  expect(dueReminderAt(null, 'Europe/Berlin', now)).toBeNull()
})
