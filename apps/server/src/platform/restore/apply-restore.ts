import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { readRestored, removeRestored, type Restored } from '../data-folder/restored.ts'
import { readLedger } from '../erasures/ledger.ts'
import type { Avatars } from '../files/avatars.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { endLogins } from './end-logins.ts'
import { type ErasedAgain, eraseAgain } from './erase-again.ts'
import { holdWaiting } from './hold-waiting.ts'
import { asInstaller, type InstallerTransaction } from './installer.ts'

/** The parts of the server that the rules of a restore need. */
export type RestoreContext = {
  config: Pick<Config, 'dataDir' | 'secretsDir'>
  secrets: Pick<Secrets, 'ledgerKey'>
  /** The database URL of the install user. */
  databaseUrl: string
  clock: Clock
  avatars: Pick<Avatars, 'removeAllExcept'>
}

/** The numbers of items that the first start after a restore erased again, by kind. */
export type AppliedRestore = { erased: ErasedAgain }

/**
 * Applies the rules of a restore at the first start after it: erases again all items that were erased since the backup, holds or drops waiting items,
 * ends all logins and links, and empties the log of changes. All of this happens in one transaction, together with a line in the audit log. If the
 * server is killed before it removes the restore marker, the next start finds that line and does not apply the rules again. Runs before the first
 * request and the first job. Returns null if there is nothing to apply.
 */
export async function applyRestore(context: RestoreContext): Promise<AppliedRestore | null> {
  const { config, databaseUrl, clock } = context
  const restored = readRestored(config.dataDir)
  if (!restored) return null
  const ledger = readLedger(config.secretsDir)
  const applied = await asInstaller(databaseUrl, async (db) => {
    if (!(await claim(db, restored))) return null
    const now = clock.now()
    const erased = await eraseAgain({ ...context, db, ledger, restoreId: restored.id }, now)
    await holdWaiting(db, restored, now)
    await endLogins(db, now)
    await writeAuditLine(db, restored, erased)
    return { erased }
  })
  removeRestored(config.dataDir)
  return applied
}

/** Waits for another server that applies the same restore. Returns false if the audit log shows that it was applied. */
async function claim(db: InstallerTransaction, { id }: Restored): Promise<boolean> {
  await db.query(`select pg_advisory_xact_lock(hashtext('attune restore'))`)
  await db.become('attune_app_definer')
  const { rows } = await db.query<{ done: boolean }>(
    `select exists (select from app.audit where actor_id = $1 and actor_role = 'host' and action = 'restore') as done`,
    [id],
  )
  return !rows[0]?.done
}

/** Adds the line about the restore to the audit log. The actor of the line is the restore itself, because no one is signed in. */
async function writeAuditLine(db: InstallerTransaction, { id, dataOf, restoredAt }: Restored, erased: ErasedAgain) {
  await db.become('attune_app_definer')
  await db.query(
    `insert into app.audit (actor_id, actor_role, action, thing, thing_id, after) values ($1, 'host', 'restore', 'data', $1, $2)`,
    [id, JSON.stringify({ data_of: dataOf.toISOString(), restored_at: restoredAt.toISOString(), ...erased })],
  )
}
