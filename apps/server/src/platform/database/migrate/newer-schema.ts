import { sql } from 'kysely'
import type { Db } from '../actor.ts'
import { migrationNumber, readMigrations } from './migrate.ts'

const everyMilliseconds = 5_000

/** Returns the migrations of the database that this program does not know, because a newer version has applied them since it started. */
async function findNewerMigrations(db: Db): Promise<string[]> {
  const known = readMigrations().map(({ name }) => name)
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    sql<{ name: string }>`select name from meta.migration where name <> all (${known}::text[]) order by name`.execute(
      tx.kysely,
    ),
  )
  return rows.map(({ name }) => name)
}

/**
 * Calls `onNewer` once a newer version has upgraded the database, with a sentence for the person who runs this server. Looks every few seconds; a
 * failure is ignored until the next time, because `/ready` reports a lost database.
 */
export function watchForNewerSchema(db: Db, onNewer: (sentence: string) => void): void {
  const look = async () => {
    const newer = await findNewerMigrations(db).catch(() => [])
    if (newer.length === 0) return
    clearInterval(timer)
    onNewer(
      `A newer version of Attune has upgraded the database to ${migrationNumber(newer.at(-1) ?? '')}, so this server ends. Start that version here, too.`,
    )
  }
  const timer = setInterval(() => void look(), everyMilliseconds).unref()
}
