import type { AccountId } from '@attune/contract/common/ids'
import type { Clock } from '../../clock.ts'
import type { AuthPool } from '../pool.ts'

/** Operations on authenticator apps that Better Auth does not offer. */
export type AuthenticatorApps = {
  /**
   * Removes the authenticator app and its recovery codes. Returns 'unknown' if there is none. Returns 'only-one' and removes nothing if the app is
   * the last second factor and `mayBeLast` is false.
   */
  remove(userId: AccountId, mayBeLast: boolean): Promise<'removed' | 'unknown' | 'only-one'>
}

export function openAuthenticatorApps({ transaction: together }: AuthPool, clock: Clock): AuthenticatorApps {
  return {
    remove: (userId, mayBeLast) =>
      together(async (ask) => {
        // Takes the same lock as the deletion of a passkey. If the two deletions run in parallel, the second one sees
        // the result of the first and keeps the last factor.
        await ask('select 1 from auth."user" where id = $1 for update', [userId])
        const [row] = await ask<{ own: boolean; others: boolean }>(
          `select exists (select from auth.two_factor where user_id = $1 and verified) as own,
             exists (select from auth.passkey where user_id = $1) as others`,
          [userId],
        )
        if (!row?.own) return 'unknown'
        if (!row.others && !mayBeLast) return 'only-one'
        await ask('delete from auth.two_factor where user_id = $1', [userId])
        await ask('update auth."user" set two_factor_enabled = $2, updated_at = $3 where id = $1', [
          userId,
          row.others,
          clock.now(),
        ])
        return 'removed'
      }),
  }
}
