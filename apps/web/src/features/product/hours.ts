import { Temporal } from 'temporal-polyfill'

/** Row 9.03: Monday to Friday, 9 to 17 Eastern. */
const support = { zone: 'America/New_York', firstDay: 1, lastDay: 5, from: '09:00', to: '17:00' } as const

type Moment = { weekday: number; time: string }
/** The hours as a week in the reader's zone: from the first opening to the last closing, and those of each day. */
export type SupportHours = {
  zone: string
  first: Moment
  last: Moment
  from: string
  to: string
  /** It closes on the day after. */
  overnight: boolean
  openNow: boolean
}

/**
 * When support is there, in the zone of who asks. The week of `now` decides about daylight saving on both sides.
 * `weekday` counts from Monday = 1.
 */
export function supportHours(zone: string, now: Date): SupportHours {
  const here = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(support.zone)
  const monday = here.toPlainDate().subtract({ days: here.dayOfWeek - support.firstDay })
  const at = (days: number, time: string) =>
    monday.add({ days }).toZonedDateTime({ timeZone: support.zone, plainTime: time }).withTimeZone(zone)
  const moment = (when: Temporal.ZonedDateTime): Moment => ({
    weekday: when.dayOfWeek,
    time: when.toPlainTime().toString({ smallestUnit: 'minute' }),
  })
  const opens = at(0, support.from)
  const closes = at(0, support.to)
  const lastOpens = at(support.lastDay - support.firstDay, support.from)
  const clock = here.toPlainTime().toString({ smallestUnit: 'minute' })
  return {
    zone,
    first: moment(opens),
    last: moment(lastOpens),
    from: moment(opens).time,
    to: moment(closes).time,
    overnight: opens.dayOfWeek !== closes.dayOfWeek,
    openNow: here.dayOfWeek <= support.lastDay && clock >= support.from && clock < support.to,
  }
}
