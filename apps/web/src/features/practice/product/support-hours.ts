import { Temporal } from 'temporal-polyfill'

/**
 * The support hours of the practice [9.03]. `days` lists weekdays in order (Monday is 1). `from` and `to` are times of
 * day in `zone`.
 */
export type SupportHours = { days: readonly number[]; from: string; to: string; zone: string }

/**
 * The support hours in the reader's time zone: the first and last weekday (Monday is 1) and the times of day. `overnight` is whether the hours end
 * on the next day.
 */
export type LocalSupportHours = { first: number; last: number; from: string; to: string; overnight: boolean }

/**
 * Converts support hours to the time zone of the reader. Uses the UTC offsets of both zones in the week of `now`; after
 * the last support day of a week, those of the next week.
 */
export function localSupportHours(
  { days, from, to, zone: own }: SupportHours,
  zone: string,
  now: Date,
): LocalSupportHours {
  const there = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(own)
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const at = (day: number, time: string) =>
    there
      .toPlainDate()
      .add({ days: day - there.dayOfWeek + (there.dayOfWeek > last ? 7 : 0) })
      .toZonedDateTime({ timeZone: own, plainTime: time })
      .withTimeZone(zone)
  const clock = (when: Temporal.ZonedDateTime) => when.toPlainTime().toString({ smallestUnit: 'minute' })
  const opens = at(first, from)
  const closes = at(first, to)
  return {
    first: opens.dayOfWeek,
    last: at(last, from).dayOfWeek,
    from: clock(opens),
    to: clock(closes),
    overnight: opens.dayOfWeek !== closes.dayOfWeek,
  }
}
