import type { AccountId, ClientId } from '@attune/contract/common/ids'
import type { TextedNotificationType } from '@attune/contract/features/messages/notification/notification.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { readHoldSettings } from '../notification/notification.ts'

type ClientSettings = Awaited<ReturnType<typeof readHoldSettings>>

/** Returns the notification settings of a client of the acting therapist; null for a client without an account. */
export async function findClientSettings(tx: Tx, clientId: ClientId): Promise<ClientSettings | null> {
  const { rows } = await tx.run<{ accountId: AccountId | null }>(
    'select account_id as "accountId" from app.client_name where id = $1',
    [clientId],
  )
  const accountId = rows[0]?.accountId ?? null
  return accountId === null ? null : readHoldSettings(tx, accountId)
}

/** Whether a client has switched off texts about a notification type. */
export const isSwitchedOff = (settings: ClientSettings | null, kind: TextedNotificationType): boolean =>
  settings?.setting?.text_off.includes(kind) ?? false
