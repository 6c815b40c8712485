import type pg from 'pg'

/**
 * A commit no longer waits for the synchronous standby, because someone cancelled the wait. The transaction is committed on the primary, but the
 * standby may lack it.
 */
export class UnreplicatedCommitError extends Error {
  override name = 'Unreplicated'
}

/** The function of Postgres in which a commit waits for the standby. A notice contains its name in every language. */
const waitingRoutine = 'SyncRepWaitForLSN'

/** The member of a query of `pg` with the error that replaces its result. The types of `pg` omit it. */
type FailingClient = pg.PoolClient & { _getActiveQuery(): { _canceledDueToError?: unknown } | null }

/**
 * Makes a statement fail if its commit no longer waits for the synchronous standby. Postgres only warns and answers COMMIT: without this, a call
 * would succeed although a failover may lose its change.
 */
export function refuseUnreplicatedCommits(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine !== waitingRoutine) return
      const query = (client as FailingClient)._getActiveQuery()
      if (query) query._canceledDueToError = new UnreplicatedCommitError('The commit does not wait for the standby.')
    })
  })
}

/**
 * An SQL expression for a transaction of a call that changes data. With synchronous replication it makes the commit wait for the standby even if the
 * transaction changes nothing: a repeated call may find the change of a commit that no longer waits.
 */
export const waitForStandby = `case when current_setting('synchronous_standby_names') <> '' then pg_logical_emit_message(true, 'attune', '') end`
