import pg from 'pg'

/** A snapshot is text, and its proof needs the tables and a database of them beside each other. */
const share = 1.5

/** Returns the number of bytes that a backup of a practice's own Postgres counts as the size of its data. */
export async function ownDatabaseBytes(installerUrl: string): Promise<number> {
  const db = new pg.Client({ connectionString: installerUrl })
  db.on('error', () => {})
  await db.connect()
  try {
    const { rows } = await db.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')
    return share * Number(rows[0]?.bytes)
  } finally {
    await db.end()
  }
}
