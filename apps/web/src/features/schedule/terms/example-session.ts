import { instantOf, wallClockOf } from '@attune/contract/common/time/time'

/** Returns the start of an example session: 11:00 one week from now, in the time zone `zone`. */
export function exampleSessionStart(zone: string, now = new Date()): string {
  const { day } = wallClockOf(new Date(now.getTime() + 7 * 86_400_000).toISOString(), zone)
  return instantOf(day, '11:00', zone)
}
