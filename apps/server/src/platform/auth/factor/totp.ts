import type { AccountId } from '@attune/contract/common/ids'
import type { AuthQuery } from '../pool.ts'

/**
 * Uses up a code of the authenticator app. Of parallel calls with the same code, only one returns true. The same code may be used again
 * after two minutes, because a code is valid for at most 90 seconds.
 */
export async function consumeTotpCode(query: AuthQuery, userId: AccountId, code: string): Promise<boolean> {
  const rows = await query(
    `insert into auth.totp_used (user_id, code) values ($1, $2)
     on conflict (user_id, code) do update set at = now() where totp_used.at < now() - interval '2 minutes' returning 1 as taken`,
    [userId, code],
    'totp-once',
  )
  return rows.length === 1
}
