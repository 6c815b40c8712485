import { isIntegerWithin } from '@attune/contract/common/numbers'
import { maxOccurrences, monthlyPositions, maxWeeksApart } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { canEndOn, isDay } from '@attune/contract/common/time/time'

type Nth = Extract<Repeat, { every: 'months' }>['nth']

/**
 * The entered recurrence rule. Also contains the values of options that are not selected, so that they reappear when an option is selected again.
 */
export type RecurrenceDraft = {
  every: 'weeks' | 'months'
  weeks: number | null
  nth: Nth | null
  ends: Repeat['ends']['by']
  count: number | null
  until: string
}

export const weeklyRecurrenceDraft: RecurrenceDraft = {
  every: 'weeks',
  weeks: 1,
  nth: null,
  ends: 'never',
  count: 10,
  until: '',
}

/** Converts the recurrence rule of a series to the initial values of the fields. */
export function recurrenceDraftOf(repeat: Repeat): RecurrenceDraft {
  const { ends } = repeat
  return {
    ...weeklyRecurrenceDraft,
    every: repeat.every,
    ...(repeat.every === 'weeks' ? { weeks: repeat.weeks } : { nth: repeat.nth }),
    ends: ends.by,
    ...(ends.by === 'count' && { count: ends.count }),
    ...(ends.by === 'day' && { until: ends.day }),
  }
}

/**
 * Returns the position of `firstDay` among the same weekdays of its month: 1 to 4, or -1 for the last. If both 4 and -1
 * fit, returns the position chosen in `rhythm`, by default 4.
 */
export function nthWeekday(rhythm: RecurrenceDraft, firstDay: string): Nth {
  const fitting = monthlyPositions(firstDay)
  return fitting.find((nth) => nth === rhythm.nth) ?? fitting[0]
}

export type RecurrenceProblems = Partial<
  Record<'weeks' | 'count' | 'until', 'weeksWrong' | 'countWrong' | 'untilWrong'>
>

/** Returns the problems of an entered recurrence rule by field; empty if the rule is valid. */
export function recurrenceProblems(rhythm: RecurrenceDraft, firstDay: string): RecurrenceProblems {
  const { every, weeks, ends, count, until } = rhythm
  return {
    ...(every === 'weeks' && !isIntegerWithin(weeks, 1, maxWeeksApart) && { weeks: 'weeksWrong' }),
    ...(ends === 'count' && !isIntegerWithin(count, 1, maxOccurrences) && { count: 'countWrong' }),
    ...(ends === 'day' && !(isDay(until) && canEndOn(until, firstDay)) && { until: 'untilWrong' }),
  }
}

/** Converts an entered recurrence rule to request input. Returns null if a value is missing or invalid. */
export function recurrenceRule(rhythm: RecurrenceDraft, firstDay: string): Repeat | null {
  if (!isDay(firstDay) || Object.keys(recurrenceProblems(rhythm, firstDay)).length > 0) return null
  const ends = {
    never: { by: 'never' },
    count: { by: 'count', count: rhythm.count ?? 1 },
    day: { by: 'day', day: rhythm.until },
  } as const
  const end = ends[rhythm.ends]
  return rhythm.every === 'weeks'
    ? { every: 'weeks', weeks: rhythm.weeks ?? 1, ends: end }
    : { every: 'months', nth: nthWeekday(rhythm, firstDay), ends: end }
}
