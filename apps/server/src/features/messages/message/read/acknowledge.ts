import type { MessageId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

/**
 * Records that messages from the other participant, and all earlier ones in their conversations, have arrived on a device of the actor. Writes
 * nothing for messages that had arrived or were read before. Refuses with NOT_FOUND unless the actor is the recipient of each message.
 */
export async function acknowledgeMessages(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  const messages = [...new Set(ids)]
  const { rows } = await tx.run<{ received: number }>('select def.acknowledge_messages($1) as received', [messages])
  if (rows[0]?.received !== messages.length) throw notFound()
}
