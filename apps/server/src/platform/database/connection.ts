import pg from 'pg'

/** Opens a connection, calls `work` with it, and closes it. If the connection is lost, the pending statement fails, and the process continues. */
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
