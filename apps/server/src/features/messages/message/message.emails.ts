import type { ClientId } from '@attune/contract/common/ids'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { hasSentLaterMail } from '../../../platform/mail/outbox-view.ts'

type UnreadConversation = {
  readSeq: number
  hasUnread: boolean
  wasSent: boolean
  /** The client for whom the recipient acts; null for any other recipient. */
  actingFor: ClientId | null
}

/**
 * Returns the number of the last message that the recipient has read, whether there are later messages, and whether another email about the same
 * unread messages was already sent. The conversation is with a client or with a guardian.
 */
async function unreadConversation(tx: Tx, mail: QueuedMail): Promise<UnreadConversation | undefined> {
  const [state] = [...(await unreadByGuardians(tx, mail)), ...(await unreadByClient(tx, mail))]
  return state && { ...state, wasSent: await hasSentLaterMail(tx, mail, state.readSeq) }
}

type Unread = Omit<UnreadConversation, 'wasSent'>

async function unreadByGuardians(tx: Tx, mail: QueuedMail): Promise<Unread[]> {
  const { rows } = await tx.run<Unread>(
    `select read_seq as "readSeq", has_unread as "hasUnread", case when is_guardian then client_id end as "actingFor"
     from def.unread_guardian_messages($1, $2)`,
    [mail.subject_id, mail.account_id],
  )
  return rows
}

async function unreadByClient(tx: Tx, mail: QueuedMail): Promise<Unread[]> {
  const { rows } = await tx.run<Unread>(
    `select null::uuid as "actingFor", own.read as "readSeq",
       exists (select from app.message m where m.therapist_id = $1 and m.client_id = $2 and m.by_role <> own.side and m.seq > own.read
         and (m.by_role = 'client' or m.channel = 'app') and m.deleted_at is null and m.absence_id is null) as "hasUnread"
     from (select s.side, coalesce((select max(r.seq) from app.conversation_read r
         where r.therapist_id = $1 and r.client_id = $2 and r.by_role = s.side), 0) as read
       from (select case when $3::uuid = $1::uuid then 'therapist' else 'client' end as side) s) own`,
    [mail.acting_for, mail.subject_id, mail.account_id],
  )
  return rows
}

/**
 * Whether the recipient has unread messages, has not read the message that caused the email, and has received no email about the unread messages.
 * Deleted messages, automatic replies and text messages to the client do not count.
 */
const isStillUnread = ({ readSeq, hasUnread, wasSent }: UnreadConversation, mail: QueuedMail): boolean =>
  readSeq < mail.generation && hasUnread && !wasSent

const pathOf = ({ actingFor }: UnreadConversation) => (actingFor ? `/for/${actingFor}/messages` : undefined)

export const messageEmails = {
  'message-received': {
    path: '/dashboard/therapist/messages',
    read: readSubject<UnreadConversation>({ subject: unreadConversation, isStillTrue: isStillUnread, path: pathOf }),
  },
} as const satisfies Partial<Record<MailKind, EmailKind>>
