import { dayBounds, instantOf, shiftDay, wallClockOf, weekdayOf } from '@attune/contract/common/time'

/** The local time at which a client is reminded on the due day. */
export const dueReminderTime = '09:00'

/** Returns the day, or the next day if the day does not exist in this zone (for example 30 December 2011 in Samoa). */
export const existingDay = (day: string, zone: string): string => wallClockOf(dayBounds(day, zone).from, zone).day

export const todayIn = (zone: string, now: Date): string => wallClockOf(now.toISOString(), zone).day

/** Returns the instant of the reminder for a due day; null if there is no due day or the instant has passed. */
export function dueReminderAt(dueDay: string | null, zone: string, now: Date): string | null {
  if (!dueDay) return null
  const at = instantOf(dueDay, dueReminderTime, zone)
  return Date.parse(at) > now.getTime() ? at : null
}

/**
 * Returns the instant at which a day ends in a zone. A row of a repeated task is delivered when the due day of the
 * previous row ends.
 */
export const endOfDay = (day: string, zone: string): string => dayBounds(day, zone).to

type Repeat = { every: 'daily' | 'weekdays' | 'weekly'; count: number }

/**
 * Returns the due days of a repeated task, starting with the chosen day. Skips days that do not exist in the zone; a
 * weekly row moves to the next existing day instead.
 */
export function repeatDays({ every, count }: Repeat, first: string, zone: string): string[] {
  const days = [existingDay(first, zone)]
  for (let day = first; days.length < count;) {
    day = shiftDay(day, every === 'weekly' ? 7 : 1)
    const existing = existingDay(day, zone)
    if (every === 'weekdays' && weekdayOf(day) > 5) continue
    if (existing === day) days.push(day)
    // The day does not exist in this zone. A task that repeats weekly is then due on the next existing day; a task that repeats daily skips
    // the day.
    else if (every === 'weekly') days.push(existing)
  }
  return days
}
