import type { ClientId, MessageId, SessionId } from '@attune/contract/common/ids'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import type { Conversation, Message } from '@attune/contract/features/messages/message/message'
import { messageChangeRefusal } from '@attune/contract/features/messages/message/message.rules'
import { mayRetryDelivery } from '@attune/contract/features/messages/text-message/text-message.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readFilesById } from '../../../care/file/file.ts'
import { fromNextSession } from '../../../schedule/schedule/schedule.ts'
import { readMediaOfMessages } from './media.ts'
import { findConversation, sideOf } from './conversations.ts'
import { deliveryOf, deliveryStateSql, latestDelivery, messageStatusOf, type DeliveryRow } from './delivery-state.ts'

type Position = {
  id: ClientId
  around?: number | undefined
  before?: number | undefined
  after?: number | undefined
  limit: number
}
export type MessageRow = Omit<Message, 'attachments' | 'media' | 'may' | 'status' | 'delivery'> & {
  state: DeliveryRow | null
  hasArrived: boolean
  /** The ids of the files in their order. */
  files: string[]
}

/**
 * The columns of the message `m`. A message in the app was read when the recipient's read position first reached its number. Status and time of a
 * text message come from its latest delivery attempt.
 */
const messageColumns = sql`
  m.id, m.sender_id as "senderId", m.client_id as "conversationId", m.created_at as "createdAt", m.updated_at as "updatedAt",
  m.seq, m.by_role as by, m.channel, m.text, m.media_count as "mediaCount", m.edited_at is not null and m.deleted_at is null as "isEdited", m.deleted_at is not null as "isDeleted",
  m.absence_id is not null as "isAutomatic",
  case m.channel when 'app' then (select r.at from app.conversation_read r where r.therapist_id = m.therapist_id and r.client_id = m.client_id
    and r.by_role = case m.by_role when 'client' then 'therapist' else 'client' end and r.seq >= m.seq order by r.seq limit 1)
    when 'whatsapp' then (select d.read_at ${latestDelivery}) end as "readAt",
  exists (select from app.conversation_arrival a where a.therapist_id = m.therapist_id and a.client_id = m.client_id
    and a.by_role = case m.by_role when 'client' then 'therapist' else 'client' end and a.seq >= m.seq) as "hasArrived",
  array(select f.file_id from app.message_file f where f.therapist_id = m.therapist_id and f.message_id = m.id order by f.place) as files,
  ${deliveryStateSql} as state`

/** SQL for the messages of the conversation `id`. The join on the owner’s column lets Postgres use the index. */
const messagesOf = (id: ClientId) => sql`
  from app.conversation v join app.message m on m.therapist_id = v.therapist_id and m.client_id = v.client_id
  where v.client_id = ${id}`

/** Returns a part of a conversation, ordered by number. Refuses with NOT_FOUND for a conversation in which the actor does not take part. */
export async function readMessagePage(tx: Tx, position: Position, now: Date) {
  const [conversation, found, nextSession] = await Promise.all([
    findConversation(tx, position.id),
    listMessageRows(tx, position),
    findNextSessionOfRecord(tx, position.id, now),
  ])
  if (!conversation) throw notFound()
  const { lastSeq } = conversation
  // A message may have been sent after the conversation was read and before its messages are read.
  const rows = found.filter(({ seq }) => seq <= lastSeq)
  const [first, last] = [rows[0]?.seq, rows.at(-1)?.seq]
  return {
    conversation,
    nextSession,
    items: await readMessageDetails(tx, rows, conversation.readOnly !== null, now),
    // Numbers have no gaps, so the first and the last number show whether there are more messages.
    hasOlder: first === undefined ? position.before === undefined && lastSeq > 0 : first > 1,
    hasNewer: last === undefined ? position.before !== undefined && lastSeq > 0 : last < lastSeq,
  }
}

