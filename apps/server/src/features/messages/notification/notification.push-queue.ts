import type { AccountId, NotificationId } from '@attune/contract/common/ids'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'

type PushQueues = { push: { accountId: AccountId; notificationId: NotificationId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PushQueues {}
}

type Push = { to: string; type: NotificationType; about: { id: string } | null }

/**
 * Enqueues the push of the recipient’s newest unread notification of a type about a subject. Does nothing if this notification waits already, or if
 * the recipient gets push notifications on no device.
 */
export async function queuePush(tx: Tx<AnyActor>, { to, type, about }: Push): Promise<void> {
  const { rows } = await tx.run<{ id: NotificationId | null }>('select def.queue_push($1, $2, $3) as id', [
    to,
    type,
    about?.id ?? null,
  ])
  const notificationId = rows[0]?.id
  if (notificationId) await enqueue(tx, { name: 'push', data: { accountId: to, notificationId } })
}
