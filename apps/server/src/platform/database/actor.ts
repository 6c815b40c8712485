import { createHash } from 'node:crypto'
import type { ClientId } from '@attune/contract/common/ids'
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Erased, ErasedKind, ErasureLedger, RecordedErasure } from '../erasures/ledger.ts'
import { flushBatch, sendInBatch, type StatementResult } from './batch/batch.ts'
import { measureExpectedWait } from './overload/expected-wait.ts'
import { createQueryBuilder, type RunStatement } from './query-builder.ts'
import { queryMilliseconds } from './batch/time-limit.ts'
import { UnreplicatedCommitError, waitForStandby } from './replication/unreplicated-commit.ts'
import type { DB } from './types.ts'

type TherapistActor = { role: 'therapist'; id: string }
type ClientActor = { role: 'client'; id: string }
type AdminActor = { role: 'admin'; id: string }
/** The account of a guardian who acts for one client, or reads about all clients for whom they act (`actingFor` is null). */
type GuardianActor = { role: 'guardian'; id: string; actingFor: ClientId | null }
/**
 * The role and the account of a signed-in person. With `confirmation`, transactions confirm the login until one has succeeded. `writes`: the call
 * changes data, or repeats a call that did.
 */
export type PersonActor = (TherapistActor | ClientActor | AdminActor | GuardianActor) & {
  confirmation?: LoginConfirmation
  writes?: boolean
}
/**
 * The login of a request that was served from memory instead of being read from the database: the hash of its token and the hash of its expected
 * state. A transaction for its actor fails if the login has ended by `at` or has another state.
 */
export type LoginConfirmation = {
  hash: string
  state: string
  at: Date
  /** Whether a transaction has confirmed the login. */
  isConfirmed: boolean
}
/** The role of background jobs, in a transaction for one account. */
type AccountWorker = { role: 'worker'; id: string }
/** The role of background jobs, in a transaction for no account, for example one that reads the product settings or claims an email. */
type ProductWorker = { role: 'worker'; id: null }

/** The role and the account that a transaction acts for. */
export type Actor = PersonActor | AccountWorker
/** Whether the actor takes part in sessions for a client: the client, or a guardian who acts for one. */
export const actsForClient = ({ role }: Pick<Actor, 'role'>): boolean => role === 'client' || role === 'guardian'
/** The role that a transaction has, with its account if there is one. */
export type AnyActor = Actor | ProductWorker

const databaseRoles = {
  therapist: 'attune_app_therapist',
  client: 'attune_app_client',
  admin: 'attune_app_admin',
  worker: 'attune_worker',
  guardian: 'attune_app_guardian',
} as const satisfies Record<AnyActor['role'], string>

/**
 * A transaction, the only way to query the database. Each call throws after the transaction has ended. `Tx` acts for an account. A function
 * that also runs in a transaction for no account takes `Tx<AnyActor>`.
 */
export type Tx<Acting extends AnyActor = Actor> = {
  /** The account, or the part of the server, on whose behalf the transaction runs. */
  actor: Acting
  /** Builds and runs queries. */
  kysely: Kysely<DB>
  /** Runs a statement that is written as text. */
  run: RunStatement
  /**
   * Sends a statement without waiting for its result. If the statement fails, the transaction fails with its error. The last statements of `work`
   * are sent together with the jobs, the final query and the commit.
   */
  send(query: Compilable): void
  /** Calls `step` after the work and before the commit. The statements of the step are sent together with the commit. */
  beforeCommit(step: () => void): void
  /**
   * Records permanent erasures in the ledger outside the database, so that a restore of an older backup repeats them. The ledger lines are on disk
   * before the commit is sent.
   */
  recordErased(kind: ErasedKind, ids: readonly string[]): void
}

/**
 * The connection was lost after the commit was sent, so it is unknown whether the transaction was committed or rolled back. Or it was committed, but
 * a failover may undo it (`UnreplicatedCommitError`).
 */
