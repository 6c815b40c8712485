import type { AccountId } from '@attune/contract/common/ids'
import { isPassword } from '@attune/contract/common/password'
import { createAuthMiddleware } from '@better-auth/core/api'
import { APIError } from '@better-auth/core/error'
import { addOAuthServerContext, getOAuthState } from 'better-auth/api'
import { cookieSeconds } from '../login/cookies.ts'
import type { GuessLimits } from '../limit/guess-limits.ts'
import { hashIssuedToken } from '../login/tokens.ts'
import type { AuthQuery } from '../pool.ts'
import { consumeTotpCode } from '../factor/totp.ts'

/**
 * The engine's paths for proving a second factor, each with the method that the login stores. A login that such a path
 * creates has assurance level 2.
 */
const secondFactorMethods = new Map([
  ['/two-factor/verify-totp', 'totp'],
  ['/two-factor/verify-backup-code', 'backup'],
  ['/step-up/totp', 'totp'],
  ['/passkey/verify-authentication', 'passkey'],
])

/**
 * Paths of the engine that change factors, the password, the address or the account. Only a signed-in caller may call these paths. If the account has
 * a second factor, the login must have assurance level 2.
 */
const guarded = new Set([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
  '/two-factor/view-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/update-passkey',
  '/passkey/delete-passkey',
  '/change-password',
  '/change-email',
  '/delete-user',
  '/link-social',
  '/unlink-account',
])

const verifying = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

/** The row of a login that the engine is about to insert. `token` is the token itself, which is stored only as a hash. */
export type NewLogin = { userId: AccountId; token: string; userAgent?: string | null } & Record<string, unknown>
type Call = {
  path?: string
  body?: unknown
  /** The caller's login, if there is one. */
  context?: { session?: { session: { id: string; userId: AccountId } } | null }
} | null

/**
 * Completes the row of every login that the engine creates. Derives the assurance level from the path of the call and replaces the token
 * with its hash. Stores the id of the login of the same person that the new login replaces; the engine then deletes the replaced login.
 * Uses up a TOTP code and refuses with INVALID_CODE if the code was used before.
 */
export async function setAssuranceLevel(query: AuthQuery, now: Date, login: NewLogin, call: Call) {
  const path = call?.path ?? 'none'
  const method = secondFactorMethods.get(path)
  if (method === 'totp' && !(await consumeTotpCode(query, login.userId, codeOf(call))))
    throw unauthorized('INVALID_CODE')
  const replaced = call?.context?.session?.session
  return {
    data: {
      token: hashIssuedToken(login.token),
      replaces: replaced?.userId === login.userId ? replaced.id : null,
      strength: method ? 2 : 1,
      method: method ?? path,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + cookieSeconds * 1000),
      userAgent: login.userAgent?.slice(0, 300) ?? '',
      ...(login.ipAddress ? {} : { ipAddress: null }),
    },
  }
}

/**
 * Checks that run before every call of the engine. Each check throws or returns undefined, because the engine would send any other value as
 * the response with status 200.
 */
export function createEngineGuards(query: AuthQuery, guesses: GuessLimits) {
  return createAuthMiddleware(async (ctx): Promise<void> => {
    const path = ctx.path
    const body = (ctx.body ?? {}) as Record<string, unknown>
    const newPassword = body.newPassword ?? (path === '/sign-up/email' ? body.password : undefined)
    if (newPassword !== undefined && (typeof newPassword !== 'string' || !isPassword(newPassword)))
      throw badRequest('WEAK_PASSWORD')
    if (body.trustDevice) throw badRequest('NO_TRUSTED_DEVICES')
    // Registering a passkey must not create a login, because no guess counter covers that path.
    if (body.createSession) throw badRequest('NO_LOGIN_BY_REGISTERING')
    if (!guarded.has(path) && !verifying.has(path)) return

    const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
    const [owner] = token ? await ownerOf(query, token) : []
    if (guarded.has(path)) {
      if (!owner || lacksFactor(owner)) throw unauthorized('STEP_UP')
      if (path === '/link-social') await addOAuthServerContext({ linkingLogin: owner.id })
      return
    }
    if (owner) {
      // Better Auth does not limit the guesses of a signed-in caller. A signed-in caller may therefore call this path only to finish the
      // setup of an authenticator app.
      if (path !== '/two-factor/verify-totp' || owner.owns_app) throw unauthorized('STEP_UP')
      if (!owner.begins_factor) throw badRequest('TOTP_NOT_ENABLED')
      if (lacksFactor(owner)) throw unauthorized('STEP_UP')
      if (!(await guesses.countFactor(owner.user_id))) throw tooManyGuessesError()
      return
    }
    const cookie = ctx.context.createAuthCookie('two_factor')
    const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
    const [half] = challenge ? await challengedBy(query, challenge) : []
    if (!half) throw unauthorized('INVALID_TWO_FACTOR_COOKIE')
    if (!(await guesses.countFactor(half.value))) throw tooManyGuessesError()
  })
}

/**
 * Whether the login that asked to link a provider may still do so when the provider redirects back. The library checks only that the state of the
 * request is known, so a person whose login has ended in between could still link their own account.
 */
export async function mayFinishLinking(query: AuthQuery): Promise<boolean> {
  const id = (await getOAuthState())?.serverContext?.linkingLogin
  const [owner] = typeof id === 'string' ? await query<Owner>(`${ownerText} and l.id = $1`, [id]) : []
  return owner !== undefined && !lacksFactor(owner)
}

type Owner = {
  id: string
  user_id: AccountId
  strength: number
  owns_factor: boolean
  owns_app: boolean
  begins_factor: boolean
}

const ownerText = `
  select l.id, l.user_id, l.strength, coalesce(f.verified, false) as owns_app, f.verified is false as begins_factor,
    u.two_factor_enabled or coalesce(f.verified, false) or exists (select from auth.passkey k where k.user_id = u.id) as owns_factor
  from auth.login l join auth."user" u on u.id = l.user_id left join auth.two_factor f on f.user_id = u.id
  where l.expires_at > now() and not def.login_is_over(l.user_id, l.created_at)`

const ownerOf = (query: AuthQuery, token: string) => query<Owner>(`${ownerText} and l.token = $1`, [token])

const lacksFactor = ({ owns_factor: ownsFactor, strength }: Owner) => ownsFactor && strength < 2

const challengedBy = (query: AuthQuery, challenge: string) =>
  query<{ value: string }>('select value from auth.verification where identifier = $1 and expires_at > now()', [
    challenge,
  ])

const codeOf = (call: Call) => {
  const code = (call?.body as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}
const unauthorized = (code: string) => new APIError('UNAUTHORIZED', { code, message: code })
const badRequest = (code: string) => new APIError('BAD_REQUEST', { code, message: code })
export const tooManyGuessesError = () => new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY', message: 'TOO_MANY' })
