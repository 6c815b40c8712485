import type { TestApp } from '../app.ts'

/** Returns the number of locks for which sessions of the app's database wait. */
export async function waitingLocks(app: TestApp): Promise<number> {
  const { rowCount } = await app.privileged.definer.query(
    `select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
  )
  return rowCount ?? 0
}
