import { daysBetween } from '@attune/contract/common/time/recurrence'
import { periodStart, shiftDay, weekdayOf } from '@attune/contract/common/time/time'
import type { CalendarView } from './calendar-search.ts'

const mondayOf = (day: string) => periodStart('weekly', day)
const firstOfMonth = (day: string, later = 0) => periodStart('monthly', day, later)

/** Returns the days of the page that contains `day`. A month is extended to whole weeks. */
export function daysOfView(view: CalendarView, day: string): string[] {
  const from = view === 'day' ? day : view === 'month' ? mondayOf(firstOfMonth(day)) : mondayOf(day)
  const count = view === 'day' ? 1 : view === 'month' ? weeksOfMonth(day) * 7 : 7
  return Array.from({ length: count }, (_, index) => shiftDay(from, index))
}

function weeksOfMonth(day: string): number {
  const first = firstOfMonth(day)
  const last = shiftDay(firstOfMonth(day, 1), -1)
  return daysBetween(mondayOf(first), mondayOf(last)) / 7 + 1
}

/** Returns a day on the next (1) or previous (-1) page. */
export function turnPage(view: CalendarView, day: string, pages: 1 | -1): string {
  if (view === 'day') return shiftDay(day, pages)
  if (view === 'month') return firstOfMonth(day, pages)
  return shiftDay(day, 7 * pages)
}

/**
 * Returns the visible days of a week. Hides a Sunday, or a Saturday and Sunday, that are not in `used` (days with items
 * or availability) and not today.
 */
export function visibleDays(days: readonly string[], used: ReadonlySet<string>, today: string): string[] {
  if (days.length !== 7) return [...days]
  const needed = (day: string) => weekdayOf(day) < 6 || used.has(day) || day === today
  const last = days.findLastIndex(needed)
  return days.slice(0, last + 1)
}

/**
 * Returns the days of a week that will probably be visible, while it is loading: as many as the last shown week had (`count`), but at least five, and
 * always today.
 */
export const expectedDays = (days: readonly string[], count: number, today: string): string[] =>
  days.slice(0, Math.max(5, count, days.indexOf(today) + 1))
