import type { MessageId, NotificationId } from '@attune/contract/common/ids'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'

export type PushSubject = { kind: NotificationType; relatedType: string | null; relatedId: string | null }

/**
 * Returns the message that a device acknowledges when it shows the notification: the latest unread one of the conversation. Null if the
 * notification is about something else or there is no such message.
 */
export async function findPushedMessage(tx: Tx, { kind, relatedId }: PushSubject): Promise<string | null> {
  if (kind !== 'message-received' || relatedId === null) return null
  const { rows } = await tx.run<{ id: MessageId | null }>('select def.latest_unread_message($1) as id', [relatedId])
  return rows[0]?.id ?? null
}

/** Returns a notification of the account for which the job works; undefined if it was read or deleted in the meantime. */
export async function findUnreadNotification(tx: Tx, id: NotificationId): Promise<PushSubject | undefined> {
  return tx.kysely
    .selectFrom('notification')
    .select(['kind', 'related_type as relatedType', 'related_id as relatedId'])
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('is_read', '=', false)
    .executeTakeFirst() as Promise<PushSubject | undefined>
}
