import type { MessageId } from '@attune/contract/common/ids'
import type { Message } from '@attune/contract/features/messages/message/message'
import {
  messageChangeRefusal,
  type MessageChangeRefusal,
} from '@attune/contract/features/messages/message/message.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, forbidden } from '../../../../platform/policy/refusal.ts'
import { recallDelivery } from '../../delivery/delivery.ts'
import { lockConversation } from '../read/lock.ts'
import { requireMessage } from '../read/queries.ts'
import { changeText, type TextRules } from './text-channel.ts'
import { wordsOf } from '../message.words.ts'

/**
 * Replaces the text of one of the actor’s messages, unless it was sent as a text message. Repeating the same text changes nothing. If the text
 * message still waits, its delivery changes too. Refuses with NOT_FOUND, with FORBIDDEN for a message of another person, with NOT_CHANGEABLE and the
 * reason, and as `changeText` does.
 */
export async function editMessage(
  tx: Tx,
  { id, text }: { id: MessageId; text: string },
  rules: TextRules,
): Promise<Message> {
  const { now } = rules
  const { message, isReadOnly, hasAccount } = await lockOwnMessage(tx, id, now)
  if (!message.isDeleted && message.text === text) return message
  assertMayChange(message, isReadOnly, now)
  await changeText(tx, { ...message, text }, hasAccount, rules)
  await tx.run('select def.edit_message($1, $2, $3, $4)', [id, text, wordsOf(text), now])
  return requireMessage(tx, id, isReadOnly, now)
}

/**
 * Removes text and files of one of the actor's messages for both participants, and recalls its text message. Deleting it again changes nothing.
 * Refuses with NOT_FOUND, with FORBIDDEN for a message of another person, and with NOT_CHANGEABLE and the reason, for example if the text message was
 * sent.
 */
export async function deleteMessage(tx: Tx, id: MessageId, now: Date): Promise<Message> {
  const { message, isReadOnly } = await lockOwnMessage(tx, id, now)
  if (message.isDeleted) return message
  assertMayChange(message, isReadOnly, now)
  if (message.channel !== 'app' && !(await recallDelivery(tx, id, now))) throw notChangeable('left')
  await tx.run('select def.delete_message($1, $2)', [id, now])
  return requireMessage(tx, id, isReadOnly, now)
}

/**
 * Locks the conversation of one of the actor's messages, and returns the message. Reads it again after locking, because the recipient may have read
 * it while this transaction waited. Refuses with NOT_FOUND, and with FORBIDDEN for a message of another person.
 */
async function lockOwnMessage(tx: Tx, id: MessageId, now: Date) {
  const { conversationId, senderId } = await requireMessage(tx, id, true, now)
  if (senderId !== tx.actor.id) throw forbidden()
  const { readOnly, accountId } = await lockConversation(tx, conversationId)
  const isReadOnly = readOnly !== null
  return { message: await requireMessage(tx, id, isReadOnly, now), isReadOnly, hasAccount: accountId !== null }
}

function assertMayChange(message: Message, isReadOnly: boolean, now: Date): void {
  const reason = messageChangeRefusal(message, isReadOnly, now)
  if (reason) throw notChangeable(reason)
}

const notChangeable = (reason: MessageChangeRefusal) => createRefusal('NOT_CHANGEABLE', 409, { reason })
