import type { ClientId } from '@attune/contract/common/ids'
import { whatsappWindowEnd } from '@attune/contract/features/messages/text-message/text-message.rules'
import type { Tx } from '../../../platform/database/actor.ts'

/** Returns the end of the current or last WhatsApp window of a client; null if the client has not written by WhatsApp. */
export async function findWhatsappWindow(tx: Tx, clientId: ClientId): Promise<string | null> {
  const { rows } = await tx.run<{ at: string }>(
    `select m.created_at as at from app.client_name c join app.message m on m.therapist_id = c.therapist_id and m.client_id = c.id
     where c.id = $1 and m.channel = 'whatsapp' and m.by_role = 'client' order by m.seq desc limit 1`,
    [clientId],
  )
  return whatsappWindowEnd(rows[0]?.at ?? null)
}
