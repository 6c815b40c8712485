import { isIntegerWithin } from '@attune/contract/common/numbers'
import { instantOf, isDay, isClockTime, wallClockOccurrence, wallClockOf } from '@attune/contract/common/time/time'
import { defaultDurationMinutes, longestSessionMinutes } from '@attune/contract/common/constants'

/** The entered time of a session, on the clock of a time zone. */
export type SessionTimeDraft = {
  day: string
  time: string
  /** The duration; null if the entered text is not a number. */
  minutes: number | null
  /**
   * The instant from which day and time were derived. If the clocks repeat an hour, it decides which occurrence is meant, as long as day and time are
   * unchanged.
   */
  at?: string
}
export type SessionTimeProblems = Partial<
  Record<'day' | 'time' | 'minutes', 'dateMissing' | 'timeMissing' | 'past' | 'durationWrong'>
>

/** Returns the next full hour that is at least one hour away, with the default duration. */
export function nextFullHour(zone: string, now = new Date()): SessionTimeDraft {
  const hour = 3_600_000
  const { day, time } = wallClockOf(new Date(Math.ceil(now.getTime() / hour + 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** Returns the full hour before the current hour, with the default duration, as the initial time of a past session. */
export function lastFullHour(zone: string, now = new Date()): SessionTimeDraft {
  const hour = 3_600_000
  const { day, time } = wallClockOf(new Date(Math.floor(now.getTime() / hour - 1) * hour).toISOString(), zone)
  return { day, time, minutes: defaultDurationMinutes }
}

/** Converts a session's time to the initial value of the fields. */
export function sessionTimeDraftOf(
  session: { startsAt: string; durationMinutes: number },
  zone: string,
): SessionTimeDraft {
  const at = new Date(session.startsAt).toISOString()
  return { ...wallClockOf(at, zone), minutes: session.durationMinutes, at }
}

/** Returns the problems of an entered time by field; empty if the time is valid. */
export function sessionTimeProblems(when: SessionTimeDraft, zone: string, now = new Date()): SessionTimeProblems {
  const problems: SessionTimeProblems = {}
  if (!isDay(when.day)) problems.day = 'dateMissing'
  if (!isClockTime(when.time)) problems.time = 'timeMissing'
  if (!isIntegerWithin(when.minutes, 1, longestSessionMinutes)) problems.minutes = 'durationWrong'
  const at = startInstantOf(when, zone)
  if (at && Date.parse(at) < now.getTime()) problems.time = 'past'
  return problems
}

/** Returns the instant of an entered time. Returns null if the day or the time is missing or invalid. */
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
 * Returns `never` if the clocks skip the entered time on that day. If the clocks repeat the time, returns `twice` if
 * the first occurrence is meant and `second` if the second is meant. Returns null for other times and for an incomplete
 * time.
 */
export function irregularHour(when: SessionTimeDraft, zone: string): 'never' | 'twice' | 'second' | null {
  if (!isDay(when.day) || !isClockTime(when.time)) return null
  const kind = wallClockOccurrence(when.day, when.time, zone)
  if (kind === 'twice' && startInstantOf(when, zone) !== instantOf(when.day, when.time, zone)) return 'second'
  return kind === 'once' ? null : kind
}

/** Returns the draft with the chosen occurrence of a time that the clocks repeat. */
export const withHourOccurrence = (
  when: SessionTimeDraft,
  zone: string,
  passing: 'first' | 'second',
): SessionTimeDraft => ({
  ...when,
  at: instantOf(when.day, when.time, zone, passing),
})

/** Returns the instant that is `minutes` after `startsAt`. */
export const endInstantOf = (startsAt: string, minutes: number) =>
  new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
