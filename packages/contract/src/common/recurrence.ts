import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { Day } from './time.ts'

/** The most dates that a series may name; without an end it goes on. */
export const longestSeries = 520
/** So many months ahead the dates of a series are laid out as rows. */
export const seriesMonthsAhead = 12

const Ends = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('never') }),
  z.strictObject({ by: z.literal('count'), count: z.int().min(1).max(longestSeries) }),
  /** The last day on which there may be one. */
  z.strictObject({ by: z.literal('day'), day: Day }),
])

/** How something repeats from its first day on: every so many weeks on that weekday, or on the same weekday of each month. */
export const Repeat = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('weeks'), weeks: z.int().min(1).max(52), ends: Ends }),
  /** `nth`: the first to fourth such weekday of a month, or -1, the last. Only the first day's own fits. */
  z.strictObject({
    every: z.literal('months'),
    nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(-1)]),
    ends: Ends,
  }),
])
export type Repeat = z.infer<typeof Repeat>

/** Which of its weekday in its month a day is: 1 to 4, and -1 where it is the last. A fourth that is the last is both. */
export function nthsOf(day: string): (1 | 2 | 3 | 4 | -1)[] {
  const date = Temporal.PlainDate.from(day)
  const nth = Math.ceil(date.day / 7)
  const isLast = date.day + 7 > date.daysInMonth
  return [...(nth <= 4 ? [nth as 1 | 2 | 3 | 4] : []), ...(isLast ? [-1 as const] : [])]
}

/** The day of the occurrence with a number, counted from 0, without regard to the end. */
export function nthDay(first: string, repeat: Repeat, number: number): string {
  const from = Temporal.PlainDate.from(first)
  if (repeat.every === 'weeks') return from.add({ weeks: repeat.weeks * number }).toString()
  const month = from.with({ day: 1 }).add({ months: number })
  const toWeekday = (from.dayOfWeek - month.dayOfWeek + 7) % 7
  const firstOfKind = 1 + toWeekday
  const inMonth = Math.floor((month.daysInMonth - firstOfKind) / 7) + 1
  const nth = repeat.nth === -1 ? inMonth : repeat.nth
  return month.with({ day: firstOfKind + 7 * (nth - 1) }).toString()
}

/**
 * The days on which something repeats, both bounds included, in order.
 * @param first the day of the first occurrence; for months it must be the `nth` of its weekday
 */
export function occurrences(first: string, repeat: Repeat, until: string, from = first): string[] {
  const { ends } = repeat
  const last = ends.by === 'day' && ends.day < until ? ends.day : until
  const count = ends.by === 'count' ? ends.count : Number.POSITIVE_INFINITY
  const days: string[] = []
  for (let number = 0; number < count; number++) {
    const day = nthDay(first, repeat, number)
    if (day > last) break
    if (day >= from) days.push(day)
  }
  return days
}

/** The day until which a series is laid out when it is `today`. */
export const layOutUntil = (today: string, months = seriesMonthsAhead): string =>
  Temporal.PlainDate.from(today).add({ months }).toString()

/** How many days one day is after another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
