import type { ClientId } from '@attune/contract/common/ids'
import { type MiddlewareResult, ORPCError } from '@orpc/server'
import type { AppContext } from '../app-context.ts'
import { BusyError } from '../auth/limit/concurrency-limit.ts'
import { isOtherAccount, type RequestHeaders } from '../auth/login/cookies.ts'
import type { Login } from '../auth/login/login.ts'
import { missingPageKey, pageHeaderName, reportedUse } from '../auth/login/screen-lock.ts'
import { isLoginChanged, type LoginConfirmation, type PersonActor } from '../database/actor.ts'
import { isUsedCommand, violatesConstraint } from '../database/violation.ts'
import { auditRefusedAdminCall, callAudited } from './audit.ts'
import type { Context, RequestContext } from './context.ts'
import { type CallGroup, countCall, countLimitedCall } from './call/count-call.ts'
import { assertMayCall } from './call/may-call.ts'
import { isUnchanged, recallLogin } from './call/recalled-login.ts'
import { conflict } from './refusal.ts'
import { isTemporarilyUnavailable, unavailableError } from './unavailable.ts'
import { isAuditedRead, isAuditedRefusal, logRead } from './audit-read.ts'
import type { ProcedurePolicy } from './policy.ts'
import { isUuid } from '../text/uuid.ts'
import { refuseIfOverloaded, withinDeadline } from './time-limits.ts'

export type PolicyTable = Record<string, Record<string, ProcedurePolicy>>
/** Creates the profile of an account at its first request. */
export type EnsureProfile = (app: AppContext, login: Login) => Promise<unknown>

/** Checks at the start that the table has exactly one policy for every procedure of the contract. Throws if they differ. */
export function checkPolicyTable(contract: Record<string, Record<string, unknown>>, table: PolicyTable): PolicyTable {
  const names = (features: Record<string, Record<string, unknown>>) =>
    Object.entries(features).flatMap(([feature, procedures]) =>
      Object.keys(procedures).map((name) => `${feature}.${name}`),
    )
  const [declared, known] = [new Set(names(contract)), new Set(names(table))]
  const wrong = [...declared]
    .filter((name) => !known.has(name))
    .concat([...known].filter((name) => !declared.has(name)))
  if (wrong.length > 0) throw new Error(`The policy table and the contract differ in ${wrong.join(', ')}.`)
  return table
}

/** Throws SCREEN_LOCKED if the screen of this login is locked and the policy does not permit the procedure while it is. */
function assertUnlocked({ who, whileLocked }: ProcedurePolicy, login: Login | null): void {
  if (login?.isLocked && !(whileLocked ?? (who.includes('anyone') || who.includes('half'))))
    throw new ORPCError('SCREEN_LOCKED', { status: 401 })
}

/**
 * Stores the time at which the page was last used, as the page reports it, at most once a minute. Sends the page the key that it needs for further
 * reports. Storing the time changes the login, so the next call reads the login again.
 */
async function notePage({ app: { auth, clock }, reqHeaders, resHeaders }: RequestContext, login: Login): Promise<void> {
  const key = missingPageKey(login, reqHeaders)
  if (key !== null) resHeaders.set(pageHeaderName, key)
  const usedAt = reportedUse(login, reqHeaders, clock.now())
  if (!usedAt) return
  await auth.screenLocks.reportUse(login.id, usedAt)
  auth.logins.forget(reqHeaders)
}

/**
 * Throws OTHER_ACCOUNT if the page shows a different account from that of the login. This happens after another tab of the browser has switched
 * accounts. The call must not read or change data of the new account.
 */
function assertPageAccount(headers: RequestHeaders, login: Login | null): void {
  if (login && isOtherAccount(headers, login)) throw new ORPCError('OTHER_ACCOUNT', { status: 409 })
}

type Call = {
  context: RequestContext
  path: readonly string[]
  signal?: AbortSignal
  next: (options: { context: Context }) => MiddlewareResult<Context, unknown>
}

/**
 * Middleware of every procedure. Checks the login, which it reads or recalls from an earlier request, against the policy table. Inserts the audit row
 * of a successful call, and of a refused call of an admin's procedure; if the insert fails, the call fails. Refuses as `assertPageAccount`,
 * `assertUnlocked`, `assertMayCall`, `countCall` and `countLimitedCall` do, and with CONFLICT if the command id was already used for another change.
 * Answers with 503 and Retry-After when the database is unavailable or the call takes too long.
 */
export function authorize(
  table: PolicyTable,
  ensureProfile: EnsureProfile,
  isRead: (path: readonly string[]) => boolean,
) {
  return async ({ context, path, next }: Call, input: unknown) => {
    const entry = entryOf(table, path)
    try {
      refuseIfOverloaded(context.app.db)
      const call = { context, path, next, entry, input, group: isRead(path) ? ('reads' as const) : ('writes' as const) }
      return await withinDeadline(
        async () => (await callWithRecalledLogin(call)) ?? (await callWithReadLogin(call, ensureProfile)),
      )
    } catch (error) {
      const refusal = refusalFor(error)
      setRetryAfter(context.resHeaders, refusal)
      if (refusal?.status === 503) {
        context.app.log.warn('no answer in time', {
          requestId: context.requestId,
          procedure: path.join('.'),
          error: refusal.cause,
        })
      }
      throw refusal ?? error
    }
  }
}

type Role = NonNullable<Login['role']>
type CheckedCall = Call & { entry: ProcedurePolicy; input: unknown; group: CallGroup }

