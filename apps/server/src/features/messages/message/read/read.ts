import type { ClientId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { markReadAbout } from '../../notification/notification.ts'
import { lockConversation } from './lock.ts'

/**
 * Records that the actor has read a conversation up to a number, and marks the actor’s notifications about it as read. The position never moves back.
 * Refuses with NOT_FOUND for a conversation in which the actor does not take part.
 */
export async function markConversationRead(
  tx: Tx,
  { id, upTo }: { id: ClientId; upTo: number },
  now: Date,
): Promise<void> {
  await lockConversation(tx, id)
  await tx.run('select def.read_conversation($1, $2, $3)', [id, upTo, now])
  await markReadAbout(tx, { type: 'conversation', ids: [id] }, now)
}
