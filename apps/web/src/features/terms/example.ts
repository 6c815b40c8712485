import { instantOf, wallOf } from '@attune/contract/common/time'

/** The start of an example: eleven o'clock, a week from now, in the zone of whoever looks. */
export function exampleStart(zone: string, now = new Date()): string {
  const { day } = wallOf(new Date(now.getTime() + 7 * 86_400_000).toISOString(), zone)
  return instantOf(day, '11:00', zone)
}
