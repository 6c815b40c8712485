import { invitationValidDays } from '@attune/contract/common/constants'
import type { Clock } from '../clock.ts'
import type { AuthQuery } from './pool.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Deletes expired rows of schema `auth`. Keeps expired tokens for six times the validity of an invitation. The page of
 * an old link can then offer a new link, and a late job does not insert the token again. Keeps a used invitation token
 * until it is settled.
 */
export async function deleteExpiredAuthData(query: AuthQuery, clock: Clock): Promise<void> {
  const now = clock.now()
  const old = new Date(now.getTime() - 6 * invitationValidDays * day)
  await query('delete from auth.login where expires_at < $1 or def.login_is_over(user_id, created_at)', [now])
  await query('delete from auth.live_ticket where expires_at < $1', [now])
  await query('delete from auth.verification where expires_at < $1', [now])
  await query(
    `delete from auth.secret where expires_at < $1 and (purpose not in ('invite', 'guardian') or used_by is null or settled_at is not null)`,
    [old],
  )
  // Deletes accounts whose email address was not confirmed within 30 days. No one has ever signed in to these accounts. Keeps accounts with a
  // profile, which belong to people whom an admin has invited.
  await query('delete from auth."user" where not email_verified and created_at < $1 and def.role_of(id) is null', [
    new Date(now.getTime() - 30 * day),
  ])
  await query('delete from auth.email_change where expires_at < $1', [now])
  await query('delete from auth.superseded where replaced_at < $1', [old])
  await query('delete from auth.guess where ends_at < $1', [now])
  await query('delete from auth.rate_limit where ends_at < $1', [now])
  await query('delete from auth.known_device where seen_at < $1', [new Date(now.getTime() - 365 * day)])
  // Corrects two_factor_enabled, which may contradict the factors if the server was killed while a factor was being set up.
  await query(
    `update auth."user" u set two_factor_enabled = not u.two_factor_enabled
     where u.two_factor_enabled <> (exists (select from auth.two_factor f where f.user_id = u.id and f.verified)
       or exists (select from auth.passkey k where k.user_id = u.id))
       and u.updated_at < now() - interval '10 minutes'`,
  )
  await query('delete from auth.totp_used where at < $1', [new Date(now.getTime() - day)])
}
