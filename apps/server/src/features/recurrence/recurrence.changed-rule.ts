import { monthlyPositions, occurrenceDay, occurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { shiftDay } from '@attune/contract/common/time'
import { lastDayOf, type Occurrence, occurrenceOn, type RecurrenceRule } from './recurrence.dates.ts'
import type { StoredSeries } from './recurrence.queries.ts'

/** The last day of a moved rule. A series that was ended early stays ended. */
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

/** The rest of a rule from one of its days on: fewer occurrences where it ends after a count. */
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

/** Shifts the end of a recurrence by a number of days if it ends on a day. */
export const shiftEnd = (repeat: Repeat, days: number): Repeat =>
  repeat.ends.by === 'day' ? { ...repeat, ends: { by: 'day', day: shiftDay(repeat.ends.day, days) } } : repeat

/** Adapts a monthly rule to another day: keeps the weekday number if it fits that day, else takes one that fits. */
export function fitToDay(repeat: Repeat, day: string): Repeat {
  if (repeat.every === 'weeks') return repeat
  const nths = monthlyPositions(day)
  const nth = nths.includes(repeat.nth) ? repeat.nth : nths[0]
  // A fifth weekday is always the last one of its month.
  return { ...repeat, nth: nth ?? -1 }
}

/**
 * Goes back from `rule.firstDay` through the days of the rule, as long as they are allowed and not before `earliest`.
 * Returns the last day that it reaches.
 */
export function firstFrom(
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
