import { Temporal } from 'temporal-polyfill'

/** Support hours of the practice: weekdays from Monday = 1, in order, and times in its zone [9.03]. */
export type SupportHours = { days: readonly number[]; from: string; to: string; zone: string }

/**
 * Support hours in the reader's zone: first and last weekday, and the times of each day. `overnight`: they end on the
 * next day.
 */
export type LocalSupportHours = { first: number; last: number; from: string; to: string; overnight: boolean }

/** Converts support hours to the reader's zone. The week of `now` decides about daylight saving in both zones. */
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
