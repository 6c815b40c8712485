import { instantOf, wallClockOf } from '@attune/contract/common/time'

/** The start of an example session: eleven o'clock, one week from now, in the viewer's time zone. */
export function exampleSessionStart(zone: string, now = new Date()): string {
  const { day } = wallClockOf(new Date(now.getTime() + 7 * 86_400_000).toISOString(), zone)
  return instantOf(day, '11:00', zone)
}
