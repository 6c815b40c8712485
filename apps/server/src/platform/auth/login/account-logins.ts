import type { AccountId, LoginId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { cookieSeconds, signCookie } from './cookies.ts'
import { hashLoginToken } from './tokens.ts'
import { loginExpiresAt, type Login } from './login.ts'
import type { AuthPool, AuthQuery } from '../pool.ts'

/** A login in a person's list of signed-in browsers. */
export type AccountLogin = {
  id: LoginId
  /** The User-Agent header of the sign-in; empty if the browser sent none. */
  userAgent: string
  /** The IP address of the sign-in; null if it is unknown. */
  ip: string | null
  /** The time of the sign-in. */
  at: Date
  /** The time at which the login was last used. */
  lastSeenAt: Date
  /** The assurance level: 2 if the person has proved a second factor with this login, otherwise 1. */
  strength: 1 | 2
}

/** Operations of a person on their own logins. */
export type AccountLogins = {
  /** Returns the valid logins of the person, most recently used first, at most 200. */
  list(login: Pick<Login, 'userId' | 'role'>): Promise<AccountLogin[]>
  /** Ends a login. Returns false if the login does not exist or belongs to another account. */
  end(userId: AccountId, id: LoginId): Promise<boolean>
  /** Ends all logins of the person except this one. */
  endOthers(login: Login): Promise<void>
  /**
   * Stores that one browser holds these logins and that `activeId`, one of them, is the active one. Returns false and stores nothing if the practice
   * does not allow several accounts. Also returns false if the login `activeId` has ended.
   */
  hold(browser: string, loginIds: readonly LoginId[], activeId: string): Promise<boolean>
  /**
   * Makes this login the active one of its browser. Returns false if the login has ended, or if the browser holds other logins and the practice does
   * not allow several accounts.
   */
  choose(loginId: LoginId): Promise<boolean>
  /**
   * Creates a login for a person that the calling code has already verified, and returns its signed token. The assurance level must
   * never come from the browser.
   */
  start(login: NewAccountLogin): Promise<string>
  /**
   * Sets a new password, deletes all known devices, and voids pending sign-ins and links for a new password. Replaces all logins of the person with
   * one new login that has the assurance level of `login`. Returns the signed token of the new login; null if the account has no password or the
   * login has ended.
   */
  changePassword(login: Login, passwordHash: string): Promise<string | null>
}

export type NewAccountLogin = {
  userId: AccountId
  assuranceLevel: 1 | 2
  method: 'passkey' | 'handover' | 'app' | 'set-up'
  ip: string
  userAgent: string | null
}

type Row = { id: LoginId; user_agent: string; ip_address: string | null; created_at: Date; last_seen_at: Date } & {
  strength: 1 | 2
}

export function openAccountLogins({ query, transaction }: AuthPool, clock: Clock, authSecret: string): AccountLogins {
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
    hold: (browser, loginIds, activeId) =>
      transaction(async (ask) => {
        if (!(await holdSeveralAccounts(ask))) return false
        await ask(
          'update auth.login set browser = $1, chosen_at = coalesce(chosen_at, last_seen_at) where id = any($2::uuid[])',
          [browser, loginIds],
        )
        return markChosen(ask, activeId, { now: clock.now(), amongOthers: true })
      }),
    choose: (loginId) =>
      transaction(async (ask) =>
        markChosen(ask, loginId, { amongOthers: await holdSeveralAccounts(ask), now: clock.now() }),
      ),
    start: (login) => startLogin(query, login, clock.now(), authSecret),
    changePassword: (login, passwordHash) => changePassword(query, { login, passwordHash }, clock.now(), authSecret),
  }
}

async function startLogin(
  query: AuthQuery,
  { userId, assuranceLevel, method, ip, userAgent }: NewAccountLogin,
  now: Date,
  authSecret: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await query(
    `insert into auth.login (user_id, token, strength, method, ip_address, user_agent, expires_at, last_seen_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      userId,
      hashLoginToken(token),
      assuranceLevel,
      method,
      ip.slice(0, 60),
      userAgent?.slice(0, 300) ?? '',
      new Date(now.getTime() + cookieSeconds * 1000),
      now,
    ],
  )
  return signCookie(token, authSecret)
}

async function changePassword(
  query: AuthQuery,
  { login, passwordHash }: { login: Login; passwordHash: string },
  now: Date,
  authSecret: string,
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
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
    [login.userId, login.id, passwordHash, now, hashLoginToken(token), new Date(now.getTime() + cookieSeconds * 1000)],
  )
  return rows.length === 1 ? signCookie(token, authSecret) : null
}

/** Whether the practice allows several accounts in one browser. The setting cannot change until the transaction ends. */
async function holdSeveralAccounts(ask: AuthQuery): Promise<boolean> {
  const [row] = await ask<{ allowed: boolean }>('select def.hold_several_accounts() as allowed')
  return row?.allowed ?? false
}

/**
 * Marks a login as the last choice of its browser. Returns false if the login has ended or, unless `amongOthers` is true, if the browser holds other
 * logins. The stored time is always later than that of the browser's other logins, even if the clocks of two nodes differ, a clock was set back, or
 * two choices fall into the same millisecond. When an admin switches off several accounts per browser, only the login that was chosen last survives.
 */
async function markChosen(
  ask: AuthQuery,
  loginId: LoginId,
  { now, amongOthers }: { now: Date; amongOthers: boolean },
): Promise<boolean> {
  await ask(
    `select pg_advisory_xact_lock(hashtextextended('attune browser ' || browser, 0)) from auth.login where id = $1 and browser is not null`,
    [loginId],
  )
  const rows = await ask(
    `update auth.login l set chosen_at = case when l.browser is not null then greatest($2::timestamptz,
       (select max(o.chosen_at) + interval '1 microsecond' from auth.login o where o.browser = l.browser)) end
     where l.id = $1 and ($3::boolean or not exists (select from auth.login o where o.browser = l.browser and o.id <> l.id))
     returning 1 as done`,
    [loginId, now, amongOthers],
  )
  return rows.length === 1
}
