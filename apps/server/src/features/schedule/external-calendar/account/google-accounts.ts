import type { ExternalAccountId } from '@attune/contract/common/ids'
import {
  type ConsentFailure,
  externalLimits,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { unreadable } from '../../../../platform/provider-keys/provider-keys.ts'
import { type StoredAccount, listAccountRows, resumeCalendars } from './accounts.ts'
import type { ConsentedAccount } from './google-consent.ts'
import { revokeConsent } from '../google/tokens.ts'
import type { SyncApp } from '../sync/run.ts'
import { passwordName } from '../external-calendar.providers.ts'

/** The address that is stored for every Google account. */
const googleAddress = 'https://www.googleapis.com/'

/**
 * Stores a Google account after the person's consent, and returns its id. An account with the same subject gets the new tokens, and its sync is
 * resumed. `again`: the account that the person wanted to reconnect. Returns 'other-account' if the person chose another account, and 'limit' for a
 * new account above the limit.
 */
export async function saveGoogleAccount(
  tx: Tx,
  app: SyncApp,
  { subject, email, refreshToken }: ConsentedAccount,
  again: string | null,
): Promise<{ id: ExternalAccountId } | ConsentFailure> {
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const known = await listAccountRows(tx)
  const same = known.find((one) => one.subject === subject)
  if (again !== null && same?.id !== again) return 'other-account'
  if (!same && known.length >= externalLimits.accounts) return 'limit'
  const id = same?.id ?? randomUUID()
  const secret = { user_name: email, sealed: app.providerKeys.seal(passwordName(id), refreshToken) }
  if (same) {
    await tx.kysely
      .updateTable('external_account')
      .set({ ...secret, refused_at: null, is_leaving: false })
      .where('id', '=', id)
      .where('therapist_id', '=', tx.actor.id)
      .execute()
    await resumeCalendars(tx, id, app.clock.now())
  } else {
    const owner = { id, therapist_id: tx.actor.id }
    await tx.kysely
      .insertInto('external_account')
      .values({ ...owner, provider: 'google', address: googleAddress, subject, ...secret })
      .execute()
  }
  return { id }
}

/**
 * Returns the token with which Google revokes the consent of an account. Returns null for CalDAV, if another therapist has connected the same
 * account (whose sync would end too), and if the token cannot be decrypted.
 */
export async function findTokenToRevoke(tx: Tx, app: SyncApp, account: StoredAccount): Promise<string | null> {
  if (account.provider !== 'google') return null
  const { rows } = await tx.run<{ shared: boolean }>('select def.is_shared_with_others($1) as shared', [account.id])
  const token = rows[0]?.shared ? unreadable : app.providerKeys.open(passwordName(account.id), account.sealed)
  return token === unreadable ? null : token
}

/** Asks Google to revoke a consent. Only logs a failure, because the account is already disconnected in Attune. */
export async function tryToRevoke(app: SyncApp, refreshToken: string, requestId?: string): Promise<void> {
  await revokeConsent(app, refreshToken).catch((error: unknown) =>
    app.log.warn('a consent could not be revoked', { ...(requestId && { requestId }), error }),
  )
}
