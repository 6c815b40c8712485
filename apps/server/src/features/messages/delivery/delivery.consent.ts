import type { ClientId } from '@attune/contract/common/ids'
import type { TextChannelName } from '@attune/contract/features/messages/text-message/text-message.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DeliveryPurpose, TextConsent } from './text/compose.ts'

/** The client, the channel, the purpose and the exact phone number that a consent must cover before a delivery is sent. */
export type ConsentSubject = { clientId: ClientId; channel: TextChannelName; purpose: DeliveryPurpose; number: string }

/** Returns the consent for a delivery; undefined if there is none for this purpose and number. Blocks its withdrawal until the transaction ends. */
export async function findConsentFor(tx: Tx, { clientId, channel, purpose, number }: ConsentSubject) {
  const { rows } = await tx.run<TextConsent & { isFirst: boolean }>(
    `select number, language, sender_name as "senderName", not first_text_sent as "isFirst" from def.text_consent($1, $2)
     where purpose = $3 and number = $4`,
    [clientId, channel, purpose, number],
  )
  const [consent] = rows
  return consent
}