export class IndeterminateCommitError extends Error {
  override name = 'Indeterminate'
}

export type Db = {
  /**
   * Runs `work` in one transaction on behalf of `actor`. Runs it again if a migration has invalidated a prepared statement, or if a row policy has
   * refused a row: a right may have ended after `work` had checked it, and the repeated check then refuses.
   */
  asActor<T, Acting extends AnyActor = Actor>(actor: Acting, work: (tx: Tx<Acting>) => Promise<T>): Promise<T>
  /** Runs `work` like `asActor`, followed by one query. The query is sent together with the commit and sees the changes of `work`. */
  runThenQuery<Row, Acting extends AnyActor = Actor>(
    actor: Acting,
    work: (tx: Tx<Acting>) => Promise<void>,
    query: CompiledQuery<Row>,
  ): Promise<Row[]>
  /**
   * Runs one query. Sends all statements at once, without waiting for each result: begin, the settings that contain the actor, the confirmation of
   * the login if it is needed, the query, and commit.
   */
  readAs<Row>(actor: AnyActor, query: CompiledQuery<Row>, plan?: PlanHint): Promise<Row[]>
  /** Estimates, in milliseconds, how long a transaction that starts now waits for a connection. */
  expectedWait(): number
}

/**
 * The way in which Postgres plans the query of a read. `index` uses an index scan, which is faster for a page of few rows from a large table.
 * `generic` plans the query once per connection, not for each execution. This fits a query whose best plan is the same for all values: no parameter
 * switches a condition off, and no limit or partial index depends on a parameter.
 */
export type PlanHint = 'index' | 'generic'

const context = `select set_config('role', $1, true), set_config('app.actor', $2, true)`
/**
 * Makes Postgres use an index scan, which stops after the first page. Without these settings, the planner would fetch
 * and sort all rows. Row security repeats the conditions of the query, so the planner counts their selectivity twice
 * and expects only a few rows.
 */
const indexScanContext = `${context}, set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`
/**
 * Makes Postgres keep one plan for the query. In large tables it otherwise expects the plan for the given values to be cheaper, and plans every
 * execution again, which takes twice as long as the execution itself.
 */
const genericPlanContext = `${context}, set_config('plan_cache_mode', 'force_generic_plan', true)`
const contexts = {
  none: { text: context, name: 'context' },
  writing: { text: `${context}, ${waitForStandby}`, name: 'writing' },
  index: { text: indexScanContext, name: 'walking' },
  generic: { text: genericPlanContext, name: 'generic' },
} as const satisfies Record<PlanHint | 'none' | 'writing', { text: string; name: string }>
/** Sets the client for whom a guardian acts. Row security then shows only this client's rows. */
const actingForContext = `select set_config('app.acting_for', $1, true)`

/** Opens the database. Tools and tests that erase nothing leave out the ledger; an erasure then throws. */
export function openDb(pool: pg.Pool, ledger: ErasureLedger | null = null): Db {
  const on = { pool, ledger }
  return {
    asActor: (actor, work) => onceMore(async () => (await interactive(on, actor, work)).result),
    runThenQuery: (actor, work, query) => onceMore(async () => (await interactive(on, actor, work, query)).rows),
    readAs: (actor, query, plan) => onceMore(() => pipelined(pool, actor, query, plan)),
    expectedWait: measureExpectedWait(pool),
  }
}

/**
 * Repeats a transaction once if a migration has invalidated a prepared statement (0A000), in which case the connection was closed, or if a row policy
 * has refused a row. The failed transaction was rolled back.
 */
async function onceMore<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === '0A000' || isRowRefused(error))) return attempt()
    throw error
  }
}

/** Whether the policy of a table refused a row that was to be stored. Compares the routine too, because a missing grant has the same code 42501. */
const isRowRefused = ({ code, routine }: pg.DatabaseError) => code === '42501' && routine === 'ExecWithCheckOptions'

