import { dayBounds, instantOf, shiftDay, wallClockOf, weekdayOf } from '@attune/contract/common/time'

/** When a client is reminded on the due day, in the client’s time zone. */
export const dueReminderTime = '09:00'

/** Returns the day, or the next day if the day does not exist in this zone (for example 30 December 2011 in Samoa). */
export const existingDay = (day: string, zone: string): string => wallClockOf(dayBounds(day, zone).from, zone).day

export const todayIn = (zone: string, now: Date): string => wallClockOf(now.toISOString(), zone).day

/** The instant of the reminder for a due day; null where it has passed. */
export function dueReminderAt(dueDay: string | null, zone: string, now: Date): string | null {
  if (!dueDay) return null
  const at = instantOf(dueDay, dueReminderTime, zone)
  return Date.parse(at) > now.getTime() ? at : null
}

/** The instant at which a day ends in a zone. The next row of a repeated task is delivered then. */
export const endOfDay = (day: string, zone: string): string => dayBounds(day, zone).to

type Repeat = { every: 'daily' | 'weekdays' | 'weekly'; count: number }

/** The due days of a repeated task, starting with the chosen one. A day that the zone skips gets no daily row. */
export function repeatDays({ every, count }: Repeat, first: string, zone: string): string[] {
  const days = [existingDay(first, zone)]
  for (let day = first; days.length < count;) {
    day = shiftDay(day, every === 'weekly' ? 7 : 1)
    const existing = existingDay(day, zone)
    if (every === 'weekdays' && weekdayOf(day) > 5) continue
    if (existing === day) days.push(day)
    // A weekly row moves to the next existing day; a daily one needs no replacement.
    else if (every === 'weekly') days.push(existing)
  }
  return days
}
