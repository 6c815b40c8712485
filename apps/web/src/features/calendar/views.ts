import { daysBetween } from '@attune/contract/common/recurrence'
import { periodStart, shiftDay, weekdayOf } from '@attune/contract/common/time'

export const views = ['day', 'week', 'month', 'list'] as const
export type View = (typeof views)[number]

const mondayOf = (day: string) => periodStart('weekly', day)
const firstOfMonth = (day: string, later = 0) => periodStart('monthly', day, later)

/** The days that a view shows around one of them; a month with the ends of the weeks that it begins and ends in. */
export function daysOf(view: View, day: string): string[] {
  const from = view === 'day' ? day : view === 'month' ? mondayOf(firstOfMonth(day)) : mondayOf(day)
  const count = view === 'day' ? 1 : view === 'month' ? weeksOfMonth(day) * 7 : 7
  return Array.from({ length: count }, (_, index) => shiftDay(from, index))
}

function weeksOfMonth(day: string): number {
  const first = firstOfMonth(day)
  const last = shiftDay(firstOfMonth(day, 1), -1)
  return daysBetween(mondayOf(first), mondayOf(last)) / 7 + 1
}

/** The day around which the next or the last page of a view lies. */
export function turned(view: View, day: string, pages: 1 | -1): string {
  if (view === 'day') return shiftDay(day, pages)
  if (view === 'month') return firstOfMonth(day, pages)
  return shiftDay(day, 7 * pages)
}

/** The days of a week on which nothing stands and nothing is open: Saturday and Sunday, where both are so. */
export function shownDays(days: readonly string[], used: ReadonlySet<string>, today: string): string[] {
  if (days.length !== 7) return [...days]
  const needed = (day: string) => weekdayOf(day) < 6 || used.has(day) || day === today
  const last = days.findLastIndex(needed)
  return days.slice(0, last + 1)
}
