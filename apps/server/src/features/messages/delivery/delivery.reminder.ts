import type { ClientId, SessionId } from '@attune/contract/common/ids'
import {
  isWindowOpen,
  textChannels,
  type DeliveryFailure,
  type TextChannelName,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../platform/database/actor.ts'
import { isDisabledAccount } from '../../people/profile/profile.ts'
import { heldUntil } from '../notification/notification.ts'
import { findWhatsappWindow } from './delivery.window.ts'
import { queueDelivery, type AvailableChannels } from './delivery.queue.ts'
import { isSwitchedOff, findClientSettings } from './delivery.settings.ts'
import type { DeliveryParams } from './text/compose.ts'

/** The session of a reminder: its start, the number of times it was moved, and the reader's time zone. */
type RemindedSession = { id: SessionId; startsAt: string; sequence: number; zone: string }

/**
 * Returns the channel for reminders by text to a client of the acting therapist: the first that is on and for whose reminders the client consents,
 * SMS before WhatsApp. WhatsApp counts only within its window, because no template contains the time. Returns null if there is no such channel.
 * Blocks withdrawals of the consent until the transaction ends.
 */
export async function findReminderChannel(
  tx: Tx,
  client: string,
  { texts }: AvailableChannels,
  now: Date,
): Promise<TextChannelName | null> {
  const therapistId = tx.actor.id ?? undefined
  for (const channel of textChannels.filter((name) => texts.canSend(name, therapistId))) {
    const { rowCount } = await tx.run(`select from def.text_consent($1, $2) where purpose = 'reminder'`, [
      client,
      channel,
    ])
    if (rowCount === 0) continue
    if (channel !== 'whatsapp' || isWindowOpen(await findWhatsappWindow(tx, client), now)) return channel
  }
  return null
}

/** Queues the text that reminds a client of a session, in the transaction that decides the reminder. */
export async function queueReminderText(
  tx: Tx,
  client: string,
  { channel, session }: { channel: TextChannelName; session: RemindedSession },
  now: Date,
): Promise<void> {
  const { id, startsAt, sequence, zone } = session
  const params: DeliveryParams = { startsAt, zone, session: { id, sequence } }
  await queueDelivery(tx, { client, message: null, channel, purpose: 'reminder', body: null, params }, now)
}

/**
 * Returns the reason why a reminder must no longer be sent: its session was cancelled, moved or has begun, the therapist is disabled, the client has
 * declined the session, or the client has switched off reminders by text. Returns a time if the reminder must wait until the hours in which reminders
 * are sent, and null if it can be sent now. Locks the session until the transaction ends, so that a cancellation comes either before or after the
 * reminder.
 */
export async function findReminderObstacle(
  tx: Tx,
  { clientId, params }: { clientId: ClientId; params: DeliveryParams },
  now: Date,
): Promise<DeliveryFailure | Date | null> {
  const { rows } = await tx.run<{ startsAt: string }>(
    `select s.starts_at as "startsAt" from app.session s join app.session_client sc on sc.session_id = s.id
     where s.id = $1 and s.sequence = $2 and s.status = any ($3) and sc.client_id = $4 and sc.answer <> 'declined' for share of s`,
    [params.session?.id, params.session?.sequence, slotHoldingStatuses, clientId],
  )
  const [session] = rows
  if (!session || (await isDisabledAccount(tx, tx.actor.id))) return 'recalled'
  if (Date.parse(session.startsAt) <= now.getTime()) return 'expired'
  if (isSwitchedOff(await findClientSettings(tx, clientId), 'session-reminder')) return 'recalled'
  return heldUntil({ setting: null, zone: params.zone ?? 'UTC' }, true, now)
}
