import { wallClockOf } from '@attune/contract/common/time/time'

export type PartOfDay = 'morning' | 'day' | 'evening'

/**
 * Returns the part of the day in a time zone. The morning lasts from 5:00 to 12:00, the day from 12:00 to 18:00, and the evening from 18:00 to
 * 5:00.
 */
export function partOfDay(now: Date, zone: string): PartOfDay {
  const { time } = wallClockOf(now.toISOString(), zone)
  if (time < '05:00' || time >= '18:00') return 'evening'
  return time < '12:00' ? 'morning' : 'day'
}
