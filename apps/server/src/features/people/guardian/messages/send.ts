import type { AccountId, GuardianConversationId, GuardianMessageId } from '@attune/contract/common/ids'
import type { GuardianMessage } from '@attune/contract/features/people/guardian/guardian.messages'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal } from '../../../../platform/policy/refusal.ts'
import { markReadAbout, notify, queueMail, queuePush } from '../../../messages/notification/notification.ts'
import { findGuardianMessage, lockGuardianConversation, type LockedGuardianConversation } from './conversations.ts'

/** The email about unread messages is sent after this number of seconds. */
const unreadDelaySeconds = 10 * 60
const type = 'message-received'

type NewText = { id: GuardianMessageId; conversationId: GuardianConversationId; text: string }

/**
 * Sends a message of the acting guardian or therapist and notifies the other side. Repeating the same id and text changes nothing. Refuses with
 * NOT_FOUND for a conversation of others, with READ_ONLY and the reason, and with CONFLICT if the id belongs to another message.
 */
export async function sendGuardianMessage(tx: Tx, sent: NewText, now: Date): Promise<GuardianMessage> {
  const conversation = await lockGuardianConversation(tx, sent.conversationId)
  const before = await findGuardianMessage(tx, sent.id)
  if (before) {
    const { conversationId, ...message } = before
    const isRepeated = conversationId === sent.conversationId && message.text === sent.text && message.by === sideOf(tx)
    if (!isRepeated) throw conflict()
    return message
  }
  if (conversation.closed) throw createRefusal('READ_ONLY', 409, { reason: conversation.closed })
  const { rows } = await tx.run<{ isNew: boolean }>('select def.insert_guardian_message($1, $2, $3, $4) as "isNew"', [
    sent.id,
    sent.conversationId,
    sent.text,
    now,
  ])
  const inserted = await findGuardianMessage(tx, sent.id)
  if (!rows[0]?.isNew || !inserted) throw conflict()
  const { conversationId, ...message } = inserted
  await notifyOtherSide(tx, conversationId, conversation, message.seq)
  return message
}

const sideOf = (tx: Tx) => (tx.actor.role === 'guardian' ? 'guardian' : 'therapist')

/**
 * Notifies the other side as a message between therapist and client does: the first unread message causes a notification and one email, and each
 * message a push. None of them contains the text.
 */
async function notifyOtherSide(
  tx: Tx,
  id: GuardianConversationId,
  { therapistId, clientId, accountId, isNotified, hasUnread }: LockedGuardianConversation,
  seq: number,
): Promise<void> {
  const isToGuardian = sideOf(tx) === 'therapist'
  const to = (isToGuardian ? accountId : therapistId) as AccountId
  // The worker reads the conversation as the therapist, regardless of the recipient of the email.
  const email = { generation: seq, actingFor: therapistId, delaySeconds: unreadDelaySeconds }
  if (isNotified) {
    await queuePush(tx, { to, type, about: { id } })
    if (!hasUnread) await queueMail(tx, { to, kind: type, subject: id, ...email })
    return
  }
  const { name, forClient } = await readNames(tx, clientId)
  await notify(tx, {
    to,
    type,
    params: { name, forClient, ...(isToGuardian && { actingFor: clientId }) },
    about: { type: 'guardian-messages', id },
    email: hasUnread ? null : email,
  })
}

/** The name of the sender as the other side knows it, and the first name of the client. */
async function readNames(tx: Tx, clientId: string): Promise<{ name: string; forClient: string }> {
  const { rows } = await sql<{ name: string; forClient: string }>`
    select p.name, c.first_name as "forClient" from app.client_name c, app.person p
    where c.id = ${clientId} and p.account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { name: '', forClient: '' }
}

/** Records that the actor has read a conversation up to a message number, and marks the actor's notifications about it as read. */
export async function markGuardianConversationRead(
  tx: Tx,
  { id, upTo }: { id: GuardianConversationId; upTo: number },
  now: Date,
): Promise<void> {
  await lockGuardianConversation(tx, id)
  await tx.run('select def.read_guardian_conversation($1, $2)', [id, upTo])
  await markReadAbout(tx, { type: 'guardian-messages', ids: [id] }, now)
}
