import type { Range, WeekRange } from '@attune/contract/features/availability'
import { clockOf, minutesOf, timeOf } from './clock.ts'

/** Open hours while they are edited: what was typed may not be a time yet. */
export type Hours = Range
/** What keeps open hours from being saved, at the field where it is said. */
export type Problem = 'notATime' | 'crossesMidnight' | 'noLength' | 'overlaps'
export type Problems = { from?: Problem; until?: Problem }

export const usualHours: Hours = { from: '09:00', until: '17:00', formats: ['in-person', 'video'], location: '' }
export const mostRanges = 12

const span = ({ from, until }: Hours) => {
  const [start, end] = [clockOf(from), clockOf(until, true)]
  return start && end && start < end ? { start, end } : null
}

/** The range that a range begins within, by its place; undefined where it stands apart. The later of two is the one told. */
export function overlapped(ranges: readonly Hours[], place: number): number | undefined {
  const own = ranges[place] && span(ranges[place])
  if (!own) return undefined
  const found = ranges.findIndex((range, other) => {
    const theirs = other !== place && span(range)
    if (!theirs || theirs.start >= own.end || own.start >= theirs.end) return false
    return theirs.start < own.start || (theirs.start === own.start && other < place)
  })
  return found < 0 ? undefined : found
}

/** What is wrong with each of a day's ranges. */
export function problemsOf(ranges: readonly Hours[]): Problems[] {
  return ranges.map(({ from, until }, place) => {
    const [start, end] = [clockOf(from), clockOf(until, true)]
    const found: Problems = {}
    if (!start) found.from = 'notATime'
    if (!end) found.until = 'notATime'
    if (start && end && start >= end) found.until = start === end ? 'noLength' : 'crossesMidnight'
    if (overlapped(ranges, place) !== undefined) found.from = 'overlaps'
    return found
  })
}

export const isWrong = (problems: Problems) => Boolean(problems.from ?? problems.until)

/** As it is sent: times in full, in order. */
export const sentOf = (ranges: readonly Hours[]): Hours[] =>
  ranges
    .map((range) => ({
      ...range,
      from: clockOf(range.from) ?? range.from,
      until: clockOf(range.until, true) ?? range.until,
      location: range.formats.includes('in-person') ? range.location.trim() : '',
    }))
    .toSorted((a, b) => a.from.localeCompare(b.from))

const alike = (one: Hours, other: Hours) =>
  one.formats.toSorted().join() === other.formats.toSorted().join() && one.location === other.location

/** Two ranges that overlap, put right: joined where they are of one kind, else the earlier one is cut around the later. */
export function mended(ranges: readonly Hours[], place: number): { kind: 'join' | 'split'; ranges: Hours[] } | null {
  const first = overlapped(ranges, place)
  const [outer, inner] = [ranges[first ?? -1], ranges[place]]
  const [around, within] = [outer && span(outer), inner && span(inner)]
  if (!outer || !inner || !around || !within) return null
  const rest = ranges.filter((_, other) => other !== first && other !== place)
  const end = around.end > within.end ? around.end : within.end
  if (alike(outer, inner) || around.start === within.start) {
    const formats = [...new Set([...outer.formats, ...inner.formats])]
    const joined = { ...outer, formats, location: outer.location || inner.location, from: around.start, until: end }
    return { kind: 'join', ranges: sentOf([...rest, joined]) }
  }
  const before = { ...outer, from: around.start, until: within.start }
  const after = around.end > within.end ? [{ ...outer, from: within.end, until: around.end }] : []
  return {
    kind: 'split',
    ranges: sentOf([...rest, before, { ...inner, from: within.start, until: within.end }, ...after]),
  }
}

/** A range over midnight as two: the rest of its day, and the beginning of the next. */
export function splitAtMidnight(range: Hours): [today: Hours, tomorrow: Hours] {
  const until = clockOf(range.until, true) ?? '24:00'
  return [
    { ...range, from: clockOf(range.from) ?? range.from, until: '24:00' },
    { ...range, from: '00:00', until },
  ]
}

/** The next range to offer on a day: an hour after the last one, four hours long, of the same kind. */
export function nextRange(ranges: readonly Hours[]): Hours {
  const last = sentOf(ranges).findLast(span)
  const end = last ? minutesOf(last.until) : null
  if (!last || end === null || end > 22 * 60) return last ? { ...last, from: '', until: '' } : usualHours
  const from = end + 60
  return { ...last, from: timeOf(from), until: timeOf(Math.min(from + 240, 1440)) }
}

/** How long a day's ranges are open together, in minutes; what is no range yet counts nothing. */
export const openMinutes = (ranges: readonly Hours[]) =>
  ranges.reduce((sum, range) => {
    const found = span(range)
    return sum + (found ? minutesOf(found.end) - minutesOf(found.start) : 0)
  }, 0)

/** A week's ranges by day, Monday first. */
export const byDay = (weekly: readonly WeekRange[]): Hours[][] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    sentOf(weekly.filter((range) => range.weekday === weekday).map(({ weekday: _day, ...range }) => range)),
  )

/** And as the contract has them. */
export const asWeek = (days: readonly (readonly Hours[])[]): WeekRange[] =>
  days.flatMap((ranges, day) => sentOf(ranges).map((range) => ({ weekday: day + 1, ...range })))
