import { dayBounds, instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'

const minuteMilliseconds = 60_000
export const minutesPerDay = 1440

/** A wall-clock time: the day, and the minutes that the clock shows since midnight. */
export type WallClockTime = { day: string; minute: number }

export const wholeMinutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / minuteMilliseconds)

export const addMinutes = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * minuteMilliseconds).toISOString()

const two = (number: number) => String(number).padStart(2, '0')
/** Formats minutes since midnight as '09:30'. */
export const formatClock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Returns the instant of a wall-clock time. A negative `minute`, or one above 1,440, is on another day. */
export function instantAtWallClock({ day, minute }: WallClockTime, zone: string): string {
  const days = Math.floor(minute / minutesPerDay)
  return instantOf(shiftDay(day, days), formatClock(minute - days * minutesPerDay), zone)
}

/** Caches wall-clock times, because each render converts the same few hundred instants. */
const wallClockCache = new Map<string, string>()
const maxCached = 5_000

function writtenAt(instant: string, zone: string): string {
  const key = `${instant} ${zone}`
  const known = wallClockCache.get(key)
  if (known) return known
  const { day, time } = wallClockOf(instant, zone)
  const wall = `${day}T${time}:00Z`
  if (wallClockCache.size >= maxCached) wallClockCache.clear()
  wallClockCache.set(key, wall)
  return wall
}

const minuteOf = (written: string) => Number(written.slice(11, 13)) * 60 + Number(written.slice(14, 16))

export function wallClockAt(instant: string, zone: string): WallClockTime {
  const written = writtenAt(instant, zone)
  return { day: written.slice(0, 10), minute: minuteOf(written) }
}

/**
 * Returns the wall-clock times of an item in UTC notation, because the grid handles no time zones. When the clock is
 * set back, an item can end at an earlier wall-clock time than it starts. In this case the returned end is the start
 * plus the real duration.
 */
export function gridTimes(startUtc: string, endUtc: string, zone: string): { start: string; end: string } {
  const start = writtenAt(startUtc, zone)
  const end = writtenAt(endUtc, zone)
  return { start, end: end > start ? end : addMinutes(start, wholeMinutesBetween(startUtc, endUtc)) }
}

/** Splits a time span into one segment per day. `from` and `to` are wall-clock minutes since midnight. */
export function daySegments(
  startUtc: string,
  endUtc: string,
  zone: string,
): { day: string; from: number; to: number }[] {
  const { start, end } = gridTimes(startUtc, endUtc, zone)
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const pieces = []
  for (let day = first; ; day = shiftDay(day, 1)) {
    const from = day === first ? minuteOf(start) : 0
    const to = day === last ? minuteOf(end) : minutesPerDay
    if (to > from) pieces.push({ day, from, to })
    if (day >= last) return pieces
  }
}

/** Returns the instants at which the day `first` starts and the day `last` ends. */
export const instantsOfDays = (first: string, last: string, zone: string) => ({
  from: dayBounds(first, zone).from,
  to: dayBounds(last, zone).to,
})
