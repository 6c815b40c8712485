import { materializeUntil, occurrenceDay, monthlyPositions, occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { canEndOn, instantOf, todayIn, wallClockOccurrence, wallClockOf } from '@attune/contract/common/time/time'
import { createRefusal } from '../../../platform/policy/refusal.ts'

/** A recurrence rule in the wall-clock time of a time zone. */
export type RecurrenceRule = {
  repeat: Repeat
  zone: string
  /** The day of the first occurrence (`YYYY-MM-DD`). */
  firstDay: string
  /** The wall-clock time of all occurrences (`HH:MM`). */
  time: string
  durationMinutes: number
}

/** One day of a rule, with the start and end of the occurrence. */
export type Occurrence = {
  day: string
  startsAt: string
  endsAt: string
  /** The number of instants on that day that have the wall-clock time of the rule. A clock change can skip or repeat this time. */
  wallClock: 'once' | 'never' | 'twice'
}

const minute = 60_000

/**
 * Returns the occurrence of a rule on one of its days. A clock change during the occurrence does not change its
 * duration.
 */
export function occurrenceOn(rule: Pick<RecurrenceRule, 'time' | 'zone' | 'durationMinutes'>, day: string): Occurrence {
  const startsAt = instantOf(day, rule.time, rule.zone)
  const endsAt = new Date(Date.parse(startsAt) + rule.durationMinutes * minute).toISOString()
  return { day, startsAt, endsAt, wallClock: wallClockOccurrence(day, rule.time, rule.zone) }
}

/**
 * Returns the occurrences of a rule from the day `from` to the day `until`, both included, in order. The days are in
 * the time zone of the rule.
 */
export const occurrencesOf = (rule: RecurrenceRule, until: string, from = rule.firstDay): Occurrence[] =>
  occurrences(rule.firstDay, rule.repeat, until, from).map((day) => occurrenceOn(rule, day))

/**
 * Returns whether a recurrence can start on a day. The recurrence must not end before that day. For a monthly
 * recurrence, the day must be the `nth` weekday of its month.
 */
export const canStartOn = (day: string, repeat: Repeat): boolean =>
  (repeat.every === 'weeks' || monthlyPositions(day).includes(repeat.nth)) &&
  (repeat.ends.by !== 'day' || canEndOn(repeat.ends.day, day))

/** Returns a day after which a rule has no occurrence; null if the rule does not end. */
export function lastDayOf({ repeat, firstDay }: Pick<RecurrenceRule, 'repeat' | 'firstDay'>): string | null {
  const { ends } = repeat
  if (ends.by === 'never') return null
  return ends.by === 'day' ? ends.day : occurrenceDay(firstDay, repeat, ends.count - 1)
}

/**
 * Returns the day until which the occurrences of a rule are stored as rows now: twelve months from now, or the first
 * occurrence if that is later.
 */
export function materializationEnd({ zone, firstDay }: Pick<RecurrenceRule, 'zone' | 'firstDay'>, now: Date): string {
  const until = materializeUntil(todayIn(zone, now))
  return until > firstDay ? until : firstDay
}

export const isUpcoming = ({ startsAt }: { startsAt: string }, now: Date): boolean =>
  Date.parse(startsAt) > now.getTime()

type FirstOccurrence = { startsAt: string; durationMinutes: number; repeat: Repeat }

/**
 * Returns the series that starts with a first occurrence, and the occurrences to store as rows now. Refuses with
 * BAD_REQUEST if the rule does not include the day of the first occurrence.
 */
export function startRecurrence({ startsAt, durationMinutes, repeat }: FirstOccurrence, zone: string, now: Date) {
  const { day: firstDay, time } = wallClockOf(startsAt, zone)
  const rule: RecurrenceRule = { repeat, zone, firstDay, time, durationMinutes }
  if (!canStartOn(firstDay, repeat)) throw createRefusal('BAD_REQUEST', 400)
  const materializedUntil = materializationEnd(rule, now)
  return {
    series: { ...rule, materializedUntil, lastDay: lastDayOf(rule) },
    dates: occurrencesOf(rule, materializedUntil),
  }
}
