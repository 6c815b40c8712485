import { type OffsetInterval, offsetIntervals } from '@attune/contract/common/time'
import type { TimeRange, WeeklyRange } from '@attune/contract/features/availability'

/** A therapist's hours in wall-clock time: the weekly ones, and the days that override them. */
export type AvailabilityHours = {
  zone: string
  weekly: readonly WeeklyRange[]
  days: ReadonlyMap<string, readonly TimeRange[]>
}

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** A part of a range within one offset interval. `end`: where the range ends or the next gap in it begins. */
export type HoursSegment = { range: TimeRange; from: number; to: number; end: number; offset: number; wallFrom: number }

/** Days as numbers: 0 is 1 January 1970, a Thursday. Weeks begin on Monday (ISO 8601). */
export const dayNumberOf = (named: string): number => Date.parse(`${named}T00:00:00Z`) / dayMs
export const dayFromNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const weekNumberOf = (number: number): number => Math.floor((number + 3) / 7)
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/** The offset intervals of a zone that cover these days, with a day of margin on both sides. */
export const offsetIntervalsAround = (zone: string, first: number, last: number): OffsetInterval[] =>
  offsetIntervals(zone, (first - 1) * dayMs, (last + 2) * dayMs)

/** The day number of an instant within the offset intervals. */
export function dayNumberAt(instant: number, stretches: readonly OffsetInterval[]): number {
  const within = stretches.find(({ to }) => instant < to) ?? stretches.at(-1)
  return Math.floor((instant + (within?.offset ?? 0)) / dayMs)
}

/** The ranges of a day: its override, or those of its weekday. */
export function rangesOnDay(hours: AvailabilityHours, number: number): readonly TimeRange[] {
  const weekday = weekdayOf(number)
  return hours.days.get(dayFromNumber(number)) ?? hours.weekly.filter((range) => range.weekday === weekday)
}

/**
 * The instants of a day's ranges, by start: all instants whose wall-clock time lies in a range. A time that does not exist on that
 * day is in no segment, a time that exists twice is in two.
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
