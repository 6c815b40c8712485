import { ORPCError } from '@orpc/server'
import type { AppContext } from '../app-context.ts'
import { concurrencyLimit } from '../auth/limit/concurrency-limit.ts'
import type { AnyActor, Actor, Db, Tx } from '../database/actor.ts'
import { isUuid } from '../text/uuid.ts'
import type { Context } from './context.ts'
import type { Audited, ProcedurePolicy } from './policy.ts'

/** A row to be inserted into the audit log. */
export type AuditRow = {
  action: string
  /** The kind of the resource. */
  resource: string
  /** Null if the action concerns no single resource. */
  resourceId: string | null
  /** The id of the request; null for an action outside a request. */
  requestId: string | null
  /** The IP address of an admin, or of a caller whose call of an admin's procedure was refused. */
  ip?: string | null
}

/** The values of settings and states before and after a change. They never contain a text about a person, an address or a key. */
export type AuditedValues = Record<string, string | number | boolean | null>
type AuditDetails = { resourceId?: string; before?: AuditedValues; after?: AuditedValues }

/** The details that operations have added to the audit row of a change, by transaction. */
const detailsOf = new WeakMap<Tx<AnyActor>, AuditDetails>()

/** Adds details to the audit row of the current call: the changed values, and the id of the resource if the input does not contain it. */
export const describeChange = (tx: Tx<AnyActor>, details: AuditDetails): void => void detailsOf.set(tx, details)

/** Returns the values that differ, before and after. */
export function changedValues(
  before: AuditedValues,
  after: AuditedValues,
): { before: AuditedValues; after: AuditedValues } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  const only = (values: AuditedValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: only(before), after: only(after) }
}

/**
 * Inserts one row into the audit log on behalf of the transaction's actor. The statement has no RETURNING, because no role of the app may read the
 * log.
 */
export async function insertAudit(tx: Tx<AnyActor>, row: AuditRow): Promise<void> {
  const { resourceId = row.resourceId, before, after } = detailsOf.get(tx) ?? {}
  const { sql, parameters } = tx.kysely
    .insertInto('audit')
    .values({
      actor_id: tx.actor.id ?? '',
      actor_role: tx.actor.role,
      action: row.action,
      thing: row.resource,
      thing_id: resourceId,
      request_id: row.requestId,
      ...(row.ip && { ip: row.ip.slice(0, 60) }),
      ...(before && { before: JSON.stringify(before) }),
      ...(after && { after: JSON.stringify(after) }),
    })
    // A page reads a clinical text, such as a session note, again after each save and each time the page gets the focus. Unique indexes
    // permit one audit row per reader, text and quarter of an hour.
    .onConflict((on) => on.doNothing())
    .compile()
  await tx.run(sql, [...parameters])
}

/** Inserts the audit row of a read, in a separate transaction. */
const writeAudit = ({ app, actor, ...call }: Context, audited: Audited, input: unknown): Promise<void> =>
  app.db.asActor(actor, (tx) => insertAudit(tx, auditRowOf(audited, actor, input, call)))

/**
 * Limits the audited changes of the schema auth and of files to two at a time. Each of them keeps a transaction open and may need a second connection
 * from the same pool.
 */
const limitHeld = concurrencyLimit(2, 40)

/**
 * Calls an audited procedure and inserts its audit row. If a transaction of the caller makes the change, that transaction also inserts the row. If
 * another role changes the schema auth, or if the call changes files, an enclosing transaction inserts the row first and is rolled back if the
 * change fails; so no file changes without an audit row. If the procedure only reads, the row is inserted after the call.
 */
export async function callAudited<Result>(
  context: Context,
  audited: Audited,
  input: unknown,
  call: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { app, actor } = context
  if (audited.change === 'auth' || audited.change === 'files') {
    return limitHeld(() =>
      app.db.asActor(actor, async (tx) => {
        if (audited.describe) describeChange(tx, await audited.describe(app, input))
        await insertAudit(tx, auditRowOf(audited, actor, input, context))
        return call(context)
      }),
    )
  }
  if (audited.change === undefined) {
    const result = await call(context)
    await writeAudit(context, audited, input)
    return result
  }
  const { db, isWritten } = withAuditRow(app.db, actor, auditRowOf(audited, actor, input, context))
  const result = await call({ ...context, app: { ...app, db } })
  if (!isWritten()) throw new Error(`the audited action ${audited.action} has made no transaction of its caller`)
  return result
}

/** Returns the database for one call. The first transaction of the caller that succeeds also inserts the audit row. */
function withAuditRow(db: Db, actor: Actor, row: AuditRow): { db: Db; isWritten(): boolean } {
  let written = false
  const withRow =
    <Result, Acting extends AnyActor>(work: (tx: Tx<Acting>) => Promise<Result>) =>
    async (tx: Tx<Acting>) => {
      const done = await work(tx)
      await insertAudit(tx, row)
      return done
    }
  return {
    isWritten: () => written,
    db: {
      ...db,
      async asActor(who, work) {
        if (written || who !== actor) return db.asActor(who, work)
        const result = await db.asActor(who, withRow(work))
        written = true
        return result
      },
      async runThenQuery(who, work, query) {
        if (written || who !== actor) return db.runThenQuery(who, work, query)
        const rows = await db.runThenQuery(who, withRow(work), query)
        written = true
        return rows
      },
    },
  }
}

const refusalLimit = { count: 10, seconds: 60 }

/**
 * Inserts an audit row for a refused call of an admin's procedure: the caller is not an admin or lacks the second factor, or the procedure itself
 * refused the call. Does not audit calls with an invalid input. Inserts at most ten rows per account and minute.
 */
export async function auditRefusedAdminCall(
  { app, actor, ...request }: { app: AppContext; actor: Actor; requestId: string; ip: string },
  { who, audited }: ProcedurePolicy,
  call: { path: readonly string[]; input: unknown; error: unknown },
): Promise<void> {
  if (who.length !== 1 || who[0] !== 'admin') return
  if (!(call.error instanceof ORPCError) || call.error.status === 400 || call.error.status >= 500) return
  const { allowed } = await app.auth.rateLimit.hit('refused-admin-call', actor.id, refusalLimit)
  if (!allowed) return
  const action = `refused:${call.path.join('.')}`.slice(0, 60)
  const row = auditRowOf({ resource: call.path.at(-1) ?? '', ...audited, action }, actor, call.input, request)
  await app.db.asActor(actor, (tx) => insertAudit(tx, { ...row, ip: request.ip }))
}

export function auditRowOf(
  audited: Audited,
  actor: Actor,
  input: unknown,
  { requestId, ip }: { requestId: string; ip: string },
): AuditRow {
  const { action, resource } = audited
  const ownId = audited.object === 'caller' ? actor.id : null
  return { action, resource, resourceId: idOf(input) ?? ownId, requestId, ip: actor.role === 'admin' ? ip : null }
}

/**
 * Returns the id of the resource: the first of `id`, `clientId`, `sessionId`, `accountId` and `actingFor` that the input contains as a UUID. Null if
 * it contains none.
 */
function idOf(input: unknown): string | null {
  const named = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const ids = ['id', 'clientId', 'sessionId', 'accountId', 'actingFor'].map((name) => named[name])
  return ids.find((id): id is string => typeof id === 'string' && isUuid(id.toLowerCase())) ?? null
}
