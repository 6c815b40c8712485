import { login as limits } from '@attune/contract/common/constants'
import type { Clock } from '../clock.ts'
import { readCookie, type RequestHeaders, unsign } from './cookies.ts'
import type { AuthQuery } from './pool.ts'

/** Who is signed in, as the rest of the house knows it. Read from the database at each request, never kept. */
export type Login = {
  id: string
  userId: string
  email: string
  /** 2: proved by a second factor. */
  strength: 1 | 2
  method: string
  /** When the person signed in, or proved the second factor. */
  at: Date
  /** Null until the profile is written at the first request. */
  role: 'therapist' | 'client' | 'admin' | null
  /** An authenticator app or a passkey. */
  hasSecondFactor: boolean
  hasApp: boolean
  hasPasskey: boolean
  hasPassword: boolean
  /** The earlier of: idle for too long, signed in for too long. */
  expiresAt: Date
}

type Row = {
  id: string
  user_id: string
  email: string
  strength: 1 | 2
  method: string
  created_at: Date
  last_seen_at: Date
  role: Login['role']
  has_app: boolean
  has_passkey: boolean
  has_password: boolean
}

const hour = 60 * 60 * 1000
const seenEvery = 5 * 60 * 1000

const select = `
  select l.id, l.user_id, u.email, l.strength, l.method, l.created_at, l.last_seen_at, def.role_of(u.id) as role,
    exists (select from auth.two_factor f where f.user_id = u.id and f.verified) as has_app,
    exists (select from auth.passkey k where k.user_id = u.id) as has_passkey,
    exists (select from auth.account a where a.provider_id = 'credential' and a.account_id = u.id::text and a.password is not null) as has_password
  from auth.login l join auth."user" u on u.id = l.user_id`
const text = `${select}
  where l.token = $1 and l.expires_at > $2`
const manyText = `${select}
  where l.id = any($1::uuid[]) and l.expires_at > $2`

export type LoginReader = {
  /** The login that a request carries, or null. A forged one costs no query. */
  read(headers: RequestHeaders): Promise<Login | null>
  /** The same for a token that was verified already. */
  byToken(token: string): Promise<Login | null>
  /** Which of these logins stand now: for open sockets, whose cookie was looked at long ago. */
  byIds(ids: readonly string[]): Promise<Login[]>
  /** The verified token of a request. */
  tokenOf(headers: RequestHeaders): string | null
  /** The signed value that a request carries, as the engine takes it. */
  signedOf(headers: RequestHeaders): string | null
  /** The token within a signed value. */
  open(signed: string): string | null
  /** Marks the login as used just now. */
  extend(login: Login): Promise<Login>
}

export function loginReader(query: AuthQuery, clock: Clock, authSecret: string): LoginReader {
  /** The native shell sends the value of its cookie as a bearer; who sends both is refused, as one of them would win silently. */
  function signedOf(headers: RequestHeaders): string | null {
    const cookie = readCookie(headers, 'login')
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
    return cookie !== null && bearer !== null ? null : (cookie ?? bearer)
  }
  const open = (signed: string) => (signed.length > 500 ? null : unsign(signed, authSecret))

  function tokenOf(headers: RequestHeaders): string | null {
    const signed = signedOf(headers)
    return signed === null ? null : open(signed)
  }

  async function byToken(token: string): Promise<Login | null> {
    const now = clock.now()
    const [row] = await query<Row>(text, [token, now], 'login')
    if (!row) return null
    const login = loginOf(row)
    if (login.expiresAt <= now) return null
    // One write in five minutes, not one per request.
    if (now.getTime() - row.last_seen_at.getTime() < seenEvery) return login
    return extend(login)
  }

  async function extend(login: Login): Promise<Login> {
    const now = clock.now()
    const [row] = await query<{ last_seen_at: Date }>(
      'update auth.login set last_seen_at = greatest(last_seen_at, $2) where id = $1 returning last_seen_at',
      [login.id, now],
      'login-seen',
    )
    return row ? { ...login, expiresAt: endOf(login.role, login.at, row.last_seen_at) } : login
  }

  async function byIds(ids: readonly string[]): Promise<Login[]> {
    const now = clock.now()
    const rows = await query<Row>(manyText, [ids, now], 'logins')
    return rows.map(loginOf).filter((login) => login.expiresAt > now)
  }

  return {
    tokenOf,
    signedOf,
    open,
    byToken,
    byIds,
    extend,
    async read(headers) {
      const token = tokenOf(headers)
      return token === null ? null : byToken(token)
    },
  }
}

function loginOf(row: Row): Login {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    strength: row.strength,
    method: row.method,
    at: row.created_at,
    role: row.role,
    hasSecondFactor: row.has_app || row.has_passkey,
    hasApp: row.has_app,
    hasPasskey: row.has_passkey,
    hasPassword: row.has_password,
    expiresAt: endOf(row.role, row.created_at, row.last_seen_at),
  }
}

/** 12 hours without a request and 7 days at the latest; for a client 30 and 90 days (decisions, Security and privacy). */
export function endOf(role: Login['role'], at: Date, seen: Date): Date {
  const { idleHours, wholeDays } = role === 'therapist' || role === 'admin' ? limits.strong : limits.client
  return new Date(Math.min(seen.getTime() + idleHours * hour, at.getTime() + wholeDays * 24 * hour))
}

/** What is missing before the rooms of a role open: a factor to set up, a code of the one that stands, or nothing. */
export function needOf(login: Pick<Login, 'role' | 'strength' | 'hasSecondFactor'>): 'enrol' | 'code' | null {
  if (login.strength === 2 || (login.role !== 'therapist' && login.role !== 'admin')) return null
  return login.hasSecondFactor ? 'code' : 'enrol'
}
