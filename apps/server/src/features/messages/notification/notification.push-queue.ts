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
 * Enqueues a push for the recipient’s newest unread notification of this type about this subject. Does nothing if that notification is already
 * waiting to be pushed, or if none of the recipient’s devices and browsers gets push notifications.
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
