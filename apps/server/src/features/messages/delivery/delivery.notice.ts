import type { ClientId } from '@attune/contract/common/ids'
import { textChannels, type DeliveryFailure } from '@attune/contract/features/messages/text-message/text-message.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { heldUntil } from '../notification/notification.ts'
import { queueDelivery, type AvailableChannels } from './delivery.queue.ts'
import { isSwitchedOff, findClientSettings } from './delivery.settings.ts'
import type { DeliveryParams } from './text/compose.ts'

/**
 * Queues a text that notifies a client of the acting therapist of an unread message in the app, in the transaction of the message. Uses the first
 * channel that is on and for whose notices the client consents, SMS before WhatsApp; if there is no such channel, queues nothing. Whether the text is
 * sent is decided after the delay.
 */
export async function queueNotice(
  tx: Tx,
  { client, unreadSeq, delaySeconds }: { client: string; unreadSeq: number; delaySeconds: number },
  { texts }: AvailableChannels,
  now: Date,
): Promise<void> {
  const therapistId = tx.actor.id ?? undefined
  const notice = { client, message: null, purpose: 'notice', body: null, params: { unreadSeq }, delaySeconds } as const
  for (const channel of textChannels.filter((name) => texts.canSend(name, therapistId))) {
    if (await queueDelivery(tx, { ...notice, channel }, now)) return
  }
}

/**
 * Returns the reason why a standalone notice must no longer be sent: the client has no account, the client has read the message, all unread messages
 * were deleted, a notice was sent since the client last read the conversation, or the client has switched these texts off. Returns a time if the
 * notice waits for the end of quiet hours or a pause, and null if it can be sent now. The caller has locked the number, so that of two notices the
 * second one finds the first.
 */
export async function findNoticeObstacle(
  tx: Tx,
  { clientId, params }: { clientId: ClientId; params: DeliveryParams },
  now: Date,
): Promise<DeliveryFailure | Date | null> {
  const settings = await findClientSettings(tx, clientId)
  if (!settings || isSwitchedOff(settings, 'message-received')) return 'recalled'
  const { rows } = await tx.run<{ isDue: boolean }>(
    `select own.read < $2 and exists (select from app.message m where m.therapist_id = $3 and m.client_id = $1 and m.seq > own.read
         and m.by_role = 'therapist' and m.channel = 'app' and m.deleted_at is null and m.absence_id is null)
       and not exists (select from app.delivery d left join app.message m on m.therapist_id = d.therapist_id and m.id = d.message_id
         where d.therapist_id = $3 and d.client_id = $1 and d.purpose = 'notice' and d.rank > 0 and d.failed is null
           and coalesce(m.seq, (d.params ->> 'unreadSeq')::int) > own.read) as "isDue"
     from (select coalesce(max(r.seq), 0) as read from app.conversation_read r
       where r.therapist_id = $3 and r.client_id = $1 and r.by_role = 'client') own`,
    [clientId, params.unreadSeq, tx.actor.id],
  )
  return rows[0]?.isDue ? heldUntil(settings, false, now) : 'recalled'
}
