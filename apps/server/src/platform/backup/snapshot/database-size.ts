import { withConnection } from '../../database/connection.ts'

/** A snapshot is text, and its proof needs the tables and a database of them beside each other. */
const share = 1.5

/** Returns the number of bytes that a backup of a practice's own Postgres counts as the size of its data. */
export async function ownDatabaseBytes(installerUrl: string): Promise<number> {
  const { rows } = await withConnection(installerUrl, (db) =>
    db.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes'),
  )
  return share * Number(rows[0]?.bytes)
}
