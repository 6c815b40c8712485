import type { AnyActor, Db, Tx } from '../database/actor.ts'
import type { Cleanup } from './cleanup.ts'

/**
 * Calls the database function that deletes the expired rows of one table. `limits` contains the current moment and the maximum number of rows. The
 * result is one row with the number of deleted rows.
 */
type DeleteBatch = (tx: Tx<AnyActor>, limits: [Date, number]) => Promise<{ rows: { count: number }[] }>

const dayMilliseconds = 24 * 60 * 60_000
/** The maximum number of rows that one transaction deletes. */
const batch = 5_000
/** The time in milliseconds after which a run ends, so that all tables together stay below the 300 seconds of the job. */
const runMilliseconds = 20_000

/**
 * Returns a cleanup that deletes old rows in batches, each in its own transaction. A server does this once a day. A run that reaches its
 * time limit, fails or is killed is continued by the next cleanup.
 */
export function deleteOldRows(deleteBatch: DeleteBatch, limits = { batch, milliseconds: runMilliseconds }): Cleanup {
  const finishedAt = new WeakMap<Db, number>()
  return async ({ db, clock }) => {
    const now = clock.now()
    if (now.getTime() < (finishedAt.get(db) ?? -Infinity) + dayMilliseconds) return
    const end = performance.now() + limits.milliseconds
    do {
      const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) => deleteBatch(tx, [now, limits.batch]))
      if ((rows[0]?.count ?? 0) < limits.batch) {
        finishedAt.set(db, now.getTime())
        return
      }
    } while (performance.now() < end)
  }
}
