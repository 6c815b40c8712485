import type {
  Availability,
  BookingRules,
  WeeklyRange,
} from '@attune/contract/features/schedule/availability/availability'
import {
  weekRangesFrom,
  hoursByWeekday,
  hasProblem,
  openMinutes,
  availabilityProblems,
  normalizeHours,
  type EditedRange,
} from '../week/hours.ts'

/** The timetable while it is edited. */
export type TimetableDraft = {
  days: EditedRange[][]
  rules: BookingRules
  /** The saved version on which the changes are based. */
  version: number
}

export const timetableDraftOf = ({ weekly, rules, version }: Availability): TimetableDraft => ({
  days: hoursByWeekday(weekly),
  rules,
  version,
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the weekdays (0 is Monday) and the names of the rules in which two timetables differ. */
export function timetableDifferences(one: TimetableDraft, other: TimetableDraft) {
  const days = one.days.flatMap((ranges, day) =>
    same(normalizeHours(ranges), normalizeHours(other.days[day] ?? [])) ? [] : [day],
  )
  const names = Object.keys(one.rules) as (keyof BookingRules)[]
  return { days, rules: names.filter((name) => one.rules[name] !== other.rules[name]) }
}

export function countChanges(one: TimetableDraft, other: TimetableDraft): number {
  const { days, rules } = timetableDifferences(one, other)
  return days.length + rules.length
}

export const openMinutesPerWeek = ({ days }: TimetableDraft) =>
  days.reduce((sum, ranges) => sum + openMinutes(ranges), 0)

export const timetableHasProblems = ({ days }: TimetableDraft) =>
  days.some((ranges) => availabilityProblems(ranges).some(hasProblem))

/** Returns the weekly ranges in the server's format. Call it only if the timetable has no problems. */
export const timetableRanges = ({ days }: Pick<TimetableDraft, 'days'>): WeeklyRange[] => weekRangesFrom(days)
