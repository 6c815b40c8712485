import { instantOf, isDay, isTime, wallClock, wallOf } from '@attune/contract/common/time'
import { defaultDurationMinutes, longestSessionMinutes } from '@attune/contract/common/constants'

/**
 * A time as it is entered: the wall clock of the therapist's zone. `at` is the moment that it was taken from, which holds as long as
 * the clock shows it: in an hour that passes twice the clock does not tell which.
 */
export type When = { day: string; time: string; minutes: number | null; at?: string }
export type WhenProblems = Partial<
  Record<'day' | 'time' | 'minutes', 'dateMissing' | 'timeMissing' | 'past' | 'durationWrong'>
>

/** The next full hour that is at least one hour away, as a beginning. */
export function nextHour(zone: string, now = new Date()): When {
  const hour = 3_600_000
  const { day, time } = wallOf(new Date(Math.ceil(now.getTime() / hour + 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** The full hour that began last but one, for what took place. */
export function lastHour(zone: string, now = new Date()): When {
  const hour = 3_600_000
  const { day, time } = wallOf(new Date(Math.floor(now.getTime() / hour - 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** What a session's time is in the fields that move it. */
export function whenOf(session: { startsAt: string; durationMinutes: number }, zone: string): When {
  const at = new Date(session.startsAt).toISOString()
  return { ...wallOf(at, zone), minutes: session.durationMinutes, at }
}

/** Why a time cannot be sent yet; empty where nothing is wrong. */
export function problemsOf(when: When, zone: string, now = new Date()): WhenProblems {
  const problems: WhenProblems = {}
  if (!isDay(when.day)) problems.day = 'dateMissing'
  if (!isTime(when.time)) problems.time = 'timeMissing'
  if (!when.minutes || !Number.isInteger(when.minutes) || when.minutes > longestSessionMinutes)
    problems.minutes = 'durationWrong'
  const at = startOf(when, zone)
  if (at && Date.parse(at) < now.getTime()) problems.time = 'past'
  return problems
}

/** The instant that a wall-clock time stands for, or null while it is incomplete. */
export function startOf(when: When, zone: string): string | null {
  if (!isDay(when.day) || !isTime(when.time)) return null
  return isTakenFrom(when, zone) ? when.at : instantOf(when.day, when.time, zone)
}

function isTakenFrom(when: When, zone: string): when is When & { at: string } {
  if (!when.at) return false
  const { day, time } = wallOf(when.at, zone)
  return day === when.day && time === when.time
}

/** Says where an hour does not exist or exists twice, and which of the two is meant; null on every other day. */
export function oddHour(when: When, zone: string): 'never' | 'twice' | 'second' | null {
  if (!isDay(when.day) || !isTime(when.time)) return null
  const kind = wallClock(when.day, when.time, zone)
  if (kind === 'twice' && startOf(when, zone) !== instantOf(when.day, when.time, zone)) return 'second'
  return kind === 'once' ? null : kind
}

/** The same time on the clock, in that one of its two passings. */
export const inPassing = (when: When, zone: string, passing: 'first' | 'second'): When => ({
  ...when,
  at: instantOf(when.day, when.time, zone, passing),
})

/** The instant at which a session that starts then ends. */
export const endOf = (startsAt: string, minutes: number) =>
  new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
