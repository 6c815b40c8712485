import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'

/** Returns the instant `weeks` weeks later, at the same wall-clock time in `zone`. */
export function addWeeks(startsAt: string, weeks: number, zone: string): string {
  const { day, time } = wallClockOf(startsAt, zone)
  return instantOf(shiftDay(day, weeks * 7), time, zone)
}
