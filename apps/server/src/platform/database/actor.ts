import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  DummyDriver,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { leave, together } from './together.ts'
import type { DB } from './types.ts'

/** In whose name a transaction runs. The worker acts for one account, or for none where only the product's own rows are read. */
export type Actor = { role: 'therapist' | 'client' | 'admin'; id: string } | { role: 'worker'; id: string | null }

const databaseRoles = {
  therapist: 'attune_app_therapist',
  client: 'attune_app_client',
  admin: 'attune_app_admin',
  worker: 'attune_worker',
} as const satisfies Record<Actor['role'], string>

/** The only handle on the database. It dies with its transaction. */
export type Tx = {
  actor: Actor
  kysely: Kysely<DB>
  run<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number }>
  /** Does this when the work is done: what is sent by it leaves with the commit. */
  atEnd(step: () => void): void
}

/** The commit was sent and nobody heard the answer: what was to be written may stand or not, but whole. */
export class Indeterminate extends Error {
  override name = 'Indeterminate'
}

export type Db = {
  /** One transaction in the name of `actor`: everything in `work` happens, or nothing. */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, and then one question, which leaves with the commit: what stands after the work. */
  actThenRead<Row>(actor: Actor, work: (tx: Tx) => Promise<void>, query: CompiledQuery<Row>): Promise<Row[]>
  /** One question, sent as one pipeline: begin, context, statement, commit. `along` an index: it gives the first rows of many. */
  readAs<Row>(actor: Actor, query: CompiledQuery<Row>, along?: 'index'): Promise<Row[]>
}

/** Compiles queries without a connection, for `readAs`. */
export const build = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('app')

const context = `select set_config('role', $1, true), set_config('app.actor', $2, true)`
/**
 * The conditions of row security repeat those of the question, and the planner multiplies both: it expects a handful of
 * rows and would fetch and sort them all, where walking along the index ends after the first page.
 */
const walking = `${context}, set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`

export function openDb(pool: pg.Pool): Db {
  return {
    asActor: (actor, work) => onceMore(async () => (await interactive(pool, actor, work)).result),
    actThenRead: (actor, work, query) => onceMore(async () => (await interactive(pool, actor, work, query)).rows),
    readAs: (actor, query, along) => onceMore(() => pipelined(pool, actor, query, along)),
  }
}

/** After a migration a kept plan may no longer fit (0A000): that connection is gone, the transaction was rolled back, so ask again. */
async function onceMore<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '0A000') return attempt()
    throw error
  }
}

function begin(client: pg.PoolClient, actor: Actor, send: Send, along?: 'index') {
  const role = databaseRoles[actor.role]
  void send(client, 'begin', [], 'begin')
  if (along) void send(client, walking, [role, actor.id ?? ''], 'walking')
  else void send(client, context, [role, actor.id ?? ''], 'context')
  return role
}

async function interactive<T, Row>(
  pool: pg.Pool,
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
  query?: CompiledQuery<Row>,
): Promise<{ result: T; rows: Row[] }> {
  const client = await pool.connect()
  const { send, firstError } = sender()
  let over = false
  // The first failed statement ends the work. Those beside it could only repeat it, perhaps to nobody who listens any more.
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  try {
    const role = begin(client, actor, send)
    const run: Tx['run'] = <Row>(text: string, values: unknown[] = []) => {
      if (over) throw new Error('This transaction is over.')
      const answer = send<Row>(client, text, values, nameOf(role, text))
      return new Promise<{ rows: Row[]; rowCount: number }>((resolve) =>
        answer.then(
          ({ rows, rowCount }) => resolve({ rows, rowCount: rowCount ?? 0 }),
          () => failed.reject(firstError()),
        ),
      )
    }
    const steps: (() => void)[] = []
    const tx = { actor, run, kysely: kyselyOver(run), atEnd: (step: () => void) => void steps.push(step) }
    const result = await Promise.race([work(tx), failed.promise])
    for (const step of steps) step()
    const answer = query && ask(client, role, send, query)
    over = true
    await commit(client, send, firstError)
    const { rows } = (await answer) ?? { rows: [] }
    client.release()
    return { result, rows }
  } catch (error) {
    over = true
    await putBack(client, error, firstError())
    throw error
  }
}

async function pipelined<Row>(pool: pg.Pool, actor: Actor, query: CompiledQuery<Row>, along?: 'index'): Promise<Row[]> {
  const client = await pool.connect()
  const { send, firstError } = sender()
  try {
    const role = begin(client, actor, send, along)
    const answer = ask(client, role, send, query)
    await commit(client, send, firstError)
    const { rows } = await answer
    client.release()
    return rows
  } catch (error) {
    await putBack(client, error, firstError())
    throw error
  }
}

const ask = <Row>(client: pg.PoolClient, role: string, send: Send, query: CompiledQuery<Row>) =>
  send<Row>(client, query.sql, query.parameters as unknown[], nameOf(role, query.sql))

type Send = <Row>(client: pg.PoolClient, text: string, values: unknown[], name: string) => Promise<Answer<Row>>
type Answer<Row> = { rows: Row[]; rowCount: number | null; command: string }

/** Sends statements without waiting and remembers the first that failed: it is the cause of all later ones. */
function sender() {
  let first: unknown
  const send: Send = (client, text, values, name) => {
    together(client)
    const answer = client.query({ name, text, values })
    answer.catch((error) => (first ??= error))
    return answer
  }
  return { send, firstError: () => first }
}

/** After a failed statement a commit is answered, not refused, but with the word ROLLBACK. */
async function commit(client: pg.PoolClient, send: Send, firstError: () => unknown) {
  try {
    const sent = send(client, 'commit', [], 'commit')
    leave(client)
    const { command } = await sent
    if (command !== 'COMMIT') throw firstError() ?? new Error('The transaction was rolled back.')
  } catch (error) {
    const cause = firstError() ?? error
    if (isDefinite(cause)) throw cause
    throw new Indeterminate('The connection was lost while the transaction was committed.', { cause })
  }
}

/** A server's own refusal of severity ERROR leaves the connection in order; after anything else it is thrown away. */
const isDefinite = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** A statement that ended in anything but a definite refusal may still be running: its connection is not asked again. */
async function putBack(client: pg.PoolClient, error: unknown, cause: unknown) {
  const refused = cause === undefined || (isDefinite(cause) && (cause as pg.DatabaseError).code !== '0A000')
  const usable = refused && !(error instanceof Indeterminate)
  const back =
    usable &&
    (await client.query('rollback').then(
      () => true,
      () => false,
    ))
  client.release(back ? undefined : true)
}

const names = new Map<string, string>()

/** Statements are prepared once per role and text: the same text under two roles has two plans. */
function nameOf(role: string, text: string): string {
  const key = `${role} ${text}`
  const known = names.get(key)
  if (known) return known
  const name = createHash('sha1').update(key).digest('base64url')
  if (names.size < 2_000) names.set(key, name)
  return name
}

function kyselyOver(run: Tx['run']): Kysely<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await run<Row>(query.sql, query.parameters as unknown[])
      return { rows, numAffectedRows: BigInt(rowCount) }
    },
    streamQuery() {
      throw new Error('Rows are read by pages here, not as a stream.')
    },
  }
  const refuse = async () => {
    throw new Error('asActor is the transaction.')
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  }).withSchema('app')
}

/** Whether the database could not be reached, as against having refused: such a request may be tried again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Indeterminate) return true
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '') || error.code === '25P04'
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/.test(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(message ?? '')
  )
}
