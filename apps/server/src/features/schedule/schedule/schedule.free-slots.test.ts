import type { BookingRules, TimeRange } from '@attune/contract/features/schedule/availability/availability'
import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFreeByDay, freeSlots, type TakenTime, type BookingCalendar } from './schedule.free-slots.ts'
import { referenceSlots } from './slow-free-slots.testing.ts'
import { arbitraryCalendar } from './free-slots.testing.ts'

/**
 * A fixed seed makes the random calendars the same in every run. A failure prints the seed and a path, which together
 * reproduce the calendar.
 */
const seed = 20_261_121

test('on 200 random calendars, half of them around a clock change, the free times match a minute-by-minute count @slow', () => {
  let offered = 0
  fc.assert(
    fc.property(arbitraryCalendar, ({ week, wanted }) => {
      const fast = Array.from(freeSlots(week, wanted), ({ startsAt, location }) => ({ startsAt, location }))
      expect(fast).toEqual(referenceSlots(week, wanted))
      offered += fast.length
    }),
    { numRuns: 200, seed },
  )
  expect(offered).toBeGreaterThan(2_000)
})

const everyDay = (...ranges: Partial<TimeRange>[]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    ranges.map((range) => ({
      weekday,
      from: '09:00',
      until: '12:00',
      formats: ['video' as const],
      location: '',
      ...range,
    })),
  )
