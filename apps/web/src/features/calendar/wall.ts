import { dayBounds, instantOf, wallOf } from '@attune/contract/common/time'

const dayMilliseconds = 86_400_000
const minuteMilliseconds = 60_000
export const dayMinutes = 1440

/** A time on the wall: the day, and the minutes that the clock shows since midnight. */
export type Wall = { day: string; minute: number }

/** The day so many days later, counted on the calendar: no zone is asked. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10)

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

export const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / minuteMilliseconds)

export const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * minuteMilliseconds).toISOString()

const two = (number: number) => String(number).padStart(2, '0')
/** '09:30' of the minutes since midnight. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

export function wallAt(instant: string, zone: string): Wall {
  const { day, time } = wallOf(instant, zone)
  return { day, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}

/** The instant of a wall-clock time; minutes before midnight or beyond it belong to the days around. */
export function instantAt({ day, minute }: Wall, zone: string): string {
  const days = Math.floor(minute / dayMinutes)
  return instantOf(addDays(day, days), clockText(minute - days * dayMinutes), zone)
}

/**
 * Where something is drawn: its wall clock, written as if it were UTC. The drawing then knows nothing of zones. In the
 * night in which an hour passes twice the clock may show an end before the start: there it is drawn as long as it lasts.
 */
export function drawnAt(startUtc: string, endUtc: string, zone: string): { start: string; end: string } {
  const at = (instant: string) => {
    const { day, time } = wallOf(instant, zone)
    return `${day}T${time}:00Z`
  }
  const start = at(startUtc)
  const end = at(endUtc)
  return { start, end: end > start ? end : minutesAfter(start, minutesBetween(startUtc, endUtc)) }
}

/** The part of each day that something takes, on the wall. */
export function piecesOf(startUtc: string, endUtc: string, zone: string): { day: string; from: number; to: number }[] {
  const { start, end } = drawnAt(startUtc, endUtc, zone)
  const minuteOf = (drawn: string) => Number(drawn.slice(11, 13)) * 60 + Number(drawn.slice(14, 16))
  const pieces = []
  for (let day = start.slice(0, 10); day <= end.slice(0, 10); day = addDays(day, 1)) {
    const from = day === start.slice(0, 10) ? minuteOf(start) : 0
    const to = day === end.slice(0, 10) ? minuteOf(end) : dayMinutes
    if (to > from) pieces.push({ day, from, to })
  }
  return pieces
}

/** The instants between which days lie, both included. */
export const spanOf = (first: string, last: string, zone: string) => ({
  from: dayBounds(first, zone).from,
  to: dayBounds(last, zone).to,
})
