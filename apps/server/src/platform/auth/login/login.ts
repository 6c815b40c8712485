import type { AccountId, LoginId } from '@attune/contract/common/ids'
import { loginLimits as limits } from '@attune/contract/common/constants'
import type { Clock } from '../../clock.ts'
import { readCookie, type RequestHeaders, unsignCookie } from './cookies.ts'
import { hashLoginToken } from './tokens.ts'
import type { AuthQuery } from '../pool.ts'
import { openRecentLogins, type Recalled, type RecentLogins, seenEvery } from './recent-logins.ts'
import { isLockedFor, type IdleMinutes, type ScreenLock } from './screen-lock.ts'

/**
 * A login and the signed-in person. The server reads the login from the database at each request, or recalls it from an earlier request and lets a
 * transaction confirm it. A disabled account has no login.
 */
export type Login = {
  id: LoginId
  userId: AccountId
  email: string
  /** 2 if the person has proved a second factor with this login, otherwise 1. */
  assuranceLevel: 1 | 2
  /** The last step of the sign-in: the kind of second factor (`totp`, `backup`, `passkey`), `handover`, `app`, or the engine's path. */
  method: string
  /** The time at which the person signed in or confirmed the second factor. */
  authenticatedAt: Date
  /** Null until the person has a profile, which the first request creates. */
  role: 'therapist' | 'client' | 'admin' | null
  /** Whether the person has an authenticator app or a passkey. */
  hasSecondFactor: boolean
  hasApp: boolean
  hasPasskey: boolean
  hasPassword: boolean
  /** Whether the account acts for others as a guardian. `also`: it also has a client record. `only`: it has no client record. */
  guardian: 'no' | 'also' | 'only'
  /** The time at which the login ends: at the idle limit or at the total limit, whichever comes first. */
  expiresAt: Date
  /** The screen lock as stored in the database. Whether it applies to a request also depends on the page that sends it, see `isLocked`. */
  lock: ScreenLock
  /**
   * Whether the screen is locked for the request from which the login was read. For a login that was read without a request, whether a page has
   * locked it.
   */
  isLocked: boolean
}

type Row = {
  id: LoginId
  user_id: AccountId
  email: string
  strength: 1 | 2
  method: string
  created_at: Date
  last_seen_at: Date
  locked_at: Date | null
  locked_for: ScreenLock['lockedFor']
  active_at: Date
  page_key: string
  role: Login['role']
  has_app: boolean
  has_passkey: boolean
  has_password: boolean
  guardian: Login['guardian']
}
type RowWithState = Row & { state: string }
type HeldRow = Row & { browser: string | null; token: string }

const hour = 60 * 60 * 1000

const columns = `
  s.id, s.user_id, s.email, s.strength, s.method, s.created_at, s.last_seen_at, s.locked_at, coalesce(s.active_at, s.created_at) as active_at, s.page_key,
    s.role, s.has_app, s.has_passkey, s.has_password, s.guardian, s.locked_for`
const text = `select ${columns}, s.state from auth.login_state s where s.token = $1 and s.expires_at > $2`
const disabledText = `
  select l.id from auth.login l where l.token = $1 and def.is_disabled(l.user_id)`
const replacedText = `
  select l.replaces as id from auth.login l where l.replaces = any($1::uuid[]) and l.expires_at > $2`
const manyText = `select ${columns} from auth.login_state s where s.id = any($1::uuid[]) and s.expires_at > $2`
const heldText = `
  select ${columns}, l.browser, l.token from auth.login_state s join auth.login l on l.id = s.id
  where l.token = any($1::text[]) and l.expires_at > $2
  order by l.chosen_at desc nulls last, l.id desc`
const seenText = `
  update auth."user" set last_seen_at = greatest(last_seen_at, $2) where id = $1`

/** One of the logins that a browser holds. */
export type HeldLogin = {
  login: Login
  /** The signed token of the login, as it is in the cookie. */
  signed: string
  /** The time at which the login was last used. */
  lastSeenAt: Date
  /** The random id of the browser, the same for all of its logins; null if the login was never one of several. */
  browser: string | null
}

