import { utcDay } from '@attune/contract/common/time/time.testing'
import type { BookingRules, TimeRange, WeeklyRange } from '@attune/contract/features/schedule/availability/availability'
import fc from 'fast-check'
import type { TakenTime, SlotQuery, BookingCalendar } from './schedule.free-slots.ts'

export type ArbitraryCalendar = { week: BookingCalendar; wanted: SlotQuery; night: boolean }

const [minute, day] = [60_000, 86_400_000]
const formats = ['in-person', 'video', 'phone'] as const

/**
 * Days on which the clocks change, by time zone. Some zones change their clocks at midnight or by half an hour.
 * Kathmandu never changes its clocks.
 */
const nights: Record<string, string[]> = {
  'Europe/Berlin': ['2027-03-28', '2027-10-31'],
  'Europe/London': ['2028-03-26', '2026-10-25'],
  'America/New_York': ['2027-03-14', '2027-11-07'],
  'America/Vancouver': ['2025-03-09', '2025-11-02'],
  'America/Sao_Paulo': ['2018-11-04', '2018-02-17'],
  'Australia/Lord_Howe': ['2027-04-04', '2027-10-03'],
  'Australia/Sydney': ['2028-04-02', '2028-10-01'],
  'Atlantic/Azores': ['2027-03-28', '2027-10-31'],
  'America/Nuuk': ['2027-03-28', '2027-10-30'],
  'Asia/Kathmandu': [],
}

/**
 * Generates random therapist calendars, about half of them around a clock change. fast-check reduces a failing calendar
 * to a small one.
 */
export const arbitraryCalendar: fc.Arbitrary<ArbitraryCalendar> = fc
  .record({
    zone: fc.constantFrom(...Object.keys(nights)),
    night: fc.boolean(),
    whichNight: fc.nat(1),
    /** Chooses one of eleven ordinary days. With so few days, the reference implementation finds most wall-clock times in its cache. */
    ordinary: fc.integer({ min: 0, max: 10 }),
    before: fc.nat(2),
    long: fc.nat(3),
  })
  .chain(({ zone, night, whichNight, ordinary, before, long }) => {
    const change = night ? nights[zone]?.[whichNight] : undefined
    const middle = change ? Date.parse(change) : Date.UTC(2026, 0, 1) + ordinary * 101 * day
    const first = middle - before * day
    return fc.record({
      week: week(zone, first, first + (long + 1) * day),
      wanted: fc.record({
        from: fc.constant(utcDay(first)),
        to: fc.constant(utcDay(first + long * day)),
        format: fc.option(fc.constantFrom(...formats)),
        durationMinutes: fc.integer({ min: 1, max: 180 }),
        now: fc.integer({ min: first - 2 * day, max: first + day / 2 }).map((at) => new Date(at)),
      }),
      night: fc.constant(change !== undefined),
    })
  })

function week(zone: string, from: number, to: number): fc.Arbitrary<BookingCalendar> {
  const days = Array.from({ length: Math.round((to - from) / day) }, (_, i) => utcDay(from + i * day))
  return fc
    .record({
      weekly: fc.array(
        fc
          .record({ weekday: fc.integer({ min: 1, max: 7 }), ranges })
          .map(({ weekday, ranges: some }) => some.map((range): WeeklyRange => ({ weekday, ...range }))),
        { minLength: 5, maxLength: 12 },
      ),
      others: fc.array(fc.tuple(fc.constantFrom(...days), ranges), { maxLength: 2 }),
      rules,
      taken: fc.array(taken(from, to), { maxLength: 12 }),
      held: fc.array(instant(from - 7 * day, to + 7 * day), { maxLength: 6 }),
    })
    .map(({ weekly, others, ...rest }) => ({
      hours: { zone, weekly: oncePerWeekday(weekly), days: new Map(others) },
      ...rest,
    }))
}

/** Generates ranges of one day that do not overlap. */
const ranges: fc.Arbitrary<TimeRange[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 2, maxLength: 6 })
  .chain((cuts) => {
    const times = cuts.toSorted((a, b) => a - b).map((cut) => clock(cut * 5))
    const pairs = times.slice(1).map((until, i) => ({ from: times[i] as string, until }))
    return fc.tuple(
      ...pairs.map((pair) =>
        fc.tuple(fc.constant(pair), fc.integer({ min: 0, max: 3 }), fc.subarray([...formats], { minLength: 1 })),
      ),
    )
  })
  .map((some) =>
    some
      .filter(([, keep]) => keep > 0)
      .map(([pair, , kinds]): TimeRange => ({ ...pair, formats: kinds, location: `Room ${pair.from}` })),
  )

const rules: fc.Arbitrary<BookingRules> = fc.record({
  bufferBefore: fc.constantFrom(0, 0, 5, 17),
  bufferAfter: fc.constantFrom(0, 10, 30),
  noticeMinutes: fc.constantFrom(0, 0, 30, 600, 1440),
  horizonDays: fc.integer({ min: 2, max: 6 }),
  stepMinutes: fc.constantFrom(5, 7, 15, 30, 50, 60, 90, 240),
  perDay: fc.option(fc.integer({ min: 1, max: 3 })),
  perWeek: fc.option(fc.integer({ min: 1, max: 5 })),
})

const instant = (from: number, to: number) => fc.integer({ min: from, max: to }).map((at) => new Date(at).toISOString())

const taken = (from: number, to: number): fc.Arbitrary<TakenTime> =>
  fc
    .record({
      at: fc.integer({ min: (from - day) / minute, max: (to + day) / minute }),
      minutes: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 180 }) }, fc.integer({ min: 1, max: 3000 })),
      isSession: fc.boolean(),
    })
    .map(({ at, minutes, isSession }) => ({
      startsAt: new Date(at * minute).toISOString(),
      endsAt: new Date((at + minutes) * minute).toISOString(),
      isSession,
    }))

function oncePerWeekday(all: WeeklyRange[][]): WeeklyRange[] {
  const seen = new Set<number>()
  return all.filter(([first]) => first && !seen.has(first.weekday) && seen.add(first.weekday)).flat()
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
