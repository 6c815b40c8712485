import type { DeliveryId, MessageId } from '@attune/contract/common/ids'
import { isWindowOpen, type DeliveryFailure } from '@attune/contract/features/messages/text-message/text-message.rules'
import type { OutgoingText } from '../../../platform/channels/text-provider.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { findConsentFor, type ConsentSubject } from './delivery.consent.ts'
import { heldUntil } from '../notification/notification.ts'
import { findNoticeObstacle } from './delivery.notice.ts'
import { findReminderObstacle } from './delivery.reminder.ts'
import { findClientSettings } from './delivery.settings.ts'
import { findWhatsappWindow } from './delivery.window.ts'
import { failDelivery } from './delivery.settle.ts'
import { deliveryText, type DeliveryParams } from './text/compose.ts'

type WaitingDelivery = ConsentSubject & {
  id: DeliveryId
  messageId: MessageId | null
  body: string | null
  params: DeliveryParams
}

/** A text that an attempt has claimed. */
export type ClaimedText = {
  deliveryId: DeliveryId
  /** The time at which the server asked the provider to send the text. */
  askedAt: Date
  /** The consent that the text needs. */
  subject: ConsentSubject
  text: OutgoingText
}

/**
 * The next step of the job. `done`: the delivery is no longer waiting. `failed`: a delivery was marked as failed without a call. `wait`: the text
 * waits for the end of quiet hours or a pause. `busy`: another text to this number has no response yet.
 */
export type Claim =
  | { next: 'done' }
  | { next: 'failed' }
  | { next: 'wait'; deliveryId: DeliveryId; until: Date }
  | { next: 'busy' }
  | ({ next: 'send' } & ClaimedText)

export type ClaimTerms = {
  now: Date
  /** The address of the product, which is part of notices and reminders. */
  address: string
  /** The practice's number from which the text message is sent. */
  sender: string
  /** Whether texts of the channel may contain message content. */
  withContent: boolean
}

/** The seconds for which a request without a response blocks its number. */
const busySeconds = 60

/**
 * Claims the oldest due delivery to the number of `deliveryId`, so that texts to a number are sent one after the other. The caller commits the
 * claim before calling the provider. Because of the number's lock, a STOP comes either before the claim, which then finds no consent, or after it;
 * `callProvider` checks the consent again.
 */
export async function claimDelivery(
  tx: Tx,
  deliveryId: DeliveryId,
  { now, address, sender, withContent }: ClaimTerms,
): Promise<Claim> {
  const delivery = await lockNextDelivery(tx, deliveryId, now)
  if (delivery === 'done' || delivery === 'busy') return { next: delivery }
  // Locks the consent before the delivery, in the same order as editing a message, so that the two cannot deadlock.
  const consent = await findConsentFor(tx, delivery)
  if (!(await lockWaiting(tx, delivery.id))) return { next: 'failed' }
  const obstacle = consent ? await findDeliveryObstacle(tx, delivery, now) : null
  if (obstacle instanceof Date) return putOff(tx, delivery.id, obstacle, now)
  const isPermitted = withContent || delivery.purpose !== 'content'
  const refusal = consent && isPermitted ? (obstacle ?? (await findDeliveryRefusal(tx, delivery, now))) : 'no-consent'
  if (!consent || refusal) {
    await failDelivery(tx, delivery.id, refusal ?? 'no-consent', now)
    return { next: 'failed' }
  }
  await tx.run('update app.delivery set rank = 1, sender = $3, asked_at = $2, updated_at = $2 where id = $1', [
    delivery.id,
    now,
    sender,
  ])
  const { clientId, channel, purpose, number } = delivery
  const { template } = delivery.params
  const body = deliveryText({ ...delivery, written: delivery.body ?? '', consent, address, now })
  return {
    next: 'send',
    askedAt: now,
    deliveryId: delivery.id,
    subject: { clientId, channel, purpose, number },
    text: {
      deliveryId: delivery.id,
      channel,
      from: sender,
      to: number,
      body,
      ...(template && { template: { id: template.id, variables: template.variables } }),
    },
  }
}

/**
 * Locks the number of a delivery that is due, and returns the oldest delivery to this number that is due. Returns `done` if there is none, and `busy`
 * if an earlier request to this number is not settled yet.
 */
async function lockNextDelivery(tx: Tx, deliveryId: DeliveryId, now: Date): Promise<WaitingDelivery | 'done' | 'busy'> {
  const { rows: own } = await tx.run<{ number: string; channel: string }>(
    'select number, channel from app.delivery where id = $1 and rank = 0 and failed is null and due_at <= $2',
    [deliveryId, now],
  )
  const [waiting] = own
  if (!waiting) return 'done'
  await tx.run('select def.lock_number($1)', [waiting.number])
  const asked = new Date(now.getTime() - busySeconds * 1000)
  const { rows: states } = await tx.run<{ busy: boolean }>('select def.number_is_busy($1, $2, $3) as busy', [
    waiting.number,
    waiting.channel,
    asked,
  ])
  if (states[0]?.busy) return 'busy'
  const { rows } = await tx.run<WaitingDelivery>(
    `select id, client_id as "clientId", message_id as "messageId", channel, purpose, number, body, params from app.delivery
     where number = $1 and channel = $2 and rank = 0 and failed is null and due_at <= $3 and not def.is_held('text', id)
     order by created_at, id limit 1`,
    [waiting.number, waiting.channel, now],
  )
  return rows[0] ?? 'done'
}

/** Locks a delivery. Returns false if it was recalled while this transaction waited. */
async function lockWaiting(tx: Tx, id: DeliveryId): Promise<boolean> {
  const { rowCount } = await tx.run(
    'select from app.delivery where id = $1 and rank = 0 and failed is null for update',
    [id],
  )
  return rowCount > 0
}

async function putOff(tx: Tx, deliveryId: DeliveryId, until: Date, now: Date): Promise<Claim> {
  await tx.run('update app.delivery set due_at = $2, updated_at = $3 where id = $1', [deliveryId, until, now])
  return { next: 'wait', deliveryId, until }
}

/**
 * Returns the reason why a reminder or notice must no longer be sent, or the time until which a text waits; null if it can be sent now. Like all
 * texts, a message waits for the end of the client's quiet hours or pause. A client without an account has neither.
 */
async function findDeliveryObstacle(
  tx: Tx,
  delivery: WaitingDelivery,
  now: Date,
): Promise<DeliveryFailure | Date | null> {
  if (delivery.purpose === 'reminder') return findReminderObstacle(tx, delivery, now)
  if (delivery.messageId === null) return findNoticeObstacle(tx, delivery, now)
  const settings = await findClientSettings(tx, delivery.clientId)
  return settings && heldUntil(settings, false, now)
}

/**
 * Returns 'window-closed' for a WhatsApp text without a template outside the client's window, because WhatsApp would not accept it. Returns null for
 * any other delivery.
 */
async function findDeliveryRefusal(
  tx: Tx,
  { clientId, channel, params }: WaitingDelivery,
  now: Date,
): Promise<DeliveryFailure | null> {
  if (channel !== 'whatsapp' || params.template) return null
  return isWindowOpen(await findWhatsappWindow(tx, clientId), now) ? null : 'window-closed'
}
