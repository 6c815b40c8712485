import type { AccountId, PasskeyId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { challengeSeconds, signCookie, unsignCookie } from '../login/cookies.ts'
import type { AuthPool, AuthQuery } from '../pool.ts'

/** A passkey in the list of its owner. */
export type StoredPasskey = {
  id: PasskeyId
  name: string
  createdAt: Date
  /** The time at which the passkey was last used; null if it never was. */
  lastUsedAt: Date | null
}
type Allowed = { id: string; type: 'public-key'; transports?: string[] }

/** Stored passkeys. Better Auth performs the WebAuthn ceremonies. */
export type PasskeyStore = {
  list(userId: AccountId): Promise<StoredPasskey[]>
  /** Stores that the account has a second factor. From then on the password alone does not complete a sign-in. */
  markRegistered(userId: AccountId): Promise<void>
  /** Stores that a passkey was used now. `credentialId` is its id in WebAuthn. */
  markUsed(credentialId: string): Promise<void>
  /**
   * Deletes a passkey. Returns 'unknown' if the account does not have it. Returns 'only-one' and deletes nothing if the passkey is the last second
   * factor and `mayBeLast` is false.
   */
  delete(userId: AccountId, id: PasskeyId, mayBeLast: boolean): Promise<'deleted' | 'unknown' | 'only-one'>
  /** Starts the second step of a sign-in after a first factor other than a password; returns the signed challenge. */
  beginSecondStep(userId: AccountId): Promise<string>
  /**
   * Returns the person of a sign-in that waits for the second factor, and the methods that may complete the sign-in; null if the sign-in
   * has expired.
   */
  readSecondStep(
    signed: string,
  ): Promise<{ userId: AccountId; ways: ('totp' | 'backup' | 'passkey')[]; passkeys: Allowed[] } | null>
}

export function openPasskeyStore(
  { query, transaction: together }: AuthPool,
  clock: Clock,
  authSecret: string,
): PasskeyStore {
  return {
    list: (userId) =>
      query<StoredPasskey>(
        `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from auth.passkey where user_id = $1 order by created_at, id`,
        [userId],
      ),
    async markRegistered(userId) {
      await query('update auth."user" set two_factor_enabled = true, updated_at = $2 where id = $1', [
        userId,
        clock.now(),
      ])
    },
    async markUsed(credentialId) {
      await query('update auth.passkey set last_used_at = $2 where credential_id = $1', [credentialId, clock.now()])
    },
    delete: (userId, id, mayBeLast) =>
      together(async (ask) => {
        // If two deletions run in parallel, the second one waits here and then no longer counts the passkey that the first one deleted.
        await ask('select 1 from auth."user" where id = $1 for update', [userId])
        const { own, others } = await readFactors(ask, userId, id)
        if (!own) return 'unknown'
        if (!others && !mayBeLast) return 'only-one'
        await ask('delete from auth.passkey where id = $1 and user_id = $2', [id, userId])
        await ask('update auth."user" set two_factor_enabled = $2, updated_at = $3 where id = $1', [
          userId,
          others,
          clock.now(),
        ])
        return 'deleted'
      }),
    ...secondSteps(query, clock, authSecret),
  }
}

type SecondSteps = Pick<PasskeyStore, 'beginSecondStep' | 'readSecondStep'>

function secondSteps(query: AuthQuery, clock: Clock, authSecret: string): SecondSteps {
  return {
    async beginSecondStep(userId) {
      // The challenge has the format of Better Auth, because Better Auth reads the challenge in the second step.
      const challenge = `2fa-${randomBytes(15).toString('base64url')}`
      const ends = new Date(clock.now().getTime() + challengeSeconds * 1000)
      await query(
        `insert into auth.verification (identifier, value, expires_at) values ($1, $2, $3), ('2fa-attempts-' || $1, '0', $3)`,
        [challenge, userId, ends],
      )
      return signCookie(challenge, authSecret)
    },
    async readSecondStep(signed) {
      const challenge = unsignCookie(signed, authSecret)
      if (!challenge) return null
      const [row] = await query<{ user_id: AccountId; has_app: boolean }>(
        `select v.value as user_id, exists (select from auth.two_factor f where f.user_id::text = v.value and f.verified) as has_app
         from auth.verification v where v.identifier = $1 and v.expires_at > $2`,
        [challenge, clock.now()],
      )
      if (!row) return null
      const keys = await query<{ credential_id: string; transports: string | null }>(
        'select credential_id, transports from auth.passkey where user_id = $1',
        [row.user_id],
      )
      return {
        userId: row.user_id,
        ways: [...(row.has_app ? (['totp', 'backup'] as const) : []), ...(keys.length ? (['passkey'] as const) : [])],
        passkeys: keys.map((key) => ({
          id: key.credential_id,
          type: 'public-key',
          ...(key.transports ? { transports: key.transports.split(',') } : {}),
        })),
      }
    },
  }
}

async function readFactors(ask: AuthQuery, userId: AccountId, id: string): Promise<{ own: boolean; others: boolean }> {
  const [row] = await ask<{ own: boolean; others: boolean }>(
    `select exists (select from auth.passkey where id = $2 and user_id = $1) as own,
       exists (select from auth.passkey where id <> $2 and user_id = $1)
         or exists (select from auth.two_factor where user_id = $1 and verified) as others`,
    [userId, id],
  )
  return row ?? { own: false, others: false }
}
