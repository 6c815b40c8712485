import { Temporal } from 'temporal-polyfill'

/** Hours as the practice keeps them: weekdays from Monday = 1, in order, and times in its zone [9.03]. */
export type Hours = { days: readonly number[]; from: string; to: string; zone: string }

/** The same as a reader's week: its first and last weekday, and the times of each day. `overnight`: it closes on the day after. */
export type HoursHere = { first: number; last: number; from: string; to: string; overnight: boolean }

/**
 * When support is there, in the zone of who asks. The week of `now` decides about daylight saving on both sides.
 */
export function hoursHere({ days, from, to, zone: own }: Hours, zone: string, now: Date): HoursHere {
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