const free: BookingRules = { ...defaultBookingRules, bufferAfter: 0, noticeMinutes: 0, stepMinutes: 60 }
type Given = {
  zone?: string
  ranges?: Partial<TimeRange>[]
  rules?: Partial<BookingRules>
  taken?: TakenTime[]
  held?: string[]
}
const weekWith = ({
  zone = 'Europe/Berlin',
  ranges = [{}],
  rules = {},
  taken = [],
  held = [],
}: Given): BookingCalendar => ({
  hours: { zone, weekly: everyDay(...ranges), days: new Map() },
  rules: { ...free, ...rules },
  taken,
  held,
})
const wantedOn = (from: string, to = from, durationMinutes = 60) => ({
  from,
  to,
  format: 'video',
  durationMinutes,
  now: new Date(Date.parse(from) - 36 * 3_600_000),
})
const starts = (week: BookingCalendar, wanted: Parameters<typeof freeSlots>[1]) =>
  Array.from(freeSlots(week, wanted), ({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))
const busy = (startsAt: string, endsAt: string, isSession = true): TakenTime => ({
  startsAt: `${startsAt}:00.000Z`,
  endsAt: `${endsAt}:00.000Z`,
  isSession,
})

describe('on a night with a clock change', () => {
  const nightHours = [{ from: '01:00', until: '04:00' }]

  test('an hour that does not exist is not offered', () => {
    expect(starts(weekWith({ ranges: nightHours }), wantedOn('2027-03-28'))).toEqual([
      '2027-03-28T00:00',
      '2027-03-28T01:00',
    ])
  })

  test('an hour that exists twice is offered twice', () => {
    expect(starts(weekWith({ ranges: nightHours }), wantedOn('2027-10-31'))).toEqual([
      '2027-10-30T23:00',
      '2027-10-31T00:00',
      '2027-10-31T01:00',
      '2027-10-31T02:00',
    ])
  })

  test('a session can span the change and lasts its real duration', () => {
    expect(starts(weekWith({ ranges: nightHours }), wantedOn('2027-03-28', '2027-03-28', 120))).toEqual([
      '2027-03-28T00:00',
    ])
    expect(starts(weekWith({ ranges: nightHours }), wantedOn('2027-10-31', '2027-10-31', 240))).toEqual([
      '2027-10-30T23:00',
    ])
  })

  test('a day that begins at 01:00 and a change by half an hour are handled', () => {
    const midnight = weekWith({ zone: 'America/Sao_Paulo', ranges: [{ from: '00:00', until: '03:00' }] })
    expect(starts(midnight, wantedOn('2018-11-04'))).toEqual(['2018-11-04T03:00', '2018-11-04T04:00'])
    const half = weekWith({ zone: 'Australia/Lord_Howe', ranges: [{ from: '01:00', until: '04:00' }] })
    expect(starts(half, wantedOn('2027-10-03'))).toEqual(['2027-10-02T14:30', '2027-10-02T16:00'])
  })
})

describe('next to taken times', () => {
  test('both buffers apply next to sessions, and no buffer applies next to busy times and absences', () => {
    const rules = { bufferBefore: 10, bufferAfter: 5, stepMinutes: 15 }
    const at = (taken: TakenTime) => starts(weekWith({ rules, taken: [taken] }), wantedOn('2027-05-03'))
    expect(at(busy('2027-05-03T08:00', '2027-05-03T09:00'))).toEqual([])
    expect(at(busy('2027-05-03T07:00', '2027-05-03T08:00'))).toEqual([
      '2027-05-03T08:15',
      '2027-05-03T08:30',
      '2027-05-03T08:45',
      '2027-05-03T09:00',
    ])
    expect(at(busy('2027-05-03T07:00', '2027-05-03T08:00', false))[0]).toBe('2027-05-03T08:00')
  })

  test('free times start at multiples of the step from the start of the range, not at the end of a taken time', () => {
    const taken = [busy('2027-05-03T07:10', '2027-05-03T07:20', false)]
    expect(starts(weekWith({ rules: { stepMinutes: 25 }, taken }), wantedOn('2027-05-03', '2027-05-03', 50))).toEqual([
      '2027-05-03T07:25',
      '2027-05-03T07:50',
      '2027-05-03T08:15',
      '2027-05-03T08:40',
      '2027-05-03T09:05',
    ])
  })
})

describe('the rules', () => {
  test('the minimum notice counts from now, and the last bookable day counts in the therapist’s time zone', () => {
    const now = new Date('2027-05-03T22:30:00Z')
    const week = weekWith({ rules: { noticeMinutes: 33 * 60, horizonDays: 2 } })
    // `now` is already 4 May in Berlin. The notice of 33 hours ends on 5 May at 09:30, and the last bookable day is 6
    // May.
    expect(starts(week, { ...wantedOn('2027-05-01', '2027-05-20'), now })).toEqual([
      '2027-05-05T08:00',
      '2027-05-05T09:00',
      '2027-05-06T07:00',
      '2027-05-06T08:00',
      '2027-05-06T09:00',
    ])
  })

  test('a day or a week from Monday at its limit offers no times', () => {
    const held = ['2027-05-03T07:00:00.000Z', '2027-05-05T15:00:00.000Z']
    const days = (rules: Partial<BookingRules>) => [
      ...new Set(starts(weekWith({ rules, held }), wantedOn('2027-05-02', '2027-05-10')).map((at) => at.slice(8, 10))),
    ]
    expect(days({ perDay: 1 })).toEqual(['02', '04', '06', '07', '08', '09', '10'])
    expect(days({ perWeek: 2 })).toEqual(['02', '10'])
    expect(days({ perWeek: 3 })).toHaveLength(9)
  })

  test('the number of free sessions on a day is how many consecutive sessions fit within the limits per day and per week', () => {
    const wanted = { ...wantedOn('2027-05-03', '2027-05-09', 50), now: new Date('2027-05-01T00:00:00Z') }
    const counts = (rules: Partial<BookingRules>) =>
      countFreeByDay(weekWith({ rules: { stepMinutes: 5, ...rules } }), wanted).map(({ free: count }) => count)
    expect(counts({})).toEqual([3, 3, 3, 3, 3, 3, 3])
    expect(counts({ bufferAfter: 20 })).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(counts({ perDay: 1 })).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(counts({ perWeek: 4 })).toEqual([3, 1, 0, 0, 0, 0, 0])
  })
})
