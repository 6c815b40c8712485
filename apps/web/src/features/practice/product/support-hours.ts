import { Temporal } from 'temporal-polyfill'

/** The support hours of the practice [9.03]. */
export type SupportHours = {
  /** The weekdays in order; Monday is 1. */
  days: readonly number[]
  /** A time of day in `zone`. */
  from: string
  /** A time of day in `zone`. */
  to: string
  zone: string
}

/** The support hours in the reader's time zone. */
export type LocalSupportHours = {
  /** The first weekday; Monday is 1. */
  first: number
  /** The last weekday. */
  last: number
  from: string
  to: string
  /** Whether the hours end on the next day. */
  overnight: boolean
}

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
