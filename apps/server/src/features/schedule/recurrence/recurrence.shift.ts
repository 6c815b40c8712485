import { daysBetween } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { minutesBetween, shiftWallClock, wallClockOf } from '@attune/contract/common/time/time'
import type { RecurrenceRule } from './recurrence.dates.ts'
import type { StoredOccurrence } from './recurrence.queries.ts'

/** The number of days by which a rule moves, and the new wall-clock time and duration of its occurrences. */
export type SeriesShift = { days: number; time: string; durationMinutes: number }

type ShiftInput = {
  series: RecurrenceRule
  anchor: StoredOccurrence
  startsAt: string
  durationMinutes: number
  /** The new rule; undefined if the rule does not change. */
  repeat: Repeat | undefined
}

/**
 * Returns whether all occurrences move by the same number of days. This is false for a new rule, and for a monthly rule
 * that moves to another day.
 */
export const movesUniformly = (input: ShiftInput): boolean =>
  !input.repeat && (input.series.repeat.every === 'weeks' || seriesShiftOf(input, true).days === 0)

/**
 * Returns the shift of a series by the new time of one occurrence (`anchor`). The rule takes the new wall-clock time.
 * Exception: if `anchor` was changed individually before and the recurrence does not change (`stays`), the rule moves
 * by the same amount of time as `anchor`.
 */
export function seriesShiftOf({ series, anchor, ...input }: ShiftInput, stays: boolean): SeriesShift {
  const [from, to] = [wallClockOf(anchor.startsAt, series.zone), wallClockOf(input.startsAt, series.zone)]
  const length = (Date.parse(anchor.endsAt) - Date.parse(anchor.startsAt)) / 60_000
  const same = input.durationMinutes === length && (stays || !anchor.detached)
  const durationMinutes = same ? series.durationMinutes : input.durationMinutes
  if (anchor.detached && stays) {
    const moved = shiftWallClock({ day: anchor.day, time: series.time }, minutesBetween(from, to))
    return { days: daysBetween(anchor.day, moved.day), time: moved.time, durationMinutes }
  }
  // The start is unchanged, so the rule keeps its time. The wall-clock time of `anchor.startsAt` may differ from that
  // time, because an occurrence starts later on a day on which a clock change skips the time.
  if (!anchor.detached && input.startsAt === anchor.startsAt) return { days: 0, time: series.time, durationMinutes }
  return { days: daysBetween(anchor.day, to.day), time: to.time, durationMinutes }
}
