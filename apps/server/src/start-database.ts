import type { Db } from './platform/database/actor.ts'
import { migrate, migrationNumber, type MigrationWait } from './platform/database/migrate/migrate.ts'
import { requireSameSecrets } from './platform/database/nodes.ts'
import { setPasswords } from './platform/database/pools.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import { StartError } from './platform/process/start-error.ts'

/**
 * Migrates the database and sets the passwords of its roles. Returns a sentence about the upgrade; null if the database is new or was not changed.
 * Waits for servers of an earlier version that cannot run beside this one to stop. Throws StartError if a newer version has upgraded the database, or
 * if another server uses it with other secrets.
 */
export async function migrateDatabase(
  databaseUrl: string,
  secrets: Secrets,
  wait?: MigrationWait,
): Promise<string | null> {
  const result = await migrate(databaseUrl, undefined, wait)
  if ('newer' in result) {
    throw new StartError(
      `A newer version of Attune has upgraded the database to ${migrationNumber(result.newer.at(-1) ?? '')}. Start that version.`,
    )
  }
  await requireSameSecrets(databaseUrl, secrets)
  await setPasswords(databaseUrl, secrets)
  const [first, last] = [result.before, result.applied.at(-1)]
  return first === null || last === undefined
    ? null
    : `The database was upgraded from ${migrationNumber(first)} to ${migrationNumber(last)} (${countText(result.applied.length)}).`
}

const countText = (count: number) => (count === 1 ? '1 migration' : `${count} migrations`)

/** Whether the practice has its first admin. */
export async function practiceExists(db: Db): Promise<boolean> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ exists: boolean }>('select def.admin_exists() as exists'),
  )
  return rows[0]?.exists ?? false
}
