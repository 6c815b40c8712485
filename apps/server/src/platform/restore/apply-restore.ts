import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { readRestored, removeRestored, type Restored } from '../data-folder/restored.ts'
import { endLogins } from './end-logins.ts'

/** One transaction of the install user, who takes the roles that the rules need. */
export type RestoreTransaction = Pick<pg.Client, 'query'>

type Context = { config: Pick<Config, 'dataDir'>; databaseUrl: string; clock: Clock }

/**
 * Applies the rules of a restore at the first start after it: ends all logins and links, and empties the log of changes. All of it is one
 * transaction, which also writes the line of the audit log by which a start that follows a kill knows that it is done. Runs before the first
 * request and the first job. Returns whether it applied something.
 */
export async function applyRestore({ config, databaseUrl, clock }: Context): Promise<boolean> {
  const restored = readRestored(config.dataDir)
  if (!restored) return false
  const db = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await db.connect()
  try {
    await db.query('begin')
    const isNew = await claim(db, restored)
    if (isNew) {
      await endLogins(db, clock.now())
      await writeAuditLine(db, restored)
    }
    await db.query('commit')
    removeRestored(config.dataDir)
    return isNew
  } finally {
    await db.end()
  }
}

/** Waits for another server that applies the same restore. Returns false if the audit log has it already. */
async function claim(db: RestoreTransaction, { id }: Restored): Promise<boolean> {
  await db.query(`select pg_advisory_xact_lock(hashtext('attune restore'))`)
  await db.query('set local role attune_app_definer')
  const { rows } = await db.query<{ done: boolean }>(
    `select exists (select from app.audit where actor_id = $1 and actor_role = 'host' and action = 'restore') as done`,
    [id],
  )
  return !rows[0]?.done
}

/** The actor of the line is the restore itself: nobody is signed in who could be named. */
async function writeAuditLine(db: RestoreTransaction, { id, dataOf, restoredAt }: Restored): Promise<void> {
  await db.query('set local role attune_app_definer')
  await db.query(
    `insert into app.audit (actor_id, actor_role, action, thing, thing_id, after) values ($1, 'host', 'restore', 'data', $1, $2)`,
    [id, JSON.stringify({ data_of: dataOf.toISOString(), restored_at: restoredAt.toISOString() })],
  )
}
