import pg from 'pg'
import type { PoolConfig, QueryResultRow } from 'pg'

/** One statement on the auth pool; `name` prepares it once per connection. */
export type AuthQuery = <Row extends QueryResultRow>(text: string, values?: unknown[], name?: string) => Promise<Row[]>

export type AuthPool = { pool: pg.Pool; query: AuthQuery }

const int8 = 20

/** The pool of the role attune_auth_app: it reaches the schema `auth` and nothing else. */
export function openAuthPool(connection: PoolConfig, onError: (error: Error) => void): AuthPool {
  const pool = new pg.Pool({
    max: 8,
    ...connection,
    pipeline: true,
    options: `${connection.options ?? ''} -c search_path=auth`,
    // The library compares moments as Dates; a count that came as text would compare as text: '9' > '10'.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  pool.on('error', onError)
  // A connection that dies while it is lent tells itself; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = [], name?: string) =>
      (await pool.query<Row>({ text, values, ...(name ? { name } : {}) })).rows,
  }
}
