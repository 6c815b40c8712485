import { Temporal } from 'temporal-polyfill'

/**
 * Support hours of the practice [9.03]. `days` are ordered weekdays, Monday = 1; `from` and `to` are times in `zone`.
 */
export type SupportHours = { days: readonly number[]; from: string; to: string; zone: string }

/**
 * Support hours in the reader's zone: the first and last weekday, and the times on each day. `overnight` means that the
 * support hours of a day end on the next day.
 */
export type LocalSupportHours = { first: number; last: number; from: string; to: string; overnight: boolean }

/**
 * Converts support hours to the reader's zone. Uses the week of `now` to decide whether daylight saving applies in each
 * of the two zones.
 */
export function localSupportHours(
  { days, from, to, zone: own }: SupportHours,
  zone: string,
  now: Date,
): LocalSupportHours {
  const there = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(own)
  const at = (day: number, time: string) =>
    there
      .toPlainDate()
      .add({ days: day - there.dayOfWeek })
      .toZonedDateTime({ timeZone: own, plainTime: time })
      .withTimeZone(zone)
  const clock = (when: Temporal.ZonedDateTime) => when.toPlainTime().toString({ smallestUnit: 'minute' })
  const [first = 1] = days
  const opens = at(first, from)
  const closes = at(first, to)
  return {
    first: opens.dayOfWeek,
    last: at(days.at(-1) ?? first, from).dayOfWeek,
    from: clock(opens),
    to: clock(closes),
    overnight: opens.dayOfWeek !== closes.dayOfWeek,
  }
}
