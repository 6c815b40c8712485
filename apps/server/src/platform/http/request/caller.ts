import type { AccountId, LoginId } from '@attune/contract/common/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOtherAccount } from '../../auth/login/cookies.ts'
import { type Login, missingAssurance } from '../../auth/login/login.ts'
import { passedLoginId } from './address-pass.ts'
import { sendRefusal } from '../replies.ts'

type CallerRole = NonNullable<Login['role']>
/** The person who calls a route outside the contract. */
export type Caller<Role extends CallerRole = CallerRole> = {
  role: Role
  /** The id of the account. */
  id: string
}

/** The accounts that may call a route: those with one of these roles, or one single account. */
type Admitted<Role extends CallerRole> = { roles: readonly Role[]; accountId?: AccountId }
type WithLogins = {
  auth: {
    readLogin(headers: Headers): Promise<Login | null>
    logins: { byIds(ids: readonly LoginId[]): Promise<Login[]> }
  }
}

/**
 * Returns the caller of a route outside the contract, or the refusal:
 * - 401 NO_LOGIN: there is no login, or its account has no profile yet
 * - 401 SCREEN_LOCKED: the screen of the login is locked
 * - 409 OTHER_ACCOUNT: the page shows another account of its browser
 * - 404 NOT_FOUND: the account is not `accountId`
 * - 403 FORBIDDEN: the role is not permitted
 * - 401 STEP_UP: the role needs a second factor and the login has not proved it
 */
export async function readCaller<Role extends CallerRole>(
  { auth }: WithLogins,
  request: FastifyRequest,
  { roles, accountId }: Admitted<Role>,
): Promise<{ caller: Caller<Role> } | { status: number; code: string }> {
  const headers = new Headers(request.headers as Record<string, string>)
  const login = await loginOf(auth, request, headers)
  if (!login?.role) return { status: 401, code: 'NO_LOGIN' }
  if (login.isLocked) return { status: 401, code: 'SCREEN_LOCKED' }
  if (isOtherAccount(headers, login)) return { status: 409, code: 'OTHER_ACCOUNT' }
  if (accountId !== undefined && login.userId !== accountId) return { status: 404, code: 'NOT_FOUND' }
  const role = roles.find((admitted) => admitted === login.role)
  if (!role) return { status: 403, code: 'FORBIDDEN' }
  if (missingAssurance(login)) return { status: 401, code: 'STEP_UP' }
  return { caller: { role, id: login.userId } }
}

/**
 * Returns the login of the pass in the address, otherwise the login of the cookie or the bearer token. Null if the login has ended or there is none.
 */
async function loginOf(auth: WithLogins['auth'], request: FastifyRequest, headers: Headers): Promise<Login | null> {
  const passed = passedLoginId(request)
  if (passed !== undefined) return (await auth.logins.byIds([passed]))[0] ?? null
  return auth.readLogin(headers)
}

/** Returns the caller of a route outside the contract; null after sending the refusal of `readCaller`. */
export async function requireCaller<Role extends CallerRole>(
  appContext: WithLogins,
  [request, reply]: [FastifyRequest, FastifyReply],
  admitted: Admitted<Role>,
): Promise<Caller<Role> | null> {
  const found = await readCaller(appContext, request, admitted)
  if ('caller' in found) return found.caller
  sendRefusal(request, reply, found.status, found.code)
  return null
}
