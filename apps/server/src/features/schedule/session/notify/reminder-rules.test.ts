import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import { describe, expect, test } from 'vitest'
import { type ReminderTimes, reminderDecision, reminderDueAt } from './reminder-rules.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zone = 'Europe/Berlin'
const berlin = (date: string, time: string) => new Date(instantOf(date, time, zone))
const wall = (at: Date, where = zone) => Object.values(wallClockOf(at.toISOString(), where)).join(' ')

const appointment = (startsAt: Date, bookedAt = new Date(startsAt.getTime() - 10 * day)): ReminderTimes => ({
  startsAt: startsAt.toISOString(),
  bookedAt: bookedAt.toISOString(),
  zone,
})

describe('24 hours before [9.02]', () => {
  test.each([
    ['in the middle of the day: at that time', '14:00', '2027-03-09 14:00'],
    ['at the first allowed minute', '08:00', '2027-03-09 08:00'],
    ['too early in the morning: the previous evening', '07:00', '2027-03-08 20:55'],
    ['at midnight: the previous evening', '00:00', '2027-03-08 20:55'],
    ['too late in the evening: the same evening, within the allowed hours', '22:30', '2027-03-09 20:55'],
    ['when the allowed hours end: a little earlier', '21:00', '2027-03-09 20:55'],
  ])('%s', (_, start, expected) => {
    const due = reminderDueAt({ startsAt: berlin('2027-03-10', start).toISOString(), zone }, 1440)
    expect(wall(due)).toBe(expected)
  })

  test('are 24 hours across a change to or from summer time as well', () => {
    // Clock changes in Berlin: on 28 March 2027, 02:00 becomes 03:00; on 31 October 2027, 03:00 becomes 02:00.
    const due = (date: string, time: string) =>
      wall(reminderDueAt({ startsAt: berlin(date, time).toISOString(), zone }, 1440))
    expect(due('2027-03-28', '14:00')).toBe('2027-03-27 13:00')
    expect(due('2027-03-28', '08:30')).toBe('2027-03-26 20:55')
    expect(due('2027-10-31', '14:00')).toBe('2027-10-30 15:00')
    expect(due('2027-10-31', '07:30')).toBe('2027-10-30 08:30')
    expect(due('2027-10-31', '20:30')).toBe('2027-10-30 20:55')
  })
})

describe('a reminder [9.02]', () => {
  const start = berlin('2027-03-10', '14:00')
  const booked = appointment(start)
  const at = (date: string, time: string) => reminderDecision(booked, 1440, [1440], berlin(date, time))

  test('waits until it is due, then is sent', () => {
    expect(at('2027-03-09', '13:59')).toEqual({ do: 'wait', until: berlin('2027-03-09', '14:00') })
    expect(at('2027-03-09', '14:00')).toEqual({ do: 'send' })
  })

  test('when delayed, is sent at the next allowed moment while the start is more than two hours away', () => {
    expect(at('2027-03-09', '20:59')).toEqual({ do: 'send' })
    expect(at('2027-03-09', '21:00')).toEqual({ do: 'wait', until: berlin('2027-03-10', '08:00') })
    expect(at('2027-03-10', '11:59')).toEqual({ do: 'send' })
    expect(at('2027-03-10', '12:00')).toEqual({ do: 'drop', why: 'too-late' })
    expect(at('2027-03-10', '15:00')).toEqual({ do: 'drop', why: 'too-late' })
  })

  test('delayed through the night before an early session is dropped', () => {
    const early = appointment(berlin('2027-03-10', '09:30'))
    expect(reminderDecision(early, 1440, [1440], berlin('2027-03-09', '23:00'))).toEqual({
      do: 'drop',
      why: 'too-late',
    })
  })

  test('is dropped for a session booked after it was due: the confirmation is the reminder', () => {
    const now = berlin('2027-03-09', '15:00')
    const short = appointment(start, new Date(start.getTime() - day + minute))
    expect(reminderDecision(short, 1440, [1440], now)).toEqual({ do: 'drop', why: 'agreed-late' })
    const enough = appointment(start, new Date(start.getTime() - day))
    expect(reminderDecision(enough, 1440, [1440], now)).toEqual({ do: 'send' })
  })

  test('for a session booked in time, but after the evening on which it was due, is sent in the morning', () => {
    const early = berlin('2027-03-10', '07:00')
    const booking = berlin('2027-03-08', '22:00')
    const until = berlin('2027-03-09', '08:00')
    expect(reminderDecision(appointment(early, booking), 1440, [1440], booking)).toEqual({ do: 'wait', until })
    expect(reminderDecision(appointment(early, booking), 1440, [1440], until)).toEqual({ do: 'send' })
  })

  test('one hour before is sent one hour before, although that is less than two hours', () => {
    expect(reminderDecision(booked, 60, [1440, 60], berlin('2027-03-10', '13:00'))).toEqual({ do: 'send' })
    expect(reminderDecision(booked, 60, [1440, 60], berlin('2027-03-10', '13:29'))).toEqual({ do: 'send' })
    expect(reminderDecision(booked, 60, [1440, 60], berlin('2027-03-10', '13:30'))).toEqual({
      do: 'drop',
      why: 'too-late',
    })
  })

  test('of several that are due together only the one nearest to the start is sent', () => {
    const early = appointment(berlin('2027-03-10', '08:30'))
    const evening = berlin('2027-03-09', '20:55')
    expect(reminderDecision(early, 180, [180, 60], evening)).toEqual({ do: 'drop', why: 'overtaken' })
    expect(reminderDecision(early, 60, [180, 60], evening)).toEqual({ do: 'send' })
    expect(reminderDecision(booked, 1440, [1440, 300], berlin('2027-03-10', '10:00'))).toEqual({
      do: 'drop',
      why: 'overtaken',
    })
    expect(reminderDecision(booked, 300, [1440, 300], berlin('2027-03-10', '10:00'))).toEqual({ do: 'send' })
  })
})