/** Reads the login from the database, then calls the procedure. */
async function callWithReadLogin(call: CheckedCall, ensureProfile: EnsureProfile) {
  const { context, path, next, entry, input, group } = call
  const login = await readLogin(context, ensureProfile)
  if (!entry.anyAccount) assertPageAccount(context.reqHeaders, login)
  if (login) await notePage(context, login)
  const known = withActor(call, login, { writes: group === 'writes' })
  countCall(context, login, entry, group)
  try {
    assertUnlocked(entry, login)
    assertMayCall(entry, login, context.app.clock.now())
    if (login) await countLimitedCall(context, login, entry, { path, input })
    return await callProcedure(next, known, entry, input)
  } catch (error) {
    if (login?.role) await auditRefusedAdminCall(known, entry, { path, input, error })
    throw error
  }
}

/**
 * Calls the procedure with the login that an earlier request has read, which saves a round trip to the database: the first transaction of the call
 * confirms that the login has not changed since. Returns null if no login can be recalled for this call, or if the recalled one was not confirmed.
 * Then nothing was changed, and nothing that was read is used.
 */
async function callWithRecalledLogin({ context, path, next, entry, input, group }: CheckedCall) {
  const recalled = group === 'reads' || entry.beginsWithTransaction ? recallLogin(context, entry) : null
  if (!recalled) return null
  const { login, confirmation } = recalled
  const known = withActor({ context, entry, input }, login, { confirmation, writes: group === 'writes' })
  try {
    countCall(context, login, entry, group)
    const result = await callProcedure(next, known, entry, input)
    if (confirmation.isConfirmed || (await isUnchanged(context, confirmation))) return result
  } catch (error) {
    if (isTemporarilyUnavailable(error)) throw error
    if (confirmation.isConfirmed && !isLoginChanged(error)) {
      await auditRefusedAdminCall(known, entry, { path, input, error })
      throw error
    }
  }
  context.app.auth.logins.forget(context.reqHeaders)
  return null
}

/**
 * Returns the refusal for an error: a refusal itself, CONFLICT for a command id that was used for another change, NO_LOGIN after a change of the
 * role, or UNAVAILABLE. Null for any other error.
 */
function refusalFor(error: unknown): ORPCError<string, unknown> | null {
  if (error instanceof ORPCError) return error
  if (isUsedCommand(error)) return conflict()
  // An admin changed the role of the account during the call, which ended the login.
  if (violatesConstraint(error, 'account_role')) return new ORPCError('NO_LOGIN', { status: 401 })
  return error instanceof BusyError || isTemporarilyUnavailable(error) ? unavailableError(error) : null
}

/**
 * Calls the procedure. Inserts the audit row of the call; when a therapist has read clinical text, or a guardian has opened data of a client,
 * also adds a line to the access log of each client concerned. A refusal that shows a therapist the current clinical text is audited like a read.
 */
async function callProcedure(
  next: Call['next'],
  context: Context,
  { audited, auditRead }: ProcedurePolicy,
  input: unknown,
) {
  try {
    const call = async (callContext: Context) => next({ context: callContext })
    const result = audited ? await callAudited(context, audited, input, call) : await call(context)
    if (auditRead && isAuditedRead(auditRead, context.actor, result.output)) {
      await logRead(context, { audited, auditRead }, input, result.output)
    }
    return result
  } catch (error) {
    if (auditRead && isAuditedRefusal(auditRead, context.actor, error)) {
      await logRead(context, { audited: undefined, auditRead }, input)
    }
    throw error
  }
}

/** Sets the header Retry-After from a refusal's `retryAfterSeconds`. */
function setRetryAfter(headers: Headers, refusal: ORPCError<string, unknown> | null): void {
  const { retryAfterSeconds } = (refusal?.data ?? {}) as { retryAfterSeconds?: unknown }
  if (typeof retryAfterSeconds === 'number' && !headers.has('retry-after')) {
    headers.set('retry-after', String(Math.ceil(retryAfterSeconds)))
  }
}

function entryOf(table: PolicyTable, path: readonly string[]): ProcedurePolicy {
  const entry = table[path[0] ?? '']?.[path[1] ?? '']
  if (!entry) throw new Error('a procedure without an entry in the policy table')
  return entry
}

async function readLogin({ app, reqHeaders }: RequestContext, ensureProfile: EnsureProfile): Promise<Login | null> {
  const login = await app.auth.readLogin(reqHeaders)
  if (!login || login.role !== null) return login
  await ensureProfile(app, login)
  return app.auth.readLogin(reqHeaders)
}

const throwNoLogin = (): never => {
  throw new ORPCError('NO_LOGIN', { status: 401 })
}

/**
 * The actor of a request without a login. Reading a property of this actor throws NO_LOGIN. `actor` itself is not a getter of the context,
 * because merging contexts copies their properties and would call the getter.
 */
export const noActor: PersonActor = {
  get role() {
    return throwNoLogin()
  },
  get id() {
    return throwNoLogin()
  },
}

function withActor(
  { context, entry, input }: Pick<CheckedCall, 'context' | 'entry' | 'input'>,
  login: Login | null,
  call: { confirmation?: LoginConfirmation; writes: boolean },
): Context {
  return { ...context, login, actor: login?.role ? { ...actorOf(login, login.role, entry, input), ...call } : noActor }
}

/** The actor of a login: the account in its own role, or as a guardian if the procedure is for guardians. */
function actorOf(login: Login, role: Role, { who }: ProcedurePolicy, input: unknown): PersonActor {
  if (!who.includes('guardian')) return { role, id: login.userId }
  const { actingFor } = (input ?? {}) as { actingFor?: unknown }
  // The input is not validated yet. The contract refuses an `actingFor` that is not an id.
  const client = typeof actingFor === 'string' && isUuid(actingFor) ? (actingFor as ClientId) : null
  return { role: 'guardian', id: login.userId, actingFor: client }
}
