import type { AccountId, ClientId, TherapistId } from '@attune/contract/common/ids'
import type { ReadOnlyReason } from '@attune/contract/features/messages/message/message.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readOnlyReasonOf } from './conversations.ts'

export type LockedConversation = {
  id: ClientId
  therapistId: TherapistId
  /** The account of the client; null if the client has none. */
  accountId: AccountId | null
  readOnly: ReadOnlyReason | null
  /** Whether the other side has an unread notification about the conversation. */
  isOtherNotified: boolean
}

/**
 * Locks a conversation of the actor until the transaction ends. Sending, editing, deleting, reading and the end of the connection therefore happen
 * one after the other. Refuses with NOT_FOUND for a conversation in which the actor does not take part.
 */
export async function lockConversation(tx: Tx, id: ClientId): Promise<LockedConversation> {
  const { rows } = await tx.run<{
    therapist_id: TherapistId
    account_id: AccountId | null
    status: string
    disconnected: boolean
    notified: boolean
    texts: boolean
    reachable: boolean
  }>(
    `select therapist_id, account_id, status, disconnected, notified,
       exists (select from app.text_number n where n.client_id = $1) as texts,
       def.is_reachable(therapist_id) as reachable from def.lock_conversation($1)`,
    [id],
  )
  const [row] = rows
  if (!row) throw notFound()
  const readOnly = readOnlyReasonOf({
    accountId: row.account_id,
    hasTexts: row.texts,
    isDisconnected: row.disconnected,
    isReachable: row.reachable,
    isInactive: row.status === 'inactive',
  })
  return { id, therapistId: row.therapist_id, accountId: row.account_id, readOnly, isOtherNotified: row.notified }
}
