import { shiftDay, weekdayOf } from '../../../common/time/time.ts'
import { maxTaskRepeats, minTaskRepeats, type TaskRepeat } from './task.rules.ts'

const stepDays = { daily: 1, weekdays: 1, weekly: 7, 'two-weekly': 14, 'four-weekly': 28 } as const

/** Whether a repeat whose day does not exist in a time zone is left out, instead of being due on the next day. */
export const leavesOutMissingDays = (every: TaskRepeat) => every === 'daily' || every === 'weekdays'

/** Returns the same day of a later month, or the last day of a shorter month. */
function shiftMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/**
 * Generates the calendar days of a repeat without end, starting with `first`, which may be a weekend day for `weekdays`. A monthly repeat falls on
 * the last day of a shorter month.
 */
export function* daysOfRepeat(every: TaskRepeat, first: string): Generator<string, never> {
  let day = first
  for (let place = 1; ; place++) {
    yield day
    if (every === 'monthly') day = shiftMonths(first, place)
    else
      do day = shiftDay(day, stepDays[every])
      while (every === 'weekdays' && weekdayOf(day) > 5)
  }
}

/** Returns the days of a repeat up to the day `until`, at most one more than a task may have. */
export function daysUntil(every: TaskRepeat, { first, until }: { first: string; until: string }): string[] {
  const days: string[] = []
  for (const day of daysOfRepeat(every, first)) {
    if (day > until || days.length > maxTaskRepeats) break
    days.push(day)
  }
  return days
}

/** Whether the number of days of a repeat up to the day `until` is within the limits of a task. */
export function canRepeatUntil(every: TaskRepeat, range: { first: string; until: string }): boolean {
  const { length } = daysUntil(every, range)
  return length >= minTaskRepeats && length <= maxTaskRepeats
}
