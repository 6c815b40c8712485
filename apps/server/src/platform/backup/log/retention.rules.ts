import type { ObjectInfo } from '../../object-store/object-store.ts'

const dayMilliseconds = 86_400_000
/** A moment of so many days back can be restored. */
const restorableDays = 7
/** The clock of a destination may be wrong by so much. */
const clockMilliseconds = 3_600_000

/**
 * Returns the objects of the log that no restore needs. The log of the last seven days needs a base backup that is at least as old, so what was
 * written before the newest base backup of that age is deleted; without such a backup, what was written before the oldest one. Without any base
 * backup nothing is deleted. `bases` are the times at which the backups began.
 */
export function oldLogObjects(objects: readonly ObjectInfo[], bases: readonly Date[], now: Date): ObjectInfo[] {
  const times = bases.map((at) => at.getTime()).toSorted((one, other) => one - other)
  const limit = now.getTime() - restorableDays * dayMilliseconds
  const first = times.findLast((at) => at <= limit) ?? times[0]
  if (first === undefined) return []
  return objects.filter(({ writtenAt }) => writtenAt.getTime() < first - clockMilliseconds)
}
