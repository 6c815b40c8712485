import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time'

/** The instant `weeks` weeks later with the same weekday and wall-clock time in `zone`. */
export function addWeeks(startsAt: string, weeks: number, zone: string): string {
  const { day, time } = wallClockOf(startsAt, zone)
  return instantOf(shiftDay(day, weeks * 7), time, zone)
}