function begin(client: pg.PoolClient, actor: AnyActor, send: Send, plan?: PlanHint) {
  const role = databaseRoles[actor.role]
  void send(client, 'begin', [], 'begin')
  const { text, name } = contexts[plan ?? ('writes' in actor && actor.writes ? 'writing' : 'none')]
  void send(client, text, [role, actor.id ?? ''], name)
  if (actor.role === 'guardian') void send(client, actingForContext, [actor.actingFor ?? ''], 'acting-for')
  const confirmation = 'confirmation' in actor ? actor.confirmation : undefined
  if (confirmation && !confirmation.isConfirmed) confirmLogin(client, role, send, confirmation)
  return role
}

/** Confirms the login in the transaction. If it has changed, the transaction fails (`isLoginChanged`), and no statement has had a result. */
function confirmLogin(client: pg.PoolClient, role: string, send: Send, confirmation: LoginConfirmation) {
  const { hash, at, state } = confirmation
  send(client, confirmText, [hash, at, state], nameOf(role, confirmText)).then(
    () => {
      confirmation.isConfirmed = true
    },
    // The error is ignored here, because the transaction fails with the same error.
    () => {},
  )
}

const confirmText = 'select def.confirm_login($1, $2, $3)'
/** Whether a transaction failed because the login of its request has ended or changed. */
export const isLoginChanged = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '28000' && isDefinite(error)

async function interactive<T, Row, Acting extends AnyActor>(
  { pool, ledger }: { pool: pg.Pool; ledger: ErasureLedger | null },
  actor: Acting,
  work: (tx: Tx<Acting>) => Promise<T>,
  query?: CompiledQuery<Row>,
): Promise<{ result: T; rows: Row[] }> {
  const client = await pool.connect()
  const { send, firstError } = sender()
  let over = false
  // The first failed statement rejects `failed` and so ends the work. Errors of later statements only follow from the first one and are
  // ignored.
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  try {
    const role = begin(client, actor, send)
    const run: RunStatement = <Row>(text: string, values: unknown[] = []) => {
      if (over) throw new Error('This transaction is over.')
      const answer = send<Row>(client, text, values, nameOf(role, text))
      return new Promise<{ rows: Row[]; rowCount: number }>((resolve) =>
        answer.then(
          ({ rows, rowCount }) => resolve({ rows, rowCount: rowCount ?? 0 }),
          () => failed.reject(firstError()),
        ),
      )
    }
    const [steps, erased]: [(() => void)[], Erased[]] = [[], []]
    const tx = {
      actor,
      run,
      kysely: createQueryBuilder(run),
      send(query: Compilable) {
        const { sql, parameters } = query.compile()
        void run(sql, parameters as unknown[])
      },
      beforeCommit: (step: () => void) => void steps.push(step),
      recordErased: (kind: ErasedKind, ids: readonly string[]) => void erased.push(...ids.map((id) => ({ kind, id }))),
    }
    const result = await Promise.race([work(tx), failed.promise])
    for (const step of steps) step()
    const answer = query && ask(client, role, send, query)
    over = true
    await commitWithLedger(ledger, erased, { client, role, send, firstError })
    client.release()
    return { result, rows: (await answer)?.rows ?? [] }
  } catch (error) {
    over = true
    await putBack(client, error, firstError())
    throw error
  }
}

/**
 * Adds the erasures of a transaction to the ledger, then commits. If the process crashes in between, if a line cannot be added, or if the
 * connection is lost during the commit, the ledger does not show whether the transaction was committed. The next start finds out.
 */
async function commitWithLedger(
  ledger: ErasureLedger | null,
  erased: readonly Erased[],
  { client, role, send, firstError }: { client: pg.PoolClient; role: string; send: Send; firstError: () => unknown },
) {
  if (!erased.length) return commit(client, send, firstError)
  if (!ledger) throw new Error('an erasure needs the ledger')
  const recorded = ledger.record(erased)
  try {
    noteErasures(client, role, send, recorded)
    await commit(client, send, firstError)
  } catch (error) {
    if (!(error instanceof IndeterminateCommitError)) withoutFailing(recorded.withdraw)
    throw error
  }
  withoutFailing(recorded.confirm)
}

