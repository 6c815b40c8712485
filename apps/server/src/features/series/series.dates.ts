import { layOutUntil, nthDay, nthsOf, occurrences, type Repeat } from '@attune/contract/common/recurrence'
import { instantOf, wallClock, wallOf } from '@attune/contract/common/time'

/** When something repeats: a rule in the wall-clock time of a zone. */
export type Rule = {
  repeat: Repeat
  zone: string
  /** The day of the first occurrence, `YYYY-MM-DD`, and the wall-clock time of all of them, `HH:MM`. */
  firstDay: string
  time: string
  durationMinutes: number
}

/** A day of a rule with its instants. */
export type Occurrence = { day: string; startsAt: string; endsAt: string; wallClock: 'once' | 'never' | 'twice' }

const minute = 60_000

/** The occurrence that a rule has on one of its days. It lasts as long as it says, through a night in which the clock is changed too. */
export function occurrenceOn(rule: Pick<Rule, 'time' | 'zone' | 'durationMinutes'>, day: string): Occurrence {
  const startsAt = instantOf(day, rule.time, rule.zone)
  const endsAt = new Date(Date.parse(startsAt) + rule.durationMinutes * minute).toISOString()
  return { day, startsAt, endsAt, wallClock: wallClock(day, rule.time, rule.zone) }
}

/** The occurrences of a rule between two of its zone's days, both included, in order. */
export const occurrencesOf = (rule: Rule, until: string, from = rule.firstDay): Occurrence[] =>
  occurrences(rule.firstDay, rule.repeat, until, from).map((day) => occurrenceOn(rule, day))

/** The rule whose first occurrence is at an instant, as the wall clock of a zone shows it. */
export function ruleFrom(startsAt: string, durationMinutes: number, repeat: Repeat, zone: string): Rule {
  const { day: firstDay, time } = wallOf(startsAt, zone)
  return { repeat, zone, firstDay, time, durationMinutes }
}

/** Whether a rhythm can begin on a day: for months it has to be the weekday's number that it names, and it may not end before. */
export const mayBeginOn = (day: string, repeat: Repeat): boolean =>
  (repeat.every === 'weeks' || nthsOf(day).includes(repeat.nth)) && (repeat.ends.by !== 'day' || repeat.ends.day >= day)

/** The day after which a rule has no occurrence; null where it goes on for ever. */
export function lastDayOf({ repeat, firstDay }: Pick<Rule, 'repeat' | 'firstDay'>): string | null {
  const { ends } = repeat
  if (ends.by === 'never') return null
  return ends.by === 'day' ? ends.day : nthDay(firstDay, repeat, ends.count - 1)
}

/** The day until which a rule is laid out now: twelve months ahead, its first occurrence in any case. */
export function layOutNow({ zone, firstDay }: Pick<Rule, 'zone' | 'firstDay'>, now: Date): string {
  const until = layOutUntil(wallOf(now.toISOString(), zone).day)
  return until > firstDay ? until : firstDay
}
