import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { cookieSeconds, signCookie } from './cookies.ts'
import { hashLoginToken } from './login-tokens.ts'
import { loginExpiresAt, type Login } from './login.ts'
import type { AuthQuery } from './pool.ts'

/**
 * A login in a person's list of signed-in browsers. `at` is the time of the sign-in; `strength` is the assurance level.
 */
export type AccountLogin = {
  id: string
  userAgent: string
  ip: string | null
  at: Date
  lastSeenAt: Date
  strength: 1 | 2
}

/** Operations of a person on their own logins. */
export type AccountLogins = {
  /** Returns the valid logins of the person, most recently used first, at most 200. */
  list(login: Login): Promise<AccountLogin[]>
  /** Ends a login. Returns false if the login does not exist or belongs to another account. */
  end(userId: string, id: string): Promise<boolean>
  endOthers(login: Login): Promise<void>
  /** Stores that one browser holds these logins. */
  hold(browser: string, loginIds: readonly string[]): Promise<void>
  /** Stores that a browser has made this login the active one. Does nothing for a login of a browser that holds no other. */
  choose(loginId: string): Promise<void>
  /**
   * Creates a login for a person that the calling code has already verified, and returns its signed token. `strength` is the assurance
   * level; it must never come from the browser.
   */
  start(login: NewAccountLogin): Promise<string>
  /**
   * Sets a new password and forgets all known devices. Replaces all logins of the person with one new login that has
   * the assurance level of `login`. Returns the signed token of the new login; null if the account has no password.
   */
  changePassword(login: Login, passwordHash: string): Promise<string | null>
}

export type NewAccountLogin = {
  userId: string
  strength: 1 | 2
  method: 'passkey' | 'handover' | 'app'
  ip: string
  userAgent: string | null
}

type Row = { id: string; user_agent: string; ip_address: string | null; created_at: Date; last_seen_at: Date } & {
  strength: 1 | 2
}

export function openAccountLogins(query: AuthQuery, clock: Clock, authSecret: string): AccountLogins {
  return {
    async list(login) {
      const now = clock.now()
      const rows = await query<Row>(
        `select id, coalesce(user_agent, '') as user_agent, ip_address, created_at, last_seen_at, strength from auth.login
         where user_id = $1 and expires_at > $2 order by last_seen_at desc, id limit 200`,
        [login.userId, now],
      )
      return rows
        .filter((row) => loginExpiresAt(login.role, row.created_at, row.last_seen_at) > now)
        .map((row) => ({
          id: row.id,
          userAgent: row.user_agent,
          ip: row.ip_address,
          at: row.created_at,
          lastSeenAt: row.last_seen_at,
          strength: row.strength,
        }))
    },
    async end(userId, id) {
      const rows = await query('delete from auth.login where id = $1 and user_id = $2 returning 1 as ended', [
        id,
        userId,
      ])
      return rows.length === 1
    },
    async endOthers(login) {
      await query('delete from auth.login where user_id = $1 and id <> $2', [login.userId, login.id])
    },
    async hold(browser, loginIds) {
      await query(
        'update auth.login set browser = $1, chosen_at = coalesce(chosen_at, last_seen_at) where id = any($2::uuid[])',
        [browser, loginIds],
      )
    },
    async choose(loginId) {
      await query('update auth.login set chosen_at = $2 where id = $1 and browser is not null', [loginId, clock.now()])
    },
    async start({ userId, strength, method, ip, userAgent }) {
      const token = randomBytes(24).toString('base64url')
      const now = clock.now()
      await query(
        `insert into auth.login (user_id, token, strength, method, ip_address, user_agent, expires_at, last_seen_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
        [
          userId,
          hashLoginToken(token),
          strength,
          method,
          ip.slice(0, 60),
          userAgent?.slice(0, 300) ?? '',
          new Date(now.getTime() + cookieSeconds * 1000),
          now,
        ],
      )
      return signCookie(token, authSecret)
    },
    async changePassword(login, passwordHash) {
      const token = randomBytes(24).toString('base64url')
      const now = clock.now()
      const rows = await query(
        // This statement locks the row of the password before it ends a login. If two browsers change the password at once, the second
        // statement finds its login already ended and changes nothing.
        `with a as (select id, user_id from auth.account where user_id = $1 and provider_id = 'credential' and password is not null for update),
              mine as (delete from auth.login l using a where l.id = $2 and l.user_id = a.user_id
                       returning l.id, l.user_id, l.strength, l.method, l.ip_address, l.user_agent, l.browser, l.chosen_at),
              p as (update auth.account x set password = $3, updated_at = $4 from a, mine where x.id = a.id),
              l as (delete from auth.login l using mine where l.user_id = mine.user_id and l.id <> $2),
              d as (delete from auth.known_device d using mine where d.user_id = mine.user_id),
              s as (delete from auth.secret s using mine where s.user_id = mine.user_id and s.purpose = 'reset' and s.used_at is null),
              c as (delete from auth.verification v using mine where v.value = mine.user_id::text)
         insert into auth.login (user_id, token, replaces, strength, method, ip_address, user_agent, browser, chosen_at, expires_at, last_seen_at, created_at)
         select $1, $5, id, strength, method, ip_address, user_agent, browser, chosen_at, $6, $4, $4 from mine returning 1 as made`,
        [
          login.userId,
          login.id,
          passwordHash,
          now,
          hashLoginToken(token),
          new Date(now.getTime() + cookieSeconds * 1000),
        ],
      )
      return rows.length === 1 ? signCookie(token, authSecret) : null
    },
  }
}
