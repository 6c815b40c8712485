import { withConnection } from '../../database/connection.ts'

/**
 * The size of a snapshot with its verification, in relation to the database. A snapshot is text, and the verification needs both the snapshot and a
 * database loaded from it.
 */
const share = 1.5

/** Returns the size in bytes that a backup assumes for the data of a practice's own Postgres. */
export async function ownDatabaseBytes(installerUrl: string): Promise<number> {
  const { rows } = await withConnection(installerUrl, (db) =>
    db.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes'),
  )
  return share * Number(rows[0]?.bytes)
}
