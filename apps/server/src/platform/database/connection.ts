import pg from 'pg'

/**
 * Calls `work` with a connection of its own, and ends the connection. If the connection is lost, the statement that waits fails, and the process goes
 * on.
 */
export async function withConnection<T>(to: string | pg.ClientConfig, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(to)
  db.on('error', () => {})
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
