import type { AccountId } from '@attune/contract/common/ids'
import { Secret, TOTP } from 'otpauth'
import type { AuthQuery } from '../pool.ts'

/**
 * Uses up a code of the authenticator app. Of parallel calls with the same code, only one returns true. The same code may be used again
 * after two minutes, because a code is valid for at most 90 seconds. If two accounts have the same app, which only `/setup` creates, the code is used
 * up for both: their rows then contain the same encrypted secret, and both are written in the same order.
 */
export async function consumeTotpCode(query: AuthQuery, userId: AccountId, code: string): Promise<boolean> {
  const [row] = await query<{ is_unused: boolean }>(
    `with accounts as (
       select $1::uuid as user_id
       union select o.user_id from auth.two_factor f join auth.two_factor o on o.secret = f.secret where f.user_id = $1),
     taken as (
       insert into auth.totp_used (user_id, code) select user_id, $2 from accounts order by user_id
       on conflict (user_id, code) do update set at = now() where totp_used.at < now() - interval '2 minutes' returning 1)
     select (select count(*) from taken) = (select count(*) from accounts) as is_unused`,
    [userId, code],
    'totp-once',
  )
  return row?.is_unused === true
}

/**
 * Whether a code of the authenticator app is correct by RFC 6238 with six digits and steps of 30 seconds. Also accepts the codes of the previous and
 * the next step.
 */
export const isTotpCode = (secret: string, code: string) =>
  new TOTP({ secret: Secret.fromUTF8(secret), digits: 6, period: 30 }).validate({ token: code, window: 1 }) !== null

/**
 * Returns the address of a QR code for an authenticator app, and the key for typing. `label` names the accounts in the app. The address omits the
 * parameters whose defaults every app assumes, so that the QR code stays coarse enough for old cameras.
 */
export function totpKey(secret: string, label: string): { uri: string; secret: string } {
  const key = Secret.fromUTF8(secret).base32
  return { uri: `otpauth://totp/Attune:${encodeURIComponent(label)}?secret=${key}&issuer=Attune`, secret: key }
}
