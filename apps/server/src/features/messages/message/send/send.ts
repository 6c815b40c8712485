import type { AccountId, MessageId } from '@attune/contract/common/ids'
import type { Message, NewMessage } from '@attune/contract/features/messages/message/message'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, forbidden } from '../../../../platform/policy/refusal.ts'
import { requireOwnFiles } from '../../../care/file/file.ts'
import { replyDuringAbsence } from './automatic-reply.ts'
import { hasUnreadByOther } from '../read/conversations.ts'
import { lockConversation } from '../read/lock.ts'
import { notifyOther } from './notifications.ts'
import { findMessageRow, requireMessage } from '../read/queries.ts'
import { insertTextMessage, queueAnotherAttempt, type TextRules } from './text-channel.ts'
import { wordsOf } from '../message.words.ts'

/**
 * Sends a message in the app, or queues it as a text message, and notifies the recipient. The message gets the next number of the conversation.
 * During an absence of the therapist, the first message of a client in the app gets the automatic reply in the same transaction. Repeating the same
 * id and content changes nothing. Refuses with NOT_FOUND for a conversation or file of others, READ_ONLY, FILE_REFUSED, as `insertTextMessage` does,
 * and with CONFLICT if the id belongs to another message or a file to another message.
 */
export async function sendMessage(tx: Tx, sent: NewMessage, rules: TextRules): Promise<Message> {
  const { now } = rules
  const conversation = await lockConversation(tx, sent.conversationId)
  const isReadOnly = conversation.readOnly !== null
  if (await findMessageRow(tx, sent.id)) {
    const before = await requireMessage(tx, sent.id, isReadOnly, now)
    if (!isRepeated(before, sent, tx.actor.id)) throw conflict()
    return before
  }
  if (conversation.readOnly !== null) throw createRefusal('READ_ONLY', 409, { reason: conversation.readOnly })
  await requireOwnFiles(tx, sent.attachments)
  const isFirstUnread = !(await hasUnreadByOther(tx, sent.conversationId))
  const { channel = 'app' } = sent
  if (channel === 'app') await insertAppMessage(tx, sent, conversation.accountId, now)
  else await insertTextMessage(tx, { sent, channel }, conversation, rules)
  await attachFiles(tx, sent)
  const message = await requireMessage(tx, sent.id, isReadOnly, now)
  if (conversation.accountId !== null) {
    const sending = { seq: message.seq, isFirstUnread, isTextMessage: channel !== 'app' }
    await notifyOther(tx, conversation, sending, rules)
  }
  if (channel === 'app' && message.by === 'client') await replyDuringAbsence(tx, sent.conversationId, rules)
  return message
}

async function insertAppMessage(tx: Tx, sent: NewMessage, accountId: AccountId | null, now: Date): Promise<void> {
  if (accountId === null) throw createRefusal('READ_ONLY', 409, { reason: 'no-account' })
  const { rows } = await tx.run<{ fresh: boolean }>('select def.insert_message($1, $2, $3, $4, $5) as fresh', [
    sent.id,
    sent.conversationId,
    sent.text,
    wordsOf(sent.text),
    now,
  ])
  if (!rows[0]?.fresh) throw conflict()
}

/**
 * Resends a text message of the actor that was definitely not delivered. Refuses with NOT_FOUND, FORBIDDEN for a message of another person,
 * READ_ONLY, NOT_RETRYABLE, and TEXT_REFUSED with the reason.
 */
export async function retryMessage(tx: Tx, id: MessageId, rules: TextRules): Promise<Message> {
  const { now } = rules
  const { conversationId, senderId } = await requireMessage(tx, id, true, now)
  if (senderId !== tx.actor.id) throw forbidden()
  const { readOnly, accountId } = await lockConversation(tx, conversationId)
  if (readOnly !== null) throw createRefusal('READ_ONLY', 409, { reason: readOnly })
  const message = await requireMessage(tx, id, false, now)
  const { channel } = message
  if (channel === 'app' || !message.may.retry) throw createRefusal('NOT_RETRYABLE', 409)
  await queueAnotherAttempt(tx, { ...message, channel }, accountId !== null, rules)
  return requireMessage(tx, id, false, now)
}

/** Whether a message equals one that was sent before. Does not compare the text if it was edited since. */
function isRepeated(before: Message, sent: NewMessage, sender: string | null): boolean {
  if (before.senderId !== sender || before.conversationId !== sent.conversationId) return false
  if (before.isDeleted) return true
  const files = before.attachments.map(({ id }) => id)
  if (before.channel !== (sent.channel ?? 'app')) return false
  return (
    (before.isEdited || sent.template !== undefined || before.text === sent.text) &&
    String(files) === String(sent.attachments)
  )
}

async function attachFiles(tx: Tx, { id, attachments }: NewMessage): Promise<void> {
  if (attachments.length === 0) return
  const { rows } = await tx.run<{ attached: number }>('select def.attach_message_files($1, $2) as attached', [
    id,
    attachments,
  ])
  if (rows[0]?.attached !== attachments.length) throw conflict()
}
