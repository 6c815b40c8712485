import type { Message } from '@attune/contract/features/messages/message/message'
import { deliveryStatus, type DeliveryState } from '@attune/contract/features/messages/text-message/text-message.rules'
import { sql } from 'kysely'

export type DeliveryRow = DeliveryState & { segments: number | null; waitsUntil: string | null }

/** SQL for the latest attempt to deliver the message `m`. */
export const latestDelivery = sql`
  from app.delivery d where d.therapist_id = m.therapist_id and d.message_id = m.id order by d.attempt desc limit 1`

/** SQL for the state of the latest delivery of the message `m`; null for a message in the app and for a text message from a client. */
export const deliveryStateSql = sql`
  case when m.channel <> 'app' then (select json_build_object('rank', d.rank, 'isAccepted', d.is_accepted, 'isUncertain', d.is_uncertain,
    'failed', d.failed, 'segments', d.segments, 'waitsUntil', case when d.due_at > d.created_at then d.due_at end) ${latestDelivery}) end`

/** Whether the recipient has read a message in the app, and whether it has arrived on their device. */
export type MessageProgress = { isRead: boolean; hasArrived: boolean }

/** Returns the status of a message. A text message from a client counts as delivered; the therapist's reading is not tracked. */
export function messageStatusOf(
  channel: Message['channel'],
  state: DeliveryState | null,
  { isRead, hasArrived }: MessageProgress,
): Message['status'] {
  if (channel === 'app') return isRead ? 'read' : hasArrived ? 'delivered' : 'sent'
  return state === null ? 'delivered' : deliveryStatus(state, channel)
}

export function deliveryOf(state: DeliveryRow | null): Message['delivery'] {
  if (!state) return null
  const isWaiting = state.rank === 0 && !state.isAccepted && state.failed === null
  return {
    isWaiting,
    waitsUntil: isWaiting ? state.waitsUntil : null,
    isUncertain: state.isUncertain,
    failed: state.failed,
    segments: state.segments,
  }
}