/** Returns the next session of the record to which a conversation belongs; null if none is scheduled. */
async function findNextSessionOfRecord(
  tx: Tx,
  id: ClientId,
  now: Date,
): Promise<{ id: SessionId; startsAt: string } | null> {
  const { rows } = await sql<{ id: SessionId; startsAt: string }>`
    select s.id, s.starts_at as "startsAt" from app.client_name c, lateral (select s.id, s.starts_at ${fromNextSession(now)}) s
    where c.id = ${id}`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Reads the messages at a position. Numbers have no gaps, so a part of a conversation is a range of numbers. */
async function listMessageRows(tx: Tx, position: Position): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} ${messagesOf(position.id)} and m.seq between ${rangeSql(position)} order by m.seq`.execute(
    tx.kysely,
  )
  return rows
}

/** The highest number that the type of the column allows. */
const maxSeq = 2_147_483_647

/**
 * SQL for the first and last number of a part of at most `limit` messages. The conversation's last number is a subquery, so that both are read in
 * one round trip. Under row security, its result can be used for the index, but no column of `v` can.
 */
function rangeSql({ id, around, before, after, limit }: Position): RawBuilder<unknown> {
  const lastSeq = sql`(select coalesce(max(v.last_seq), 0) from app.conversation v where v.client_id = ${id})`
  const range = (from: RawBuilder<unknown>, to: number) => sql`${from} and ${Math.min(to, maxSeq)}::int`
  if (after !== undefined) return range(sql`${Math.min(after, maxSeq - 1) + 1}::int`, after + limit)
  if (around !== undefined) {
    const half = Math.ceil(limit / 2)
    return range(sql`least(${lastSeq}, ${around}::int) - ${half - 1}::int`, around + limit - half)
  }
  const to = before === undefined ? maxSeq : before - 1
  return range(sql`least(${lastSeq}, ${to}::int) - ${limit - 1}::int`, to)
}

/** Adds files, status and permitted actions to the messages of one conversation. */
export async function readMessageDetails(
  tx: Tx,
  rows: MessageRow[],
  isReadOnly: boolean,
  now: Date,
): Promise<Message[]> {
  const ids = rows.flatMap(({ files }) => files)
  const texts = rows.filter(({ channel, by }) => channel !== 'app' && by === 'client').map(({ id }) => id)
  const [known, media] = await Promise.all([
    ids.length > 0 ? readFilesById(tx, ids) : new Map<string, StoredFile>(),
    readMediaOfMessages(tx, texts),
  ])
  return rows.map(({ state, files, hasArrived, ...row }) => {
    const status = messageStatusOf(row.channel, state, { isRead: row.readAt !== null, hasArrived })
    const delivery = deliveryOf(state)
    const isOwn = row.senderId === tx.actor.id
    const mayChange = isOwn && messageChangeRefusal({ ...row, status, delivery }, isReadOnly, now) === null
    const mayRetry = isOwn && !isReadOnly && !row.isDeleted && state !== null && mayRetryDelivery(state)
    const attachments = files.flatMap((id) => known.get(id) ?? []).filter((file) => isOwn || file.state === 'ready')
    const others = media.get(row.id) ?? []
    return {
      ...row,
      status,
      delivery,
      attachments,
      media: others,
      may: { edit: mayChange, delete: mayChange, retry: mayRetry },
    }
  })
}

/** Returns a message that the actor can see, without its files; undefined for any other message. */
export async function findMessageRow(tx: Tx, id: MessageId): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from app.message m where m.id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** Returns a message that the actor can see. Refuses with NOT_FOUND. */
export async function requireMessage(tx: Tx, id: MessageId, isReadOnly: boolean, now: Date): Promise<Message> {
  const row = await findMessageRow(tx, id)
  const [message] = row ? await readMessageDetails(tx, [row], isReadOnly, now) : []
  if (!message) throw notFound()
  return message
}

/**
 * Returns the latest message of the other side in a conversation; null if there is none. Refuses with NOT_FOUND for a conversation in which the actor
 * does not take part.
 */
export async function findLatestFromOther(tx: Tx, id: ClientId, now: Date): Promise<Message | null> {
  const conversation: Conversation | null = await findConversation(tx, id)
  if (!conversation) throw notFound()
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} ${messagesOf(id)} and m.by_role <> ${sideOf(tx.actor)} and m.deleted_at is null
    order by m.seq desc limit 1`.execute(tx.kysely)
  const [message] = await readMessageDetails(tx, rows, conversation.readOnly !== null, now)
  return message ?? null
}
