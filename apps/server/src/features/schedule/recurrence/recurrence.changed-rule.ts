import { monthlyPositions, occurrenceDay, occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { shiftDay } from '@attune/contract/common/time/time'
import { lastDayOf, type Occurrence, occurrenceOn, type RecurrenceRule } from './recurrence.dates.ts'
import type { StoredSeries } from './recurrence.queries.ts'

/**
 * Returns the last day of a series after its rule has moved; null if the series does not end. If a command ended the
 * series earlier than its rule, that end moves as well.
 */
export function movedLastDay(
  series: StoredSeries,
  rule: RecurrenceRule,
  toDay: (day: string) => string,
): string | null {
  const [natural, moved] = [lastDayOf(series), lastDayOf(rule)]
  if (!series.lastDay || (natural && natural <= series.lastDay)) return moved
  const ended = toDay(occurrences(series.firstDay, series.repeat, series.lastDay).at(-1) ?? series.lastDay)
  return moved && moved < ended ? moved : ended
}

/**
 * Returns the part of a rule that starts at `cutoff`. If the rule ends after a number of occurrences, the earlier
 * occurrences are subtracted from that number.
 */
export function remainingRule(
  { firstDay, repeat }: RecurrenceRule,
  cutoff: string,
): Pick<RecurrenceRule, 'firstDay' | 'repeat'> {
  const endless = { ...repeat, ends: { by: 'never' as const } }
  const first = occurrences(firstDay, endless, shiftDay(cutoff, 400), cutoff)[0] ?? cutoff
  const { ends } = repeat
  if (ends.by !== 'count') return { firstDay: first, repeat }
  const past = occurrences(firstDay, endless, shiftDay(first, -1)).length
  return { firstDay: first, repeat: { ...repeat, ends: { by: 'count', count: Math.max(1, ends.count - past) } } }
}

/** Shifts the end of a rule by a number of days. Rules that do not end on a given day stay unchanged. */
export const shiftRuleEnd = (repeat: Repeat, days: number): Repeat =>
  repeat.ends.by === 'day' ? { ...repeat, ends: { by: 'day', day: shiftDay(repeat.ends.day, days) } } : repeat

/**
 * Adapts a monthly rule to another day. Keeps `nth` if the day is the `nth` weekday of its month (for example the
 * second Monday); otherwise takes an `nth` that matches the day. Weekly rules stay unchanged.
 */
export function fitToDay(repeat: Repeat, day: string): Repeat {
  if (repeat.every === 'weeks') return repeat
  const nths = monthlyPositions(day)
  return { ...repeat, nth: nths.includes(repeat.nth) ? repeat.nth : nths[0] }
}

/**
 * Goes back from `rule.firstDay` through the days of the rule. Stops before a day that is earlier than `earliest` or
 * that `isAllowed` rejects. Returns the earliest day reached.
 */
export function earliestAllowedDay(
  rule: RecurrenceRule,
  earliest: string,
  isAllowed: (occurrence: Occurrence) => boolean,
): string {
  let first = rule.firstDay
  for (;;) {
    const earlier = occurrenceDay(first, rule.repeat, -1)
    if (earlier < earliest || !isAllowed(occurrenceOn(rule, earlier))) return first
    first = earlier
  }
}

export const monthsBetween = (from: string, to: string) => {
  const [a, b] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  return (b ?? 0) - (a ?? 0)
}
