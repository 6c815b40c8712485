import { dayBounds, instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { daysOfRepeat, leavesOutMissingDays } from '@attune/contract/features/care/task/task.repeats.rules'
import { maxTaskRepeats, type TaskRepeat } from '@attune/contract/features/care/task/task.rules'

/** The local time at which clients are reminded of tasks on the due day. */
export const dueReminderTime = '09:00'

/** Returns the day, or the next day if the time zone skips this day (as Samoa skipped 30 December 2011). */
export const existingDay = (day: string, zone: string): string => wallClockOf(dayBounds(day, zone).from, zone).day

/**
 * Returns the instant of the reminder for a due day. Returns null if there is no due day or if the instant has passed.
 */
export function dueReminderAt(dueDay: string | null, zone: string, now: Date): string | null {
  if (!dueDay) return null
  const at = instantOf(dueDay, dueReminderTime, zone)
  return Date.parse(at) > now.getTime() ? at : null
}

/** Returns the instant at which a day ends in a time zone. */
export const endOfDay = (day: string, zone: string): string => dayBounds(day, zone).to

/**
 * Returns the time at which a later row of a repeated task is delivered: when the previous row is no longer due, but no earlier than a week before
 * the later row is due. A questionnaire asks about the last two weeks, so it must not arrive earlier.
 */
export function repeatDeliveryAt(before: string, dueDay: string, zone: string): string {
  const weekBefore = endOfDay(shiftDay(dueDay, -7), zone)
  const end = endOfDay(before, zone)
  return weekBefore > end ? weekBefore : end
}

type Repeat = { every: TaskRepeat } & ({ count: number } | { until: string })

/**
 * Returns the due days of a repeated task, starting with the chosen day. Skips days that do not exist in the time zone.
 * A task that repeats in weeks or months is due on the next existing day instead. A monthly task is due on the last day of a shorter month.
 */
export function repeatDays(repeat: Repeat, first: string, zone: string): string[] {
  const { every } = repeat
  const days: string[] = []
  for (const day of daysOfRepeat(every, first)) {
    if ('until' in repeat ? day > repeat.until || days.length === maxTaskRepeats : days.length === repeat.count) break
    const existing = existingDay(day, zone)
    if (existing === day || day === first || !leavesOutMissingDays(every)) days.push(existing)
  }
  return days
}
