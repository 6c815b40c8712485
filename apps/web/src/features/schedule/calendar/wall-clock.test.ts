// @vitest-environment node
import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import {
  formatClock,
  gridTimes,
  instantAtWallClock,
  addMinutes,
  wholeMinutesBetween,
  daySegments,
  wallClockAt,
} from './wall-clock.ts'
import { daysOfView, visibleDays, turnPage } from './calendar-views.ts'

/**
 * Time zones with two days each. On these days the clock of the first three zones changes by an hour or half an hour.
 * Kathmandu never changes the clock, but has an offset of 5 h 45 min.
 */
const nights = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Asia/Kathmandu', '2026-03-29', '2026-10-25'],
] as const

test('across clock changes, grid times equal the wall-clock time and are never empty @slow', () => {
  for (const [zone, ...days] of nights)
    for (const day of days)
      for (let minute = 0; minute < 1440; minute += 15) {
        const startUtc = new Date(Date.parse(instantOf(day, '00:00', zone)) + minute * 60_000).toISOString()
        const endUtc = addMinutes(startUtc, 50)
        const drawn = gridTimes(startUtc, endUtc, zone)
        const { day: wallDay, time } = wallClockOf(startUtc, zone)
        expect(drawn.start).toBe(`${wallDay}T${time}:00Z`)
        expect(drawn.end > drawn.start, `${zone} ${startUtc}`).toBe(true)
        const pieces = daySegments(startUtc, endUtc, zone)
        expect(pieces[0]).toMatchObject({ day: wallDay, from: wallClockAt(startUtc, zone).minute })
      }
})

test('a wall-clock time maps to its instant, or to the one after a skipped hour @slow', () => {
  for (const [zone, ...days] of nights)
    for (const day of days)
      for (let minute = 0; minute < 1440; minute += 15) {
        const instant = instantAtWallClock({ day, minute }, zone)
        expect(instant).toBe(instantOf(day, formatClock(minute), zone))
        const back = wallClockAt(instant, zone)
        const shift = back.minute - minute
        expect(shift === 0 || (shift > 0 && shift <= 60), `${zone} ${day} ${formatClock(minute)}`).toBe(true)
      }
  expect(instantAtWallClock({ day: '2026-11-19', minute: 1440 }, 'Europe/Berlin')).toBe('2026-11-19T23:00:00.000Z')
  expect(instantAtWallClock({ day: '2026-11-19', minute: -30 }, 'Europe/Berlin')).toBe('2026-11-18T22:30:00.000Z')
})

test('an item across a repeated hour is drawn with its real duration', () => {
  const startUtc = '2026-10-25T00:45:00.000Z'
  expect(gridTimes(startUtc, addMinutes(startUtc, 30), 'Europe/Berlin')).toEqual({
    start: '2026-10-25T02:45:00Z',
    end: '2026-10-25T03:15:00.000Z',
  })
  expect(wholeMinutesBetween(startUtc, addMinutes(startUtc, 30))).toBe(30)
})

test('an item across midnight has a segment on both days', () => {
  expect(daySegments('2026-11-19T22:30:00.000Z', '2026-11-20T00:30:00.000Z', 'Europe/Berlin')).toEqual([
    { day: '2026-11-19', from: 1410, to: 1440 },
    { day: '2026-11-20', from: 0, to: 90 },
  ])
  expect(daySegments('2026-11-19T22:00:00.000Z', '2026-11-19T23:00:00.000Z', 'Europe/Berlin')).toHaveLength(1)
})

test('a week begins on Monday, a month shows whole weeks, and turning pages skips no day [2.31]', () => {
  expect(daysOfView('day', '2026-11-19')).toEqual(['2026-11-19'])
  expect(daysOfView('week', '2026-11-19')).toHaveLength(7)
  expect(daysOfView('week', '2026-11-22')).toEqual(daysOfView('list', '2026-11-16'))
  expect(daysOfView('week', '2026-11-19')[0]).toBe('2026-11-16')
  expect(daysOfView('month', '2026-11-19')).toHaveLength(42)
  expect(daysOfView('month', '2026-02-11')).toHaveLength(35)
  expect(daysOfView('month', '2027-02-11')).toHaveLength(28)
  expect(turnPage('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(turnPage('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(turnPage('week', '2026-11-19', 1)).toBe('2026-11-26')
})

test('a weekend day is shown only with items or availability, or before such a Sunday', () => {
  const week = daysOfView('week', '2026-11-19')
  expect(visibleDays(week, new Set(), '2026-11-19')).toHaveLength(5)
  expect(visibleDays(week, new Set(['2026-11-21']), '2026-11-19')).toHaveLength(6)
  expect(visibleDays(week, new Set(['2026-11-22']), '2026-11-19')).toHaveLength(7)
  expect(visibleDays(week, new Set(), '2026-11-22')).toHaveLength(7)
})
