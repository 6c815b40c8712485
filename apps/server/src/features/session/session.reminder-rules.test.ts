import { instantOf, wallOf } from '@attune/contract/common/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Appointment, decide, dueAt, nextAllowed } from './session.reminder-rules.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zone = 'Europe/Berlin'
const berlin = (date: string, time: string) => new Date(instantOf(date, time, zone))
const wall = (at: Date, where = zone) => Object.values(wallOf(at.toISOString(), where)).join(' ')

const appointment = (startsAt: Date, bookedAt = new Date(startsAt.getTime() - 10 * day)): Appointment => ({
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
    const due = dueAt({ startsAt: berlin('2027-03-10', start).toISOString(), zone }, 1440)
    expect(wall(due)).toBe(expected)
  })

  test('are 24 hours across a change to or from summer time as well', () => {
    // Spring: 28 March 2027, 02:00 becomes 03:00. Autumn: 31 October 2027, 03:00 becomes 02:00.
    const due = (date: string, time: string) => wall(dueAt({ startsAt: berlin(date, time).toISOString(), zone }, 1440))
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
  const at = (date: string, time: string) => decide(booked, 1440, [1440], berlin(date, time))

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
    expect(decide(early, 1440, [1440], berlin('2027-03-09', '23:00'))).toEqual({ do: 'drop', why: 'too-late' })
  })

  test('is dropped for a session booked after it was due: the confirmation is the reminder', () => {
    const now = berlin('2027-03-09', '15:00')
    const short = appointment(start, new Date(start.getTime() - day + minute))
    expect(decide(short, 1440, [1440], now)).toEqual({ do: 'drop', why: 'agreed-late' })
    const enough = appointment(start, new Date(start.getTime() - day))
    expect(decide(enough, 1440, [1440], now)).toEqual({ do: 'send' })
  })

  test('for a session booked in time, but after the evening on which it was due, is sent in the morning', () => {
    const early = berlin('2027-03-10', '07:00')
    const booking = berlin('2027-03-08', '22:00')
    const until = berlin('2027-03-09', '08:00')
    expect(decide(appointment(early, booking), 1440, [1440], booking)).toEqual({ do: 'wait', until })
    expect(decide(appointment(early, booking), 1440, [1440], until)).toEqual({ do: 'send' })
  })

  test('one hour before is sent one hour before, although that is less than two hours', () => {
    expect(decide(booked, 60, [1440, 60], berlin('2027-03-10', '13:00'))).toEqual({ do: 'send' })
    expect(decide(booked, 60, [1440, 60], berlin('2027-03-10', '13:29'))).toEqual({ do: 'send' })
    expect(decide(booked, 60, [1440, 60], berlin('2027-03-10', '13:30'))).toEqual({ do: 'drop', why: 'too-late' })
  })

  test('of several that are due together only the one nearest to the start is sent', () => {
    const early = appointment(berlin('2027-03-10', '08:30'))
    const evening = berlin('2027-03-09', '20:55')
    expect(decide(early, 180, [180, 60], evening)).toEqual({ do: 'drop', why: 'overtaken' })
    expect(decide(early, 60, [180, 60], evening)).toEqual({ do: 'send' })
    expect(decide(booked, 1440, [1440, 300], berlin('2027-03-10', '10:00'))).toEqual({ do: 'drop', why: 'overtaken' })
    expect(decide(booked, 300, [1440, 300], berlin('2027-03-10', '10:00'))).toEqual({ do: 'send' })
  })
})

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC']
const anything = fc.record({
  zone: fc.constantFrom(...zones),
  // Minutes from 2026 to 2030, including every change to and from summer time.
  start: fc.integer({ min: 29_456_640, max: 32_000_000 }),
  before: fc.integer({ min: 60, max: 20_160 }),
  ahead: fc.integer({ min: 0, max: 30_000 }),
  bookedBefore: fc.integer({ min: 0, max: 60_000 }),
})

describe('for any zone, start and moment [9.02]', () => {
  const made = (any: { zone: string; start: number; bookedBefore: number }): Appointment => ({
    zone: any.zone,
    startsAt: new Date(any.start * minute).toISOString(),
    bookedAt: new Date((any.start - any.bookedBefore) * minute).toISOString(),
  })
  const allowed = (at: Date, where: string) => {
    const { time } = wallOf(at.toISOString(), where)
    return time >= '08:00' && time < '21:00'
  }

  test('a reminder is due within the allowed hours, at most `minutesBefore` the start, and less than half a day earlier', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const due = dueAt(made(any), any.before)
        const nominal = (any.start - any.before) * minute
        expect(allowed(due, any.zone)).toBe(true)
        expect(due.getTime()).toBeLessThanOrEqual(nominal)
        expect(nominal - due.getTime()).toBeLessThan(12.5 * hour)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a reminder is sent only within the allowed hours, when due, before the start, and for a session booked in time', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const now = new Date((any.start - any.ahead) * minute)
        const session = made(any)
        const decision = decide(session, any.before, [any.before], now)
        if (decision.do === 'send') {
          expect(allowed(now, any.zone)).toBe(true)
          expect(now.getTime()).toBeGreaterThanOrEqual(dueAt(session, any.before).getTime())
          expect(now.getTime()).toBeLessThan(Date.parse(session.startsAt))
          expect(any.bookedBefore).toBeGreaterThanOrEqual(any.before)
        }
        if (decision.do === 'wait') {
          expect(decision.until.getTime()).toBeGreaterThan(now.getTime())
          expect(allowed(decision.until, any.zone)).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('a reminder is decided after at most two waits, and one booked in time with the day ahead is never dropped', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const session = made(any)
        let now = new Date(session.bookedAt)
        for (let round = 0; round < 3; round++) {
          const decision = decide(session, any.before, [any.before], now)
          if (decision.do === 'send') return
          if (decision.do === 'drop') {
            // Either booked too late, or the evening had passed and the morning would be too late.
            const missed = decision.why === 'too-late' && now > dueAt(session, any.before) && !allowed(now, any.zone)
            expect(decision.why === 'agreed-late' || missed).toBe(true)
            return
          }
          expect(round).toBeLessThan(2)
          now = decision.until
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the next allowed moment is now or 08:00', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const now = new Date(any.start * minute)
        const next = nextAllowed(any.zone, now)
        expect(allowed(next, any.zone)).toBe(true)
        if (next > now) expect(wallOf(next.toISOString(), any.zone).time).toBe('08:00')
        expect(next.getTime() - now.getTime()).toBeLessThan(12.5 * hour)
      }),
      { numRuns: 2_000 },
    )
  })
})
