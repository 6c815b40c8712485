import type { TextChannelName } from '@attune/contract/features/messages/text-message/text-message.rules'
import { randomUUID } from 'node:crypto'
import type { TextSettings } from '../../../platform/channels/texts.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { DeliveryParams, DeliveryPurpose } from './text/compose.ts'

type NewDelivery = {
  /** The id of the client's record, which belongs to the acting therapist. */
  client: string
  /** The message that is sent; null for a standalone notice or reminder. */
  message: string | null
  channel: TextChannelName
  purpose: DeliveryPurpose
  /** The text of a message with content; null for a notice, a reminder and a template. */
  body: string | null
  params?: DeliveryParams
  delaySeconds?: number
}

/** The part of `texts` that is needed to check which channels can send. */
export type AvailableChannels = { texts: Pick<AppContext['texts'], 'canSend'> }

/** Whether the admin permits texts of a purpose on a channel. Content needs a processing agreement with the provider. */
export const mayCarry = (
  { withContent }: Pick<TextSettings, 'withContent'>,
  channel: TextChannelName,
  purpose: string,
): boolean => purpose !== 'content' || withContent.includes(channel)

/**
 * Queues a text message to a client's number, in the transaction of its cause. Returns false and queues nothing if the client does not consent to
 * texts of this purpose at the current number. The consent is checked again when the text is sent.
 */
export async function queueDelivery(tx: Tx, delivery: NewDelivery, now: Date): Promise<boolean> {
  const { client, message, channel, purpose, body, params = {}, delaySeconds = 0 } = delivery
  const therapistId = tx.actor.id
  if (therapistId === null) throw new Error('a delivery without a therapist')
  const id = randomUUID()
  const { rows } = await tx.run<{ queued: boolean }>(
    'select def.queue_delivery($1, $2, $3, $4, $5, $6, $7, $8, $9) as queued',
    [
      id,
      client,
      message,
      channel,
      purpose,
      body,
      JSON.stringify(params),
      new Date(now.getTime() + delaySeconds * 1000),
      now,
    ],
  )
  if (!rows[0]?.queued) return false
  await enqueue(tx, { name: 'text', data: { deliveryId: id, therapistId }, startAfterSeconds: delaySeconds })
  return true
}

/**
 * Replaces the text and the purpose of the delivery of a message that waits to be sent. Returns false if it was sent or is being sent, because it can
 * then no longer be changed.
 */
export async function changeWaitingDelivery(
  tx: Tx,
  message: string,
  { purpose, body }: Pick<NewDelivery, 'purpose' | 'body'>,
  now: Date,
): Promise<boolean> {
  return runChange(tx, [message, purpose, body, false, now])
}

/** Recalls a message that waits to be sent. Returns false if it was sent or is being sent. */
export async function recallDelivery(tx: Tx, message: string, now: Date): Promise<boolean> {
  return runChange(tx, [message, 'notice', null, true, now])
}

async function runChange(tx: Tx, values: unknown[]): Promise<boolean> {
  const { rows } = await tx.run<{ changed: boolean }>(
    'select def.change_waiting_delivery($1, $2, $3, $4, $5) as changed',
    values,
  )
  return rows[0]?.changed ?? false
}
