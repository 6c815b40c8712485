import type { OffsetInterval } from '@attune/contract/common/time/time'
import type { BookingRules } from '@attune/contract/features/schedule/availability/availability'
import {
  dayNumberAt,
  dayFromNumber,
  type AvailabilityHours,
  minuteMs,
  dayNumberOf,
  type HoursSegment,
  hoursSegments,
  rangesOnDay,
  offsetIntervalsAround,
  weekNumberOf,
} from './schedule.hours.ts'

export type TakenTime = { startsAt: string; endsAt: string; isSession: boolean }
/** The input of the search for free slots. */
export type BookingCalendar = {
  hours: AvailabilityHours
  rules: BookingRules
  taken: readonly TakenTime[]
  /** The starts of the sessions that count toward the limits per day and per week. */
  held: readonly string[]
}
/** `from` and `to` are days in the therapist’s time zone, both included. A null `format` means any format. */
export type SlotQuery = { from: string; to: string; format: string | null; durationMinutes: number; now: Date }
export type FreeSlot = {
  /** In milliseconds since 1970. */
  startsAt: number
  /** In milliseconds since 1970. */
  endsAt: number
  /** A day number (see `dayNumberOf`). */
  day: number
  location: string
}

/**
 * Returns the current day and the last day that clients may book, both as day numbers (see `dayNumberOf`), and the
 * earliest bookable instant in milliseconds.
 */
export function bookableDays({ hours, rules }: Pick<BookingCalendar, 'hours' | 'rules'>, now: Date) {
  const number = Math.floor(now.getTime() / 86_400_000)
  const today = dayNumberAt(now.getTime(), offsetIntervalsAround(hours.zone, number, number))
  return { today, earliest: now.getTime() + rules.noticeMinutes * minuteMs, latest: today + rules.horizonDays }
}

/**
 * Yields the bookable times, ordered by start. In wall-clock time, each start is a multiple of `stepMinutes` after the
 * start of a range. Each time ends within its range and keeps the buffers to other sessions. It also obeys the minimum
 * notice, the last bookable day and the limits per day and per week.
 */
export function* freeSlots(week: BookingCalendar, wanted: SlotQuery): Generator<FreeSlot> {
  const { hours, rules } = week
  const { today, earliest, latest } = bookableDays(week, wanted.now)
  const [first, last] = [Math.max(dayNumberOf(wanted.from), today), Math.min(dayNumberOf(wanted.to), latest)]
  if (first > last) return
  const stretches = offsetIntervalsAround(hours.zone, first - 7, last + 7)
  const capacity = remainingCapacity(week, stretches)
  const intervals = mergedIntervals(week.taken, (rules.bufferBefore + rules.bufferAfter) * minuteMs)
  const [length, step] = [wanted.durationMinutes * minuteMs, rules.stepMinutes * minuteMs]
  let at = 0
  for (let number = first; number <= last; number++) {
    if (capacity.on(number) === 0 || capacity.inWeek(number) === 0) continue
    for (const piece of hoursSegments(fitting(hours, number, wanted.format), number, stretches)) {
      const { location } = piece.range
      const latestStart = Math.min(piece.to - 1, piece.end - length)
      for (let start = firstStep(piece, earliest, step); start <= latestStart;) {
        while (at < intervals.length && (intervals[at] as TakenInterval).to <= start) at++
        const interval = intervals[at]
        if (interval && interval.from < start + length) {
          start = firstStep(piece, interval.to, step)
          continue
        }
        yield { startsAt: start, endsAt: start + length, day: number, location }
        start += step
      }
    }
  }
}

const fitting = (hours: AvailabilityHours, number: number, format: string | null) =>
  rangesOnDay(hours, number).filter((range) => format === null || (range.formats as readonly string[]).includes(format))

/**
 * Returns the first start in the segment that is a multiple of the step and not before `notBefore`, in milliseconds.
 */
function firstStep({ from, offset, wallFrom }: HoursSegment, notBefore: number, step: number): number {
  const begin = wallFrom - offset
  return begin + Math.ceil((Math.max(from, notBefore) - begin) / step) * step
}

type TakenInterval = { from: number; to: number }

/**
 * Returns the taken times in milliseconds, merged and ordered by start. Each session is extended on both sides by the
 * sum of both buffers.
 */
function mergedIntervals(taken: readonly TakenTime[], buffersMs: number): TakenInterval[] {
  const intervals = taken.map(({ startsAt, endsAt, isSession }) => {
    const margin = isSession ? buffersMs : 0
    return { from: Date.parse(startsAt) - margin, to: Date.parse(endsAt) + margin }
  })
  intervals.sort((a, b) => a.from - b.from)
  const merged: TakenInterval[] = []
  for (const interval of intervals) {
    const before = merged.at(-1)
    if (before && interval.from <= before.to) before.to = Math.max(before.to, interval.to)
    else merged.push(interval)
  }
  return merged
}

type RemainingCapacity = { on: (number: number) => number; inWeek: (number: number) => number }

/** Returns the number of further sessions that the limits allow on a day (`on`), and in the week of a day (`inWeek`). */
function remainingCapacity(
  { rules: { perDay, perWeek }, held }: BookingCalendar,
  stretches: readonly OffsetInterval[],
): RemainingCapacity {
  const [days, weeks] = [new Map<number, number>(), new Map<number, number>()]
  for (const startsAt of perDay === null && perWeek === null ? [] : held) {
    const number = dayNumberAt(Date.parse(startsAt), stretches)
    days.set(number, (days.get(number) ?? 0) + 1)
    weeks.set(weekNumberOf(number), (weeks.get(weekNumberOf(number)) ?? 0) + 1)
  }
  const left = (most: number | null, count = 0) =>
    most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - count)
  return {
    on: (number) => left(perDay, days.get(number)),
    inWeek: (number) => left(perWeek, weeks.get(weekNumberOf(number))),
  }
}

/** Returns, for each day, the number of consecutive sessions that fit, in any format and with the buffers between them. */
export function countFreeByDay(
  week: BookingCalendar,
  wanted: Omit<SlotQuery, 'format'>,
): { day: string; free: number }[] {
  const { hours, rules } = week
  const [first, last] = [dayNumberOf(wanted.from), dayNumberOf(wanted.to)]
  const capacity = remainingCapacity(week, offsetIntervalsAround(hours.zone, first - 7, last + 7))
  const buffersMs = (rules.bufferBefore + rules.bufferAfter) * minuteMs
  const [days, weeks] = [new Map<number, number>(), new Map<number, number>()]
  let until = Number.NEGATIVE_INFINITY
  for (const { day, startsAt, endsAt } of freeSlots(week, { ...wanted, format: null })) {
    const [onDay, inWeek] = [days.get(day) ?? 0, weeks.get(weekNumberOf(day)) ?? 0]
    if (startsAt < until || onDay >= capacity.on(day) || inWeek >= capacity.inWeek(day)) continue
    until = endsAt + buffersMs
    days.set(day, onDay + 1)
    weeks.set(weekNumberOf(day), inWeek + 1)
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    day: dayFromNumber(first + i),
    free: days.get(first + i) ?? 0,
  }))
}
