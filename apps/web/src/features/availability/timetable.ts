import type { Availability, BookingRules, WeekRange } from '@attune/contract/features/availability'
import { asWeek, byDay, isWrong, openMinutes, problemsOf, sentOf, type Hours } from './hours.ts'

/** The timetable being edited, with the version on which the edits are based. */
export type Timetable = { days: Hours[][]; rules: BookingRules; version: number }

export const timetableOf = ({ weekly, rules, version }: Availability): Timetable => ({
  days: byDay(weekly),
  rules,
  version,
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The weekdays (0 is Monday) and the rules in which two timetables differ. */
export function differences(one: Timetable, other: Timetable) {
  const days = one.days.flatMap((ranges, day) => (same(sentOf(ranges), sentOf(other.days[day] ?? [])) ? [] : [day]))
  const names = Object.keys(one.rules) as (keyof BookingRules)[]
  return { days, rules: names.filter((name) => one.rules[name] !== other.rules[name]) }
}

export function changesOf(one: Timetable, other: Timetable): number {
  const { days, rules } = differences(one, other)
  return days.length + rules.length
}

export const weekMinutes = ({ days }: Timetable) => days.reduce((sum, ranges) => sum + openMinutes(ranges), 0)

export const weekIsWrong = ({ days }: Timetable) => days.some((ranges) => problemsOf(ranges).some(isWrong))

/** The weekly ranges to send. Call only when the timetable has no problems. */
export const weekOf = ({ days }: Pick<Timetable, 'days'>): WeekRange[] => asWeek(days)
