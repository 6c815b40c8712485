import type { ObjectInfo } from '../../object-store/object-store.ts'

const dayMilliseconds = 86_400_000
/** A restore can go back to any moment within this number of days. */
const restorableDays = 7
/** The possible error of a destination's clock, in milliseconds. */
const clockMilliseconds = 3_600_000

/**
 * Returns the objects of the log that no restore needs. The log of the last seven days needs a base backup that is at least seven days old, so
 * objects written before the newest base backup of that age are deleted. If there is no such backup, objects written before the oldest one are
 * deleted; without any base backup, none. `bases` are the times at which the backups began.
 */
export function oldLogObjects(objects: readonly ObjectInfo[], bases: readonly Date[], now: Date): ObjectInfo[] {
  const times = bases.map((at) => at.getTime()).toSorted((one, other) => one - other)
  const limit = now.getTime() - restorableDays * dayMilliseconds
  const first = times.findLast((at) => at <= limit) ?? times[0]
  if (first === undefined) return []
  return objects.filter(({ writtenAt }) => writtenAt.getTime() < first - clockMilliseconds)
}
