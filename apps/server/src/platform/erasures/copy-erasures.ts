import type { AppContext } from '../app-context.ts'
import { copyEveryMinute } from '../process/copy-every-minute.ts'
import { asInstaller } from '../restore/installer.ts'
import { addErasures, readLedger, type SharedErasure } from './ledger.ts'

/**
 * The time in milliseconds by which the period of a copy overlaps the last copy. It covers transactions that were committed after the last copy, and
 * differences between the clocks of servers.
 */
const overlapMilliseconds = 3_600_000

const readSince = `
  select hash, key_name as key, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from def.erasures_since($1)`

/**
 * Adds the erasures of other servers to the ledger in the secrets folder, and records that the ledger is complete up to `at`. Runs at the start and
 * before a backup, as the install user. A database that was not migrated yet may have no list.
 */
export async function copyErasures(databaseUrl: string, secretsDir: string, at = new Date()): Promise<void> {
  const { rows } = await asInstaller(databaseUrl, async (db) => {
    await db.become('attune_app_definer')
    const found = await db.query(`select from pg_proc where oid = to_regprocedure('def.erasures_since(timestamptz)')`)
    return found.rows.length ? db.query<SharedErasure>(readSince, [overlapOf(secretsDir)]) : { rows: [] }
  })
  addErasures(secretsDir, rows, at)
}

/**
 * Copies the erasures of all servers every minute, until the returned function is called. The ledger of any server then contains all of them after a
 * restore.
 */
export function scheduleErasureCopies({ db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>): () => void {
  let since = overlapOf(config.secretsDir)
  return copyEveryMinute(log, 'the list of erasures could not be copied', async () => {
    const at = new Date()
    const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) => tx.run<SharedErasure>(readSince, [since]))
    addErasures(config.secretsDir, rows, at)
    since = new Date(at.getTime() - overlapMilliseconds)
  })
}

/** Returns the time from which erasures may be missing in the ledger. */
function overlapOf(secretsDir: string): Date {
  const asOf = readLedger(secretsDir)?.asOf
  return new Date(asOf ? Date.parse(asOf) - overlapMilliseconds : 0)
}
