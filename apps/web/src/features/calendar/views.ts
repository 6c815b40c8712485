import { addDays, weekdayOf } from './wall.ts'

export const views = ['day', 'week', 'month', 'list'] as const
export type View = (typeof views)[number]

const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day))
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The days that a view shows around one of them; a month with the ends of the weeks that it begins and ends in. */
export function daysOf(view: View, day: string): string[] {
  const from = view === 'day' ? day : view === 'month' ? mondayOf(firstOfMonth(day)) : mondayOf(day)
  const count = view === 'day' ? 1 : view === 'month' ? weeksOfMonth(day) * 7 : 7
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

function weeksOfMonth(day: string): number {
  const first = firstOfMonth(day)
  const last = addDays(nextMonth(first), -1)
  return (Date.parse(mondayOf(last)) - Date.parse(mondayOf(first))) / (7 * 86_400_000) + 1
}

function nextMonth(day: string, months = 1): string {
  const date = new Date(`${firstOfMonth(day)}T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** The day around which the next or the last page of a view lies. */
export function turned(view: View, day: string, pages: 1 | -1): string {
  if (view === 'day') return addDays(day, pages)
  if (view === 'month') return nextMonth(day, pages)
  return addDays(day, 7 * pages)
}

/** The days of a week on which nothing stands and nothing is open: Saturday and Sunday, where both are so. */
export function shownDays(days: readonly string[], used: ReadonlySet<string>, today: string): string[] {
  if (days.length !== 7) return [...days]
  const needed = (day: string) => weekdayOf(day) < 6 || used.has(day) || day === today
  const last = days.findLastIndex(needed)
  return days.slice(0, last + 1)
}
