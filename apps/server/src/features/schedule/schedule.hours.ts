import { type Stretch, stretchesOf } from '@attune/contract/common/time'
import type { Range, WeekRange } from '@attune/contract/features/availability'

/** A therapist's hours in wall-clock time: the weekly ones, and the days that override them. */
export type Hours = { zone: string; weekly: readonly WeekRange[]; days: ReadonlyMap<string, readonly Range[]> }

export const minute = 60_000
export const day = 24 * 60 * minute

/** A part of a range within one offset interval. `end`: the end of the range's uninterrupted time from here. */
export type Piece = { range: Range; from: number; to: number; end: number; offset: number; wallFrom: number }

/** Days as numbers: 0 is 1 January 1970, a Thursday. Weeks begin on Monday (ISO 8601). */
export const numberOf = (named: string): number => Date.parse(`${named}T00:00:00Z`) / day
export const dayOf = (number: number): string => new Date(number * day).toISOString().slice(0, 10)
export const weekOf = (number: number): number => Math.floor((number + 3) / 7)
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/** The offset intervals of a zone that cover these days, with a day of margin on both sides. */
export const stretchesAround = (zone: string, first: number, last: number): Stretch[] =>
  stretchesOf(zone, (first - 1) * day, (last + 2) * day)

/** The day number of an instant within the offset intervals. */
export function dayAt(instant: number, stretches: readonly Stretch[]): number {
  const within = stretches.find(({ to }) => instant < to) ?? stretches.at(-1)
  return Math.floor((instant + (within?.offset ?? 0)) / day)
}

/** The ranges of a day: its override, or those of its weekday. */
export function rangesOn(hours: Hours, number: number): readonly Range[] {
  const weekday = weekdayOf(number)
  return hours.days.get(dayOf(number)) ?? hours.weekly.filter((range) => range.weekday === weekday)
}

/**
 * The instants of a day's ranges, by start: all instants whose wall-clock time lies in a range. A time that does not exist on that
 * day is in no segment, a time that exists twice is in two.
 */
export function piecesOf(ranges: readonly Range[], number: number, stretches: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = []
  for (const range of ranges) {
    const [opens, closes] = [
      number * day + minutesOf(range.from) * minute,
      number * day + minutesOf(range.until) * minute,
    ]
    const own: Piece[] = []
    for (const { from, to, offset } of stretches) {
      const piece = { from: Math.max(from, opens - offset), to: Math.min(to, closes - offset) }
      if (piece.from < piece.to) own.push({ range, ...piece, end: piece.to, offset, wallFrom: opens })
    }
    for (let i = own.length - 2; i >= 0; i--) {
      const [one, next] = [own[i] as Piece, own[i + 1] as Piece]
      if (one.to === next.from) one.end = next.end
    }
    pieces.push(...own)
  }
  return pieces.sort((a, b) => a.from - b.from)
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