/** Stores the erasures for the ledgers of other servers, together with the commit. An error rolls the transaction back. */
function noteErasures(client: pg.PoolClient, role: string, send: Send, { hashes, key, at }: RecordedErasure): void {
  void send(client, noteText, [hashes, key, at], nameOf(role, noteText))
}

const noteText = 'insert into app.erasure (hash, key_name, at) select unnest($1::text[]), $2, $3'

/** Calls `addLines` and ignores its error: the transaction has already ended, so a full disk must not change its result. */
function withoutFailing(addLines: () => void): void {
  try {
    addLines()
  } catch {
    // The next start finds out whether the erasure was committed.
  }
}

async function pipelined<Row>(
  pool: pg.Pool,
  actor: AnyActor,
  query: CompiledQuery<Row>,
  plan?: PlanHint,
): Promise<Row[]> {
  const client = await pool.connect()
  const { send, firstError } = sender()
  try {
    const role = begin(client, actor, send, plan)
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
type Answer<Row> = StatementResult<Row>

/** Sends statements without waiting for their results. Stores the first error, because all later errors follow from it. */
function sender() {
  let first: unknown
  const send: Send = (client, text, values, name) => {
    const answer = sendInBatch<never>(client, { name, text, values })
    answer.catch((error) => (first ??= error))
    return answer
  }
  return { send, firstError: () => first }
}

/**
 * Commits. Throws the first error if Postgres rolled back because a statement failed, and IndeterminateCommitError after a lost connection or a
 * cancelled wait for the standby.
 */
async function commit(client: pg.PoolClient, send: Send, firstError: () => unknown) {
  try {
    const sent = send(client, 'commit', [], 'commit')
    flushBatch(client)
    const { command } = await sent
    if (command !== 'COMMIT') throw firstError() ?? new Error('The transaction was rolled back.')
  } catch (error) {
    const cause = firstError() ?? error
    if (isDefinite(cause)) throw cause
    throw new IndeterminateCommitError('It is unknown whether the transaction will stay committed.', { cause })
  }
}

/**
 * Whether the error comes from the server and has severity ERROR. The connection is still usable after such an error;
 * after any other error it is closed.
 */
const isDefinite = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

const rollback = { text: 'rollback', query_timeout: queryMilliseconds }

/** Rolls back and returns the connection to the pool, or closes it if a statement may still be running. */
async function putBack(client: pg.PoolClient, error: unknown, cause: unknown) {
  const refused = cause === undefined || (isDefinite(cause) && (cause as pg.DatabaseError).code !== '0A000')
  const usable = refused && !(error instanceof IndeterminateCommitError)
  // Sends the statements that are still in the batch first.
  flushBatch(client)
  const back =
    usable &&
    (await client.query({ ...rollback }).then(
      () => true,
      () => false,
    ))
  client.release(back ? undefined : true)
}

const names = new Map<string, Map<string, string>>()

/**
 * Returns the name of the prepared statement for a role and a text. Each role needs its own statement, because row security gives each role
 * its own plan.
 */
function nameOf(role: string, text: string): string {
  const ofRole = names.get(role) ?? new Map<string, string>()
  names.set(role, ofRole)
  const known = ofRole.get(text)
  if (known) return known
  const name = createHash('sha1').update(`${role} ${text}`).digest('base64url')
  if (ofRole.size < 1_000) ofRole.set(text, name)
  return name
}

/**
 * Whether an error means that the database was unavailable, not that it refused a statement. A request that failed for
 * this reason may be retried.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof IndeterminateCommitError || error instanceof UnreplicatedCommitError) return true
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '') || error.code === '25P04'
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/.test(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(message ?? '')
  )
}
