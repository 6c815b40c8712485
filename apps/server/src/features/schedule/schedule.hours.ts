import { type OffsetInterval, offsetIntervals } from '@attune/contract/common/time'
import type { TimeRange, WeeklyRange } from '@attune/contract/features/availability'

/** A therapist’s hours in wall-clock time: the weekly hours, and the days whose hours override the weekly hours. */
export type AvailabilityHours = {
  zone: string
  weekly: readonly WeeklyRange[]
  days: ReadonlyMap<string, readonly TimeRange[]>
}

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/**
 * The part of a range that lies in one offset interval. `end` is the instant until which the range continues without a
 * gap, also beyond this segment.
 */
export type HoursSegment = { range: TimeRange; from: number; to: number; end: number; offset: number; wallFrom: number }

/** Returns the number of a day: 0 is 1 January 1970, a Thursday. Weeks begin on Monday (ISO 8601). */
export const dayNumberOf = (named: string): number => Date.parse(`${named}T00:00:00Z`) / dayMs
export const dayFromNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const weekNumberOf = (number: number): number => Math.floor((number + 3) / 7)
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/** Returns the offset intervals of a zone from one day before `first` to one day after `last`. */
export const offsetIntervalsAround = (zone: string, first: number, last: number): OffsetInterval[] =>
  offsetIntervals(zone, (first - 1) * dayMs, (last + 2) * dayMs)

/** Returns the number of the day on which an instant lies, according to the offset intervals. */
export function dayNumberAt(instant: number, stretches: readonly OffsetInterval[]): number {
  const within = stretches.find(({ to }) => instant < to) ?? stretches.at(-1)
  return Math.floor((instant + (within?.offset ?? 0)) / dayMs)
}

/** Returns the ranges of a day: the override of the day if there is one, otherwise the ranges of its weekday. */
export function rangesOnDay(hours: AvailabilityHours, number: number): readonly TimeRange[] {
  const weekday = weekdayOf(number)
  return hours.days.get(dayFromNumber(number)) ?? hours.weekly.filter((range) => range.weekday === weekday)
}

/**
 * Returns the instants of a day’s ranges, ordered by start: all instants whose wall-clock time lies in a range. A
 * wall-clock time that does not exist on that day is in no segment; a time that exists twice is in two.
 */
export function hoursSegments(
  ranges: readonly TimeRange[],
  number: number,
  stretches: readonly OffsetInterval[],
): HoursSegment[] {
  const pieces: HoursSegment[] = []
  for (const range of ranges) {
    const [opens, closes] = [
      number * dayMs + minutesOf(range.from) * minuteMs,
      number * dayMs + minutesOf(range.until) * minuteMs,
    ]
    const own: HoursSegment[] = []
    for (const { from, to, offset } of stretches) {
      const piece = { from: Math.max(from, opens - offset), to: Math.min(to, closes - offset) }
      if (piece.from < piece.to) own.push({ range, ...piece, end: piece.to, offset, wallFrom: opens })
    }
    for (let i = own.length - 2; i >= 0; i--) {
      const [one, next] = [own[i] as HoursSegment, own[i + 1] as HoursSegment]
      if (one.to === next.from) one.end = next.end
    }
    pieces.push(...own)
  }
  return pieces.sort((a, b) => a.from - b.from)
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
