import type { AccountId } from '@attune/contract/common/ids'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { cookieSeconds, signCookie } from '../login/cookies.ts'
import type { Login } from '../login/login.ts'
import { hashLoginToken } from '../login/tokens.ts'
import type { AuthPool, AuthQuery } from '../pool.ts'
import { generateRecoveryCodes } from './recovery-codes.ts'
import { consumeTotpCode, isTotpCode, totpKey } from './totp.ts'

type Account = Pick<Login, 'userId' | 'email'>

/** The start of a set-up: the key of the app, and the recovery codes of each account, in the order of the accounts. */
export type SharedAppStart = { uri: string; secret: string; recoveryCodes: [string[], string[]] }

/**
 * One authenticator app for the two accounts of one person, the admin and the therapist, that `/setup` creates together. The rows of both accounts
 * contain the same encrypted secret. Nothing else creates such rows: every other set-up encrypts a new secret, so the accounts then no longer have a
 * common one.
 */
export type SharedApps = {
  /**
   * Starts the set-up of one app for two accounts, in place of an unfinished set-up of either. Returns null and changes nothing if one of them has a
   * second factor. The calling code has proved that both accounts belong to the person.
   */
  begin(accounts: readonly [Account, Account]): Promise<SharedAppStart | null>
  /** Returns the account with which this account has an unfinished set-up in common; null if there is none, or one of them has a passkey. */
  unfinishedWith(userId: AccountId): Promise<AccountId | null>
  /**
   * Completes the set-up with a code, for both accounts or for neither: stores the app as their second factor, uses up the code, and replaces both
   * logins by new ones with assurance level 2. Returns their signed tokens in the order of the logins. Returns null and changes nothing if the code
   * is wrong or used, the accounts have no unfinished set-up in common, or a login has ended. The first login is the active one of the browser; the
   * confirmation does not count as a use of the second one.
   */
  confirm(logins: readonly [Login, Login], code: string): Promise<[string, string] | null>
}

export function openSharedApps({ query, transaction }: AuthPool, clock: Clock, authSecret: string): SharedApps {
  return {
    async begin(accounts) {
      const key = randomBytes(21).toString('base64url')
      const secret = await symmetricEncrypt({ key: authSecret, data: key })
      const recoveryCodes: SharedAppStart['recoveryCodes'] = [generateRecoveryCodes(), generateRecoveryCodes()]
      const encrypted = await Promise.all(
        recoveryCodes.map((codes) => symmetricEncrypt({ key: authSecret, data: JSON.stringify(codes) })),
      )
      const ids = accounts.map(({ userId }) => userId)
      const isStored = await transaction(async (ask) => {
        if (!(await lockWithoutFactor(ask, ids))) return false
        await ask(
          `insert into auth.two_factor (user_id, secret, backup_codes, verified)
           select a.id, $3, a.codes, false from unnest($1::uuid[], $2::text[]) a (id, codes)
           on conflict (user_id) do update set secret = excluded.secret, backup_codes = excluded.backup_codes`,
          [ids, encrypted, secret],
        )
        return true
      })
      return isStored ? { ...totpKey(key, accounts.map(({ email }) => email).join(', ')), recoveryCodes } : null
    },
    async unfinishedWith(userId) {
      const [row] = await query<{ user_id: AccountId }>(
        `select o.user_id from auth.two_factor f join auth.two_factor o on o.secret = f.secret and o.user_id <> f.user_id
         where f.user_id = $1 and not f.verified and not o.verified
           and not exists (select from auth.passkey k where k.user_id in (f.user_id, o.user_id))`,
        [userId],
      )
      return row?.user_id ?? null
    },
    confirm: (logins, code) => transaction((ask) => confirmShared(ask, { logins, code }, clock.now(), authSecret)),
  }
}

/** Locks the rows of the accounts. Returns false if one of them has a second factor or does not exist. */
async function lockWithoutFactor(ask: AuthQuery, ids: readonly AccountId[]): Promise<boolean> {
  // Takes the same locks as the removal of an app or a passkey.
  await ask('select 1 from auth."user" where id = any ($1::uuid[]) order by id for update', [ids])
  const rows = await ask(
    `select from auth."user" u where u.id = any ($1::uuid[])
       and not exists (select from auth.two_factor f where f.user_id = u.id and f.verified)
       and not exists (select from auth.passkey k where k.user_id = u.id)`,
    [ids],
  )
  return rows.length === ids.length
}

async function confirmShared(
  ask: AuthQuery,
  { logins, code }: { logins: readonly [Login, Login]; code: string },
  now: Date,
  authSecret: string,
): Promise<[string, string] | null> {
  const ids = logins.map(({ userId }) => userId)
  if (!(await lockWithoutFactor(ask, ids))) return null
  const rows = await ask<{ secret: string }>(
    'select secret from auth.two_factor where user_id = any ($1::uuid[]) order by user_id for update',
    [ids],
  )
  const [first, second] = rows
  if (!first || first.secret !== second?.secret) return null
  const key = await symmetricDecrypt({ key: authSecret, data: first.secret })
  if (!isTotpCode(key, code)) return null
  const held = await ask('select 1 from auth.login where id = any ($1::uuid[]) order by id for update', [
    logins.map(({ id }) => id),
  ])
  if (held.length < logins.length || !(await consumeTotpCode(ask, logins[0].userId, code))) return null
  await ask('update auth.two_factor set verified = true where user_id = any ($1::uuid[])', [ids])
  await ask('update auth."user" set two_factor_enabled = true, updated_at = $2 where id = any ($1::uuid[])', [ids, now])
  const active = await replaceByStrong(ask, { login: logins[0], isUsed: true }, now)
  const other = await replaceByStrong(ask, { login: logins[1], isUsed: false }, now)
  return [signCookie(active, authSecret), signCookie(other, authSecret)]
}

/**
 * Replaces a login by a new one with assurance level 2, and returns its token. If `isUsed` is false, the new login keeps the times of use of the old
 * one, so that the person must enter the password of its account just as soon as with the old login.
 */
async function replaceByStrong(ask: AuthQuery, of: { login: Login; isUsed: boolean }, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await ask(
    `with old as (delete from auth.login where id = $1
       returning id, user_id, ip_address, user_agent, browser, chosen_at, last_seen_at, coalesce(active_at, created_at) as active_at)
     insert into auth.login
       (user_id, token, replaces, strength, method, ip_address, user_agent, browser, chosen_at, expires_at, created_at, last_seen_at, active_at)
     select user_id, $2, id, 2, 'totp', ip_address, user_agent, browser, chosen_at, $3, $4,
       case when $5::boolean then $4 else last_seen_at end, case when $5::boolean then $4 else active_at end from old`,
    [of.login.id, hashLoginToken(token), new Date(now.getTime() + cookieSeconds * 1000), now, of.isUsed],
  )
  return token
}