export type LoginReader = {
  /** Returns the login of a request, or null. A token with a wrong signature is rejected without a query. */
  read(headers: RequestHeaders): Promise<Login | null>
  /** Returns the login of a token, or null. Counts as a use of the login. Does not check a signature; the caller has already verified it. */
  byToken(token: string): Promise<Login | null>
  /** Returns the id of the login of a token if an admin has disabled its account; otherwise null. Does not check a signature. */
  disabledByToken(token: string): Promise<string | null>
  /** Returns the given logins that are still valid. Open sockets need this, because their cookie was checked only when they connected. */
  byIds(ids: readonly LoginId[]): Promise<Login[]>
  /** Returns the ids of the given logins that were replaced by a new login of the same browser. */
  replacedAmong(ids: readonly LoginId[]): Promise<Set<string>>
  /** Returns the token of a request; null if there is none or its signature is wrong. */
  tokenOf(headers: RequestHeaders): string | null
  /** Returns the token of a request with its signature, unverified, as the engine expects it; null if there is none. */
  signedTokenOf(headers: RequestHeaders): string | null
  /** Returns the token in a signed value; null if the signature is wrong. */
  tokenFromSigned(signed: string): string | null
  /**
   * Returns the valid logins among the given signed tokens, by account, most recently chosen first. A token that belongs to another account is
   * omitted. Does not count as a use of a login.
   */
  held(signedTokens: ReadonlyMap<string, string>): Promise<HeldLogin[]>
  /** Stores that the login was used now, and returns the login with its new end. */
  extend(login: Login): Promise<Login>
  /**
   * Returns the login that `read` found for the token of an earlier request, without a query. Returns null if no such login is in memory, if it has
   * no role or has ended, or if its use must be stored again. The login may have changed since then, so the result of a call may be used only once a
   * transaction has confirmed the login.
   */
  recall(headers: RequestHeaders): Recalled<Login> | null
  /** Makes `recall` return null for the token of a request until `read` has found its login again. */
  forget(headers: RequestHeaders): void
}

export function createLoginReader(
  query: AuthQuery,
  clock: Clock,
  { authSecret, idleMinutes }: { authSecret: string; idleMinutes: IdleMinutes },
): LoginReader {
  const open = (signed: string) => (signed.length > 500 ? null : unsignCookie(signed, authSecret))
  const recent = openRecentLogins<Login>(clock)
  const reads = loginReads(query, clock, recent)
  const forRequest = (login: Login, headers: RequestHeaders): Login => ({
    ...login,
    isLocked: isLockedFor(login, { headers, idleMinutes, now: clock.now() }),
  })

  function tokenOf(headers: RequestHeaders): string | null {
    const signed = signedTokenOf(headers)
    return signed === null ? null : open(signed)
  }

  return {
    ...reads,
    tokenOf,
    signedTokenOf,
    tokenFromSigned: open,
    held: (signedTokens) => readHeldLogins(query, open, signedTokens, clock.now()),
    async read(headers) {
      const token = tokenOf(headers)
      const login = token === null ? null : await reads.byToken(token)
      return login && forRequest(login, headers)
    },
    recall(headers) {
      const token = tokenOf(headers)
      const found = token === null ? null : recent.find(hashLoginToken(token))
      return found && { ...found, login: forRequest(found.login, headers) }
    },
    forget(headers) {
      const token = tokenOf(headers)
      if (token !== null) recent.forget(hashLoginToken(token))
    },
  }
}

/**
 * Returns the signed token from the login cookie, or from the bearer header, which the native app sends instead of a cookie. Returns null
 * if the request has neither, or has both, because neither of the two takes precedence.
 */
function signedTokenOf(headers: RequestHeaders): string | null {
  const cookie = readCookie(headers, 'login')
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
  return cookie !== null && bearer !== null ? null : (cookie ?? bearer)
}

type Reads = Pick<LoginReader, 'byToken' | 'disabledByToken' | 'byIds' | 'replacedAmong' | 'extend'>

