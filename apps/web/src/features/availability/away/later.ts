import { instantOf, shiftDay, wallOf } from '@attune/contract/common/time'

/** The same weekday and hour so many weeks later, in a zone. */
export function weeksLater(startsAt: string, weeks: number, zone: string): string {
  const { day, time } = wallOf(startsAt, zone)
  return instantOf(shiftDay(day, weeks * 7), time, zone)
}
