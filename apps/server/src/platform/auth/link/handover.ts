import type { AccountId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Login } from '../login/login.ts'
import type { AuthPool } from '../pool.ts'
import { hashToken } from '../one-time-tokens.ts'

const validMilliseconds = 60_000

/**
 * Codes that transfer a login to another browser or to the native app of the same person. Each code is valid for one use within one
 * minute.
 */
export type LoginTransferCodes = {
  /**
   * Creates a code and voids the previous code of the same login. With `challenge`, the code can only be used with the verifier whose base64url
   * SHA-256 is the challenge; without it, by anyone who knows the code.
   */
  create(login: Login, challenge?: string): Promise<string>
  /**
   * Uses up a code, even if the verifier is wrong. Returns the owner and the current assurance level of the login. Returns null if the code is
   * invalid, if the verifier does not match, or if the login has ended.
   */
  redeem(code: string, verifier?: string): Promise<{ userId: AccountId; assuranceLevel: 1 | 2 } | null>
}

export function openHandovers({ query }: AuthPool, clock: Clock): LoginTransferCodes {
  return {
    async create(login, challenge) {
      const code = randomBytes(32).toString('base64url')
      const now = clock.now()
      await query(
        `insert into auth.secret (hash, purpose, subject, generation, user_id, strength, created_at, expires_at, challenge)
         values ($1, 'handover', $2, 1, $3, $4, $5, $6, $7)
         on conflict (purpose, subject) do update set hash = excluded.hash, strength = excluded.strength,
           created_at = excluded.created_at, expires_at = excluded.expires_at, challenge = excluded.challenge`,
        [
          hashToken(code),
          login.id,
          login.userId,
          login.assuranceLevel,
          now,
          new Date(now.getTime() + validMilliseconds),
          challenge === undefined ? null : Buffer.from(challenge, 'base64url'),
        ],
      )
      return code
    },
    async redeem(code, verifier) {
      const [row] = await query<{ user_id: AccountId; strength: 1 | 2 }>(
        `with s as (delete from auth.secret where hash = $1 and purpose = 'handover' and expires_at > $2
                    returning subject, user_id, challenge)
         select l.user_id, l.strength from s join auth.login l on l.id::text = s.subject and l.user_id = s.user_id
           and s.challenge is not distinct from $3 and not def.login_is_over(l.user_id, l.created_at)`,
        [hashToken(code), clock.now(), verifier === undefined ? null : hashToken(verifier)],
      )
      return row ? { userId: row.user_id, assuranceLevel: row.strength } : null
    },
  }
}
