import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { deleteOldRequestCounts } from '../policy/request-limits.ts'
import { enqueue } from './enqueue.ts'
import { deleteOldRows } from './old-rows.ts'

/**
 * One step of the periodic cleanup: deletes expired data or enqueues jobs that are due. A step is idempotent and may be killed at any
 * point.
 */
export type Cleanup = (context: AppContext) => Promise<void>

const everyMilliseconds = 5 * 60_000
/** The age in milliseconds at which rows in the log of changes are deleted. A page that was offline for a longer time reloads its data. */
const changeMilliseconds = 60 * 60_000
const batch = 10_000

/**
 * Enqueues a cleanup every five minutes until the returned function is called. The queue contains at most one cleanup, even with several
 * servers.
 */
export function scheduleCleanup({ db, log }: Pick<AppContext, 'db' | 'log'>): () => void {
  const enqueueCleanup = () =>
    db
      .asActor({ role: 'worker', id: null }, (tx) => enqueue(tx, { name: 'prune', data: {} }))
      .catch((error: unknown) => log.warn('a cleanup could not be enqueued', { error }))
  const timer = setInterval(enqueueCleanup, everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs all cleanups, even if one of them fails. Throws the first error at the end. */
export async function runCleanupsInOrder(cleanups: readonly Cleanup[], context: AppContext): Promise<void> {
  const failed: unknown[] = []
  for (const cleanup of cleanups) await cleanup(context).catch((error: unknown) => failed.push(error))
  if (failed.length) throw failed[0]
}

/** The cleanups that belong to no feature. */
export const platformCleanups: readonly Cleanup[] = [
  deleteOldChanges,
  deleteExpiredAuth,
  deleteOldRequestCounts,
  deleteOldRows((tx, limits) => tx.run('select def.delete_old_mails($1, $2) as count', limits)),
  deleteOldRows((tx, limits) => tx.run('select def.delete_old_erasures($1, $2) as count', limits)),
]

async function deleteOldChanges({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const old = new Date(clock.now().getTime() - changeMilliseconds)
  for (;;) {
    const deleted = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { numAffectedRows } = await sql`
        delete from app.change where id in (select id from app.change where at < ${old} order by id limit ${batch})`.execute(
        tx.kysely,
      )
      return Number(numAffectedRows ?? 0)
    })
    if (deleted < batch) break
  }
}

async function deleteExpiredAuth({ auth }: Pick<AppContext, 'auth'>): Promise<void> {
  await auth.deleteExpired()
}
