import { type OffsetInterval, offsetIntervals } from '@attune/contract/common/time/time'
import type { TimeRange, WeeklyRange } from '@attune/contract/features/schedule/availability/availability'

/** A therapist’s hours in wall-clock time. */
export type AvailabilityHours = {
  zone: string
  /** The hours of each weekday. */
  weekly: readonly WeeklyRange[]
  /** The days on which other hours replace the weekly hours. */
  days: ReadonlyMap<string, readonly TimeRange[]>
}

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** The part of a range of hours during which the UTC offset does not change. `from`, `to` and `end` are instants in milliseconds. */
export type HoursSegment = {
  range: TimeRange
  from: number
  to: number
  /** The instant until which the range continues without a gap, possibly in later segments. */
  end: number
  /** The UTC offset, in milliseconds. */
  offset: number
  /** The start of the range as wall-clock time, in milliseconds since 1970 as if it were UTC. */
  wallFrom: number
}

/**
 * Returns a day number: the number of days from 1 January 1970 to a day. That day was a Thursday, so the functions for
 * weeks add 3 to make weeks begin on Monday.
 */
export const dayNumberOf = (named: string): number => Date.parse(`${named}T00:00:00Z`) / dayMs
export const dayFromNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const weekNumberOf = (number: number): number => Math.floor((number + 3) / 7)
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/**
 * Returns the intervals of constant UTC offset in a zone, from one day before the day number `first` to one day after
 * `last`.
 */
export const offsetIntervalsAround = (zone: string, first: number, last: number): OffsetInterval[] =>
  offsetIntervals(zone, (first - 1) * dayMs, (last + 2) * dayMs)

/** Returns the day number of an instant in milliseconds. `stretches` contains the offset intervals of the time zone. */
export function dayNumberAt(instant: number, stretches: readonly OffsetInterval[]): number {
  const within = stretches.find(({ to }) => instant < to) ?? stretches.at(-1)
  return Math.floor((instant + (within?.offset ?? 0)) / dayMs)
}

/** Returns the ranges of a day: the hours of this day if it has its own, otherwise the hours of its weekday. */
export function rangesOnDay(hours: AvailabilityHours, number: number): readonly TimeRange[] {
  const weekday = weekdayOf(number)
  return hours.days.get(dayFromNumber(number)) ?? hours.weekly.filter((range) => range.weekday === weekday)
}

/**
 * Returns the segments of a day’s ranges, ordered by start. A wall-clock time that a clock change skips is in no
 * segment; a repeated one is in two segments.
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