function loginReads(query: AuthQuery, clock: Clock, recent: RecentLogins<Login>): Reads {
  async function byToken(token: string): Promise<Login | null> {
    const now = clock.now()
    const hash = hashLoginToken(token)
    const [row] = await query<RowWithState>(text, [hash, now], 'login')
    recent.forget(hash)
    if (!row) return null
    const login = loginOf(row)
    if (login.expiresAt <= now) return null
    // Stores the use at most once in five minutes instead of at every request.
    if (now.getTime() - row.last_seen_at.getTime() >= seenEvery) return extend(login)
    recent.keep({ login, hash, state: row.state, seenAt: row.last_seen_at })
    return login
  }

  async function extend(login: Login): Promise<Login> {
    const now = clock.now()
    const [row] = await query<{ last_seen_at: Date }>(
      'update auth.login set last_seen_at = greatest(last_seen_at, $2) where id = $1 returning last_seen_at',
      [login.id, now],
      'login-seen',
    )
    // A separate statement, because a single statement would lock the rows of the login and the user in the opposite order to a password change, and
    // the two could deadlock.
    await query(seenText, [login.userId, now], 'user-seen')
    return row ? { ...login, expiresAt: loginExpiresAt(login.role, login.authenticatedAt, row.last_seen_at) } : login
  }

  async function disabledByToken(token: string): Promise<string | null> {
    const [row] = await query<{ id: LoginId }>(disabledText, [hashLoginToken(token)])
    return row?.id ?? null
  }

  async function byIds(ids: readonly LoginId[]): Promise<Login[]> {
    const now = clock.now()
    const rows = await query<Row>(manyText, [ids, now], 'logins')
    return rows.map(loginOf).filter((login) => login.expiresAt > now)
  }

  async function replacedAmong(ids: readonly LoginId[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await query<{ id: LoginId }>(replacedText, [ids, clock.now()], 'logins-replaced')
    return new Set(rows.map(({ id }) => id))
  }

  return { byToken, disabledByToken, byIds, replacedAmong, extend }
}

async function readHeldLogins(
  query: AuthQuery,
  open: LoginReader['tokenFromSigned'],
  signedTokens: ReadonlyMap<string, string>,
  now: Date,
): Promise<HeldLogin[]> {
  const byHash = new Map<string, { userId: AccountId; signed: string }>()
  for (const [userId, signed] of signedTokens) {
    const token = open(signed)
    if (token !== null) byHash.set(hashLoginToken(token), { userId, signed })
  }
  if (byHash.size === 0) return []
  const rows = await query<HeldRow>(heldText, [[...byHash.keys()], now], 'logins-held')
  return rows.flatMap((row) => {
    const given = byHash.get(row.token)
    const login = loginOf(row)
    if (given?.userId !== row.user_id || login.expiresAt <= now) return []
    return [{ login, signed: given.signed, lastSeenAt: row.last_seen_at, browser: row.browser }]
  })
}

function loginOf(row: Row): Login {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    assuranceLevel: row.strength,
    method: row.method,
    authenticatedAt: row.created_at,
    role: row.role,
    hasSecondFactor: row.has_app || row.has_passkey,
    hasApp: row.has_app,
    hasPasskey: row.has_passkey,
    hasPassword: row.has_password,
    guardian: row.guardian,
    expiresAt: loginExpiresAt(row.role, row.created_at, row.last_seen_at),
    lock: { lockedAt: row.locked_at, lockedFor: row.locked_for, activeAt: row.active_at, pageKey: row.page_key },
    isLocked: row.locked_at !== null,
  }
}

/**
 * Returns the time at which a login ends. A login of a therapist or admin ends after 12 hours without a request, and at
 * the latest 7 days after the sign-in. For a client, or a person without a role, the limits are 30 days and 90 days.
 */
export function loginExpiresAt(role: Login['role'], at: Date, seen: Date): Date {
  const { idleHours, wholeDays } = role === 'therapist' || role === 'admin' ? limits.strong : limits.client
  return new Date(Math.min(seen.getTime() + idleHours * hour, at.getTime() + wholeDays * 24 * hour))
}

/**
 * Returns the step that is missing before the person can use their role. 'enrol': set up a second factor. 'code': prove the existing second
 * factor. null: none.
 */
export function missingAssurance(
  login: Pick<Login, 'role' | 'assuranceLevel' | 'hasSecondFactor'>,
): 'enrol' | 'code' | null {
  if (login.assuranceLevel === 2 || (login.role !== 'therapist' && login.role !== 'admin')) return null
  return login.hasSecondFactor ? 'code' : 'enrol'
}
