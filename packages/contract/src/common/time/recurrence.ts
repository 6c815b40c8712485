import { Temporal } from 'temporal-polyfill'
import type { Repeat } from './recurrence.schemas.ts'

/** The maximum number of occurrences that a series with a count may have. */
export const maxOccurrences = 520
/** The maximum number of weeks between two occurrences. */
export const maxWeeksApart = 52
/**
 * The occurrences that a change of a series affects. 'one': only the given occurrence. 'following': the given occurrence and all later
 * ones. 'all': all occurrences that have not begun.
 */
export const recurrenceScopes = ['one', 'following', 'all'] as const
export type RecurrenceScope = (typeof recurrenceScopes)[number]
/** Occurrences of a series are stored as rows for this many months ahead. */
export const materializedMonthsAhead = 12

type MonthlyPosition = 1 | 2 | 3 | 4 | -1

/**
 * Returns the values of `nth` that describe a day in its month: 1 to 4 for the first to fourth such weekday, -1 for the last. A fourth
 * weekday that is also the last gets 4 and -1.
 */
export function monthlyPositions(day: string): [MonthlyPosition, ...MonthlyPosition[]] {
  const date = Temporal.PlainDate.from(day)
  const nth = Math.ceil(date.day / 7)
  if (nth > 4) return [-1]
  const isLast = date.day + 7 > date.daysInMonth
  return isLast ? [nth as MonthlyPosition, -1] : [nth as MonthlyPosition]
}

/** Returns the day of an occurrence. `number` counts the occurrences from 0. Ignores the end of the series. */
export function occurrenceDay(first: string, repeat: Repeat, number: number): string {
  const from = Temporal.PlainDate.from(first)
  if (repeat.every === 'weeks') return from.add({ weeks: repeat.weeks * number }).toString()
  const month = from.with({ day: 1 }).add({ months: number })
  const toWeekday = (from.dayOfWeek - month.dayOfWeek + 7) % 7
  const firstSuchWeekday = 1 + toWeekday
  const inMonth = Math.floor((month.daysInMonth - firstSuchWeekday) / 7) + 1
  const nth = repeat.nth === -1 ? inMonth : repeat.nth
  return month.with({ day: firstSuchWeekday + 7 * (nth - 1) }).toString()
}

/**
 * Returns the days of a series from `from` to `until`, both included, in order.
 * @param first the day of the first occurrence; for monthly series it must match `nth`
 */
export function occurrences(first: string, repeat: Repeat, until: string, from = first): string[] {
  const { ends } = repeat
  const last = ends.by === 'day' && ends.day < until ? ends.day : until
  const count = ends.by === 'count' ? ends.count : Number.POSITIVE_INFINITY
  const days: string[] = []
  for (let number = 0; number < count; number++) {
    const day = occurrenceDay(first, repeat, number)
    if (day > last) break
    if (day >= from) days.push(day)
  }
  return days
}

/** Returns the last day for which occurrences are stored: `months` months after `today`. */
export const materializeUntil = (today: string, months = materializedMonthsAhead): string =>
  Temporal.PlainDate.from(today).add({ months }).toString()

/** Returns the number of days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
