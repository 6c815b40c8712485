import { dayBounds, instantOf, shiftDay, wallOf, weekdayOf } from '@attune/contract/common/time'

/** When a client is reminded of the due day, on the client's own clock. */
export const remindTime = '09:00'

/** The day itself, or the next that exists where the zone leaves it out. */
export const existingDay = (day: string, zone: string): string => wallOf(dayBounds(day, zone).from, zone).day

export const todayIn = (zone: string, now: Date): string => wallOf(now.toISOString(), zone).day

/** When it is time to remind of a day; null where that is past. */
export function remindAt(dueDay: string | null, zone: string, now: Date): string | null {
  if (!dueDay) return null
  const at = instantOf(dueDay, remindTime, zone)
  return Date.parse(at) > now.getTime() ? at : null
}

/** When a day is over in a zone: the row of a repetition after that day is delivered then. */
export const endOf = (day: string, zone: string): string => dayBounds(day, zone).to

type Repeat = { every: 'daily' | 'weekdays' | 'weekly'; count: number }

/** The due days of a repetition, the first of them the one that was chosen. A day that the zone leaves out is left out here too. */
export function repeatDays({ every, count }: Repeat, first: string, zone: string): string[] {
  const days = [existingDay(first, zone)]
  for (let day = first; days.length < count;) {
    day = shiftDay(day, every === 'weekly' ? 7 : 1)
    const there = existingDay(day, zone)
    if (every === 'weekdays' && weekdayOf(day) > 5) continue
    if (there === day) days.push(day)
    // Of a week there is one: it moves on, where of days there is the next anyway.
    else if (every === 'weekly') days.push(there)
  }
  return days
}
