import { runs } from '@attune/contract/common/runs.testing'
import { wallClockOf } from '@attune/contract/common/time/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReminderTimes, reminderDecision, reminderDueAt, nextAllowedReminderTime } from './reminder-rules.ts'

const minute = 60_000
const hour = 60 * minute

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC']
const anything = fc.record({
  zone: fc.constantFrom(...zones),
  // The start in minutes since 1970, in the years 2026 to 2030. This covers every clock change in these years.
  start: fc.integer({ min: 29_456_640, max: 32_000_000 }),
  before: fc.integer({ min: 60, max: 20_160 }),
  ahead: fc.integer({ min: 0, max: 30_000 }),
  bookedBefore: fc.integer({ min: 0, max: 60_000 }),
})

describe('for any zone, start and moment [9.02]', () => {
  const made = (any: { zone: string; start: number; bookedBefore: number }): ReminderTimes => ({
    zone: any.zone,
    startsAt: new Date(any.start * minute).toISOString(),
    bookedAt: new Date((any.start - any.bookedBefore) * minute).toISOString(),
  })
  const allowed = (at: Date, where: string) => {
    const { time } = wallClockOf(at.toISOString(), where)
    return time >= '08:00' && time < '21:00'
  }

  test('a reminder is due within the allowed hours, at most `minutesBefore` the start, and less than half a day earlier', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const due = reminderDueAt(made(any), any.before)
        const nominal = (any.start - any.before) * minute
        expect(allowed(due, any.zone)).toBe(true)
        expect(due.getTime()).toBeLessThanOrEqual(nominal)
        expect(nominal - due.getTime()).toBeLessThan(12.5 * hour)
      }),
      { numRuns: runs(200, 2_000) },
    )
  })

  test('a reminder is sent only within the allowed hours, when due, before the start, and for a session booked in time', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const now = new Date((any.start - any.ahead) * minute)
        const session = made(any)
        const decision = reminderDecision(session, any.before, [any.before], now)
        if (decision.do === 'send') {
          expect(allowed(now, any.zone)).toBe(true)
          expect(now.getTime()).toBeGreaterThanOrEqual(reminderDueAt(session, any.before).getTime())
          expect(now.getTime()).toBeLessThan(Date.parse(session.startsAt))
          expect(any.bookedBefore).toBeGreaterThanOrEqual(any.before)
        }
        if (decision.do === 'wait') {
          expect(decision.until.getTime()).toBeGreaterThan(now.getTime())
          expect(allowed(decision.until, any.zone)).toBe(true)
        }
      }),
      { numRuns: runs(200, 2_000) },
    )
  })

  test('a reminder is sent or dropped after at most two waits, and is dropped only for a late booking or missed hours', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const session = made(any)
        let now = new Date(session.bookedAt)
        for (let round = 0; round < 3; round++) {
          const decision = reminderDecision(session, any.before, [any.before], now)
          if (decision.do === 'send') return
          if (decision.do === 'drop') {
            // The drop is correct in two cases: the session was booked too late, or the reminder was delayed past the
            // allowed hours and would be too late on the next morning.
            const missed =
              decision.why === 'too-late' && now > reminderDueAt(session, any.before) && !allowed(now, any.zone)
            expect(decision.why === 'agreed-late' || missed).toBe(true)
            return
          }
          expect(round).toBeLessThan(2)
          now = decision.until
        }
      }),
      { numRuns: runs(200, 2_000) },
    )
  })

  test('the next allowed moment is now or 08:00', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const now = new Date(any.start * minute)
        const next = nextAllowedReminderTime(any.zone, now)
        expect(allowed(next, any.zone)).toBe(true)
        if (next > now) expect(wallClockOf(next.toISOString(), any.zone).time).toBe('08:00')
        expect(next.getTime() - now.getTime()).toBeLessThan(12.5 * hour)
      }),
      { numRuns: runs(200, 2_000) },
    )
  })
})
