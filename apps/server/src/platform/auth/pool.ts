import pg from 'pg'
import type { PoolConfig, QueryResultRow } from 'pg'
import { refuseUnreplicatedCommits } from '../database/replication/unreplicated-commit.ts'

/** Runs one statement on the auth pool. With `name`, the statement is prepared once per connection. */
export type AuthQuery = <Row extends QueryResultRow>(text: string, values?: unknown[], name?: string) => Promise<Row[]>

/** The connections of the role attune_auth_app. */
export type AuthPool = {
  pool: pg.Pool
  query: AuthQuery
  /** Runs several statements in one transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (query: AuthQuery) => Promise<T>): Promise<T>
}

const int8 = 20

/** Opens the pool of the role attune_auth_app, which can access only the schema `auth`. */
export function openAuthPool(connection: PoolConfig, onError: (error: Error) => void): AuthPool {
  const pool = new pg.Pool({
    max: 8,
    ...connection,
    pipeline: true,
    options: `${connection.options ?? ''} -c search_path=auth`,
    // Parses int8 as number, because Better Auth would compare counts as text ('9' > '10'). Timestamps remain Dates, as Better Auth
    // expects.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  pool.on('error', onError)
  // A connection that is lost while in use emits 'error'. Without a listener, that event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  refuseUnreplicatedCommits(pool)
  const queryOn =
    (on: Pick<pg.Pool, 'query'>): AuthQuery =>
    async <Row extends QueryResultRow>(text: string, values: unknown[] = [], name?: string) =>
      (await on.query<Row>({ text, values, ...(name ? { name } : {}) })).rows
  return {
    pool,
    query: queryOn(pool),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(queryOn(client))
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        const undone = await client.query('rollback').then(
          () => true,
          () => false,
        )
        client.release(!undone)
        throw error
      }
    },
  }
}
