import { timeOfDayAt, weekdays } from '@attune/contract/common/time/time'
import { doOverlap, endsAfterStart } from '@attune/contract/features/schedule/availability/availability.rules'
import type { TimeRange, WeeklyRange } from '@attune/contract/features/schedule/availability/availability'
import { parseTimeEntry } from '../../../../ui/input/time-entry.ts'

/** A range of availability while it is edited. `from` and `until` may be incomplete times. */
export type EditedRange = TimeRange
/** The reason why a range cannot be saved. */
export type AvailabilityProblem = 'notATime' | 'crossesMidnight' | 'noLength' | 'overlaps'
export type AvailabilityProblems = { from?: AvailabilityProblem; until?: AvailabilityProblem }

export const defaultHours: EditedRange = {
  from: '09:00',
  until: '17:00',
  formats: ['in-person', 'video'],
  location: '',
}

const span = ({ from, until }: EditedRange) => {
  const [start, end] = [parseTimeEntry(from), parseTimeEntry(until, true)]
  return start && end && endsAfterStart({ from: start, until: end }) ? { start, end } : null
}

/**
 * Returns the index of a range that overlaps `ranges[place]` and starts earlier, or starts at the same time and has a
 * lower index. Returns undefined if there is none.
 */
export function overlappingIndex(ranges: readonly EditedRange[], place: number): number | undefined {
  const own = ranges[place] && span(ranges[place])
  if (!own) return undefined
  const found = ranges.findIndex((range, other) => {
    const theirs = other !== place && span(range)
    if (!theirs || !doOverlap({ from: theirs.start, until: theirs.end }, { from: own.start, until: own.end }))
      return false
    return theirs.start < own.start || (theirs.start === own.start && other < place)
  })
  return found < 0 ? undefined : found
}

/** Returns the problems of each range of a day, in the order of the ranges. */
export function availabilityProblems(ranges: readonly EditedRange[]): AvailabilityProblems[] {
  return ranges.map(({ from, until }, place) => {
    const [start, end] = [parseTimeEntry(from), parseTimeEntry(until, true)]
    const found: AvailabilityProblems = {}
    if (!start) found.from = 'notATime'
    if (!end) found.until = 'notATime'
    if (start && end && !endsAfterStart({ from: start, until: end }))
      found.until = start === end ? 'noLength' : 'crossesMidnight'
    if (overlappingIndex(ranges, place) !== undefined) found.from = 'overlaps'
    return found
  })
}

export const hasProblem = (problems: AvailabilityProblems) => Boolean(problems.from ?? problems.until)

/**
 * Returns the ranges in the format of the server: with complete times, ordered by start, and with a location only if
 * the range offers sessions in person.
 */
export const normalizeHours = (ranges: readonly EditedRange[]): EditedRange[] =>
  ranges
    .map((range) => ({
      ...range,
      from: parseTimeEntry(range.from) ?? range.from,
      until: parseTimeEntry(range.until, true) ?? range.until,
      location: range.formats.includes('in-person') ? range.location.trim() : '',
    }))
    .toSorted((a, b) => a.from.localeCompare(b.from))

const alike = (one: EditedRange, other: EditedRange) =>
  one.formats.toSorted().join() === other.formats.toSorted().join() && one.location === other.location

/**
 * Fixes the overlap of `ranges[place]` with an earlier range. Joins the two ranges if they have equal formats and
 * location, or the same start. Otherwise cuts the later range out of the earlier range. Returns null if there is no
 * overlap.
 */
export function fixOverlap(
  ranges: readonly EditedRange[],
  place: number,
): { kind: 'join' | 'split'; ranges: EditedRange[] } | null {
  const first = overlappingIndex(ranges, place)
  const [outer, inner] = [ranges[first ?? -1], ranges[place]]
  const [around, within] = [outer && span(outer), inner && span(inner)]
  if (!outer || !inner || !around || !within) return null
  const rest = ranges.filter((_, other) => other !== first && other !== place)
  const end = around.end > within.end ? around.end : within.end
  if (alike(outer, inner) || around.start === within.start) {
    const formats = [...new Set([...outer.formats, ...inner.formats])]
    const joined = { ...outer, formats, location: outer.location || inner.location, from: around.start, until: end }
    return { kind: 'join', ranges: normalizeHours([...rest, joined]) }
  }
  const before = { ...outer, from: around.start, until: within.start }
  const after = around.end > within.end ? [{ ...outer, from: within.end, until: around.end }] : []
  return {
    kind: 'split',
    ranges: normalizeHours([...rest, before, { ...inner, from: within.start, until: within.end }, ...after]),
  }
}

/** Splits a range that crosses midnight into the part before midnight and the part on the next day. */
export function splitAtMidnight(range: EditedRange): [today: EditedRange, tomorrow: EditedRange] {
  const until = parseTimeEntry(range.until, true) ?? '24:00'
  return [
    { ...range, from: parseTimeEntry(range.from) ?? range.from, until: '24:00' },
    { ...range, from: '00:00', until },
  ]
}

/**
 * Returns the range that the add button adds to a day. It starts an hour after the last range, is up to four hours
 * long, and has the same formats and location. Its times are empty if the last range ends after 22:00. For a day
 * without valid ranges, returns the default hours.
 */
export function nextRange(ranges: readonly EditedRange[]): EditedRange {
  const last = normalizeHours(ranges).findLast(span)
  const end = last ? minutesSinceMidnight(last.until) : null
  if (!last || end === null || end > 22 * 60) return last ? { ...last, from: '', until: '' } : defaultHours
  const from = end + 60
  return { ...last, from: timeOfDayAt(from), until: timeOfDayAt(Math.min(from + 240, 1440)) }
}

/** Returns the total length of a day's ranges in minutes. Ranges with incomplete or invalid times do not count. */
export const openMinutes = (ranges: readonly EditedRange[]) =>
  ranges.reduce((sum, range) => {
    const found = span(range)
    return sum + (found ? minutesSinceMidnight(found.end) - minutesSinceMidnight(found.start) : 0)
  }, 0)

/** Groups the server's flat list of weekly ranges by weekday, Monday first. */
export const hoursByWeekday = (weekly: readonly WeeklyRange[]): EditedRange[][] =>
  weekdays.map((weekday) =>
    normalizeHours(weekly.filter((range) => range.weekday === weekday).map(({ weekday: _day, ...range }) => range)),
  )

/** Converts the ranges of each weekday, Monday first, into the server's flat list. */
export const weekRangesFrom = (days: readonly (readonly EditedRange[])[]): WeeklyRange[] =>
  days.flatMap((ranges, day) => normalizeHours(ranges).map((range) => ({ weekday: day + 1, ...range })))

/** Returns the minutes since midnight of a time `HH:MM`. */
function minutesSinceMidnight(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
