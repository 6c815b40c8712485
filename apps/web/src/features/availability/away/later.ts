import { instantOf, wallOf } from '@attune/contract/common/time'
import { plusDays } from '../booking/days.ts'

/** The same weekday and hour so many weeks later, in a zone. */
export function weeksLater(startsAt: string, weeks: number, zone: string): string {
  const { day, time } = wallOf(startsAt, zone)
  return instantOf(plusDays(day, weeks * 7), time, zone)
}
