import type { ClientId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { queueNotice, type AvailableChannels } from '../../delivery/delivery.ts'
import { notify, queueMail, queuePush } from '../../notification/notification.ts'
import type { LockedConversation } from '../read/lock.ts'

/** The email and the text about unread messages are sent after this number of seconds. */
const unreadDelaySeconds = 10 * 60
const type = 'message-received'

/**
 * Notifies the recipient of a new message. The first unread message of a conversation causes an in-app notification, one email and, for a client who
 * consents to notices, one text; further messages cause none of these until the conversation is read. Each message causes a push notification. A text
 * message is sent only on its own channel and causes no email, push or notice.
 */
export async function notifyOther(
  tx: Tx,
  conversation: LockedConversation,
  { seq, isFirstUnread, isTextMessage }: { seq: number; isFirstUnread: boolean; isTextMessage: boolean },
  { texts, now }: AvailableChannels & { now: Date },
): Promise<void> {
  const { id, therapistId, accountId } = conversation
  const to = tx.actor.id === therapistId ? accountId : therapistId
  if (to === null) throw new Error('an open conversation without an account')
  // The worker reads the conversation as the therapist, regardless of the recipient of the email.
  const email = { generation: seq, actingFor: therapistId, delaySeconds: unreadDelaySeconds }
  const isFirstInApp = isFirstUnread && !isTextMessage
  if (isFirstInApp && to === accountId) {
    await queueNotice(tx, { client: id, unreadSeq: seq, delaySeconds: unreadDelaySeconds }, { texts }, now)
  }
  if (!conversation.isOtherNotified)
    await notify(tx, {
      to,
      type,
      params: { name: await readNameForOther(tx, id) },
      about: { type: 'conversation', id },
      email: isFirstInApp ? email : null,
      ...(isTextMessage && { push: null }),
    })
  else if (!isTextMessage) {
    // `notify` queues the push of the first message.
    await queuePush(tx, { to, type, about: { id } })
    if (isFirstInApp) await queueMail(tx, { to, kind: type, subject: id, ...email })
  }
}

/** Notifies the acting therapist of a client's text message, like a message in the app. Runs in a job without the client’s account. */
export async function notifyTherapistOfText(
  tx: Tx,
  { clientId, seq }: { clientId: ClientId; seq: number },
): Promise<void> {
  const { id: to } = tx.actor
  if (to === null) throw new Error('a text message without a therapist')
  const { rows } = await sql<{ firstName: string; lastName: string; unread: number; isNotified: boolean }>`
    select c.first_name as "firstName", c.last_name as "lastName",
      (select count(*)::int from app.message m where m.therapist_id = c.therapist_id and m.client_id = c.id and m.by_role = 'client'
        and m.deleted_at is null and m.seq < ${seq} and m.seq > coalesce((select max(r.seq) from app.conversation_read r
          where r.therapist_id = c.therapist_id and r.client_id = c.id and r.by_role = 'therapist'), 0)) as unread,
      def.has_unread_notification(c.id) as "isNotified"
    from app.client_name c where c.id = ${clientId}`.execute(tx.kysely)
  const [row] = rows
  if (!row) return
  const email = { generation: seq, actingFor: to, delaySeconds: unreadDelaySeconds }
  const isFirstUnread = row.unread === 0
  if (!row.isNotified) {
    await notify(tx, {
      to,
      type,
      params: { name: shortName(row) },
      about: { type: 'conversation', id: clientId },
      person: null,
      email: isFirstUnread ? email : null,
    })
  } else {
    await queuePush(tx, { to, type, about: { id: clientId } })
    if (isFirstUnread) await queueMail(tx, { to, kind: type, subject: clientId, ...email })
  }
}

/** Returns the actor’s name as the recipient knows it: a client’s short name in the record, or a therapist’s full name. */
async function readNameForOther(tx: Tx, conversation: string): Promise<string> {
  const { rows } = await sql<{ firstName: string; lastName: string; therapistName: string | null }>`
    select c.first_name as "firstName", c.last_name as "lastName", p.name as "therapistName"
    from app.client_name c left join app.person p on p.account_id = c.therapist_id where c.id = ${conversation}`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) return ''
  return tx.actor.role === 'client' ? shortName(row) : (row.therapistName ?? '')
}
