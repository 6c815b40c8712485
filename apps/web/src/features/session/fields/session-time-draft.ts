import { isIntegerWithin } from '@attune/contract/common/numbers'
import { instantOf, isDay, isClockTime, wallClockOccurrence, wallClockOf } from '@attune/contract/common/time'
import { defaultDurationMinutes, longestSessionMinutes } from '@attune/contract/common/constants'

/**
 * A session's time as entered: wall-clock day and time in a zone, and the duration in minutes. `at` is the instant from
 * which day and time were derived. While they still match `at`, it decides which occurrence of a repeated hour is meant.
 */
export type SessionTimeDraft = { day: string; time: string; minutes: number | null; at?: string }
export type SessionTimeProblems = Partial<
  Record<'day' | 'time' | 'minutes', 'dateMissing' | 'timeMissing' | 'past' | 'durationWrong'>
>

/** The next full hour that is at least one hour away, with the default duration. */
export function nextFullHour(zone: string, now = new Date()): SessionTimeDraft {
  const hour = 3_600_000
  const { day, time } = wallClockOf(new Date(Math.ceil(now.getTime() / hour + 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** The full hour before the current one, with the default duration: the initial time of a past session. */
export function lastFullHour(zone: string, now = new Date()): SessionTimeDraft {
  const hour = 3_600_000
  const { day, time } = wallClockOf(new Date(Math.floor(now.getTime() / hour - 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** A session's time as the initial value of the fields. */
export function sessionTimeDraftOf(
  session: { startsAt: string; durationMinutes: number },
  zone: string,
): SessionTimeDraft {
  const at = new Date(session.startsAt).toISOString()
  return { ...wallClockOf(at, zone), minutes: session.durationMinutes, at }
}

/** The problems of an entered time, by field; empty if it is valid. */
export function sessionTimeProblems(when: SessionTimeDraft, zone: string, now = new Date()): SessionTimeProblems {
  const problems: SessionTimeProblems = {}
  if (!isDay(when.day)) problems.day = 'dateMissing'
  if (!isClockTime(when.time)) problems.time = 'timeMissing'
  if (!isIntegerWithin(when.minutes, 1, longestSessionMinutes)) problems.minutes = 'durationWrong'
  const at = startInstantOf(when, zone)
  if (at && Date.parse(at) < now.getTime()) problems.time = 'past'
  return problems
}

/** The instant of an entered time; null while it is incomplete. */
export function startInstantOf(when: SessionTimeDraft, zone: string): string | null {
  if (!isDay(when.day) || !isClockTime(when.time)) return null
  return matchesInstant(when, zone) ? when.at : instantOf(when.day, when.time, zone)
}

function matchesInstant(when: SessionTimeDraft, zone: string): when is SessionTimeDraft & { at: string } {
  if (!when.at) return false
  const { day, time } = wallClockOf(when.at, zone)
  return day === when.day && time === when.time
}

/**
 * Whether the hour does not exist on that day, or exists twice and the first or second occurrence is meant; null if it
 * is unambiguous.
 */
export function irregularHour(when: SessionTimeDraft, zone: string): 'never' | 'twice' | 'second' | null {
  if (!isDay(when.day) || !isClockTime(when.time)) return null
  const kind = wallClockOccurrence(when.day, when.time, zone)
  if (kind === 'twice' && startInstantOf(when, zone) !== instantOf(when.day, when.time, zone)) return 'second'
  return kind === 'once' ? null : kind
}

/** The same wall-clock time in the first or second occurrence of an hour that exists twice. */
export const withHourOccurrence = (
  when: SessionTimeDraft,
  zone: string,
  passing: 'first' | 'second',
): SessionTimeDraft => ({
  ...when,
  at: instantOf(when.day, when.time, zone, passing),
})

/** The instant at which a session ends that starts at `startsAt` and lasts `minutes`. */
export const endInstantOf = (startsAt: string, minutes: number) =>
  new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
