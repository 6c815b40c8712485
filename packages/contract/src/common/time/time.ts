import { Temporal } from 'temporal-polyfill'

/** Matches a clock time within a day, `HH:MM`. */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * Whether a text is an existing calendar day, `YYYY-MM-DD`, of the years 1000 to 2999. Forms and URLs use this function, because they load no schema.
 * `Date` parses 31 February as 3 March, so the function formats the parsed date and compares the result with the text.
 */
export function isDay(typed: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? Date.parse(typed) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed) && isWithinReach(typed)
}

/** Whether a text is an instant in UTC, in the form that the API returns, on an existing day of the years 1000 to 2999. */
export function isInstant(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && isWithinReach(text) && new Date(at).toISOString().slice(0, 10) === text.slice(0, 10)
}

export function isWithinReach(day: string): boolean {
  return day >= '1000' && day < '3000'
}

/** Whether a time span that begins on `firstDay` can end on `lastDay`: on the same day or later. */
export const canEndOn = (lastDay: string, firstDay: string) => lastDay >= firstDay

export const isClockTime = (typed: string) => clockTime.test(typed)

/** The weekdays in ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Formats minutes since midnight as a time `HH:MM`; 1440 is `24:00`. */
export const timeOfDayAt = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Returns the weekday of a day in ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** Whether `zone` is an IANA time zone name that this runtime supports. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/**
 * Returns the instant of a wall-clock time in a zone. If the time exists twice on that day, `passing` selects the first or the second. A
 * time that does not exist moves forward by the length of the gap (02:30 becomes 03:30), as RFC 5545 §3.3.5 defines.
 * @param day `YYYY-MM-DD` @param time `HH:MM` @param zone IANA name
 */
export function instantOf(day: string, time: string, zone: string, passing: 'first' | 'second' = 'first'): string {
  const wall = Temporal.PlainDateTime.from(`${day}T${time}`)
  const disambiguation = passing === 'second' ? 'later' : 'compatible'
  return new Date(wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds).toISOString()
}

/** Returns whether a wall-clock time exists once, never or twice on a day in a zone. A clock change skips or repeats some times. */
export function wallClockOccurrence(day: string, time: string, zone: string): 'once' | 'never' | 'twice' {
  const wall = Temporal.PlainDateTime.from(`${day}T${time}`)
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return 'once'
  return earlier.toPlainDateTime().equals(wall) ? 'twice' : 'never'
}

/** Returns day and wall-clock time of an instant in a zone: `{ day: 'YYYY-MM-DD', time: 'HH:MM' }`. */
export function wallClockOf(instant: string, zone: string): { day: string; time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return { day: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The moment of an instant with the offset of a zone: '2026-11-18T11:00:00.000+01:00'. */
export const momentWithOffset = (instant: string, zone: string): string =>
  Temporal.Instant.from(new Date(instant).toISOString()).toString({ timeZone: zone, smallestUnit: 'millisecond' })

/** Returns the day that `now` is in a time zone. */
export const todayIn = (zone: string, now: Date): string => wallClockOf(now.toISOString(), zone).day

/** Returns the first instant of a day in a zone (`from`) and the first instant of the next day (`to`). A day lasts 23, 24 or 25 hours. */
export function dayBounds(day: string, zone: string): { from: string; to: string } {
  const date = Temporal.PlainDate.from(day)
  const at = (d: Temporal.PlainDate) => new Date(d.toZonedDateTime(zone).epochMilliseconds).toISOString()
  return { from: at(date), to: at(date.add({ days: 1 })) }
}

export type Period = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'

/** Returns the first day of the period that contains `day`, moved forward by `later` periods. Weeks begin on Monday (ISO 8601). */
export function periodStart(period: Period, day: string, later = 0): string {
  const date = Temporal.PlainDate.from(day)
  const starts: Record<Period, () => Temporal.PlainDate> = {
    daily: () => date.add({ days: later }),
    weekly: () => date.subtract({ days: date.dayOfWeek - 1 }).add({ weeks: later }),
    monthly: () => date.with({ day: 1 }).add({ months: later }),
    quarterly: () => date.with({ day: 1, month: Math.floor((date.month - 1) / 3) * 3 + 1 }).add({ months: 3 * later }),
    yearly: () => date.with({ day: 1, month: 1 }).add({ years: later }),
  }
  return starts[period]().toString()
}

/** Returns the age in full years on the day `today`. */
export function ageOn(born: string, today: string): number {
  return Temporal.PlainDate.from(born).until(Temporal.PlainDate.from(today), { largestUnit: 'years' }).years
}

/** An interval in which the UTC offset of a zone does not change. All values are milliseconds; the interval ends before `to`. */
export type OffsetInterval = { from: number; to: number; offset: number }

/**
 * Returns the offset intervals of a zone between two instants, in order and without gaps. With these intervals, the
 * wall-clock times of many days can be converted by addition and subtraction only. A time that does not exist is in no
 * interval; a time that exists twice is in two.
 */
export function offsetIntervals(zone: string, from: number, to: number): OffsetInterval[] {
  const stretches: OffsetInterval[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  for (;;) {
    const change = at.getTimeZoneTransition('next')
    const end = change ? Math.min(change.epochMilliseconds, to) : to
    stretches.push({ from: at.epochMilliseconds, to: end, offset: Math.round(at.offsetNanoseconds / 1e6) })
    if (!change || end === to) return stretches
    at = change
  }
}

type WallClock = { day: string; time: string }
const plainDateTime = ({ day, time }: WallClock) => Temporal.PlainDateTime.from(`${day}T${time}`)

/** Adds minutes to a wall-clock time as if no clock change happened. */
export function shiftWallClock(wall: WallClock, minutes: number): WallClock {
  const moved = plainDateTime(wall).add({ minutes })
  return { day: moved.toPlainDate().toString(), time: moved.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** Returns the minutes from one wall-clock time to another, as if no clock change happened. */
export const minutesBetween = (from: WallClock, to: WallClock): number =>
  plainDateTime(from).until(plainDateTime(to), { largestUnit: 'minutes' }).minutes

/** Returns the day a calendar month later. If that month has no such day, its last day. */
export const monthAfter = (day: string): string => Temporal.PlainDate.from(day).add({ months: 1 }).toString()

export const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** Returns the time zones of a country (ISO 3166-1 alpha-2); an empty list if the JavaScript engine does not provide them. */
export function zonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] }
  return locale.getTimeZones?.() ?? []
}
