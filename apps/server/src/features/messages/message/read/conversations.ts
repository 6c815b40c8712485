import type { AccountId, ClientId } from '@attune/contract/common/ids'
import type { Conversation, UnreadMessages } from '@attune/contract/features/messages/message/message'
import type { ReadOnlyReason } from '@attune/contract/features/messages/message/message.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { deliveryStateSql, messageStatusOf, type DeliveryRow, type MessageProgress } from './delivery-state.ts'

type Connection = {
  accountId: AccountId | null
  hasTexts: boolean
  isDisconnected: boolean
  isReachable: boolean
  isInactive: boolean
}

/** Returns the reason why no message can be sent in the conversation of a record; null if it is open. */
export function readOnlyReasonOf({
  accountId,
  hasTexts,
  isDisconnected,
  isReachable,
  isInactive,
}: Connection): ReadOnlyReason | null {
  if (accountId === null && !hasTexts) return 'no-account'
  if (isDisconnected) return 'disconnected'
  if (!isReachable) return 'unreachable'
  return isInactive ? 'inactive' : null
}

export const sideOf = (actor: Actor): 'therapist' | 'client' => (actor.role === 'client' ? 'client' : 'therapist')
const otherSideOf = (actor: Actor) => (actor.role === 'client' ? 'therapist' : 'client')

/**
 * SQL for the number of the last message that a participant has read in the conversation `v`; 0 if none. Uses an aggregate, because Postgres can
 * then search an index; with `coalesce` of a subquery, it would filter all messages.
 */
const readSeqSql = (side: string) => sql<number>`
  (select coalesce(max(r.seq), 0) as read from app.conversation_read r
    where r.therapist_id = v.therapist_id and r.client_id = v.client_id and r.by_role = ${side})`

/** SQL for the number of the last message that has arrived on a device of a participant in the conversation `v`; 0 if none. */
const arrivedSeqSql = (side: string) => sql<number>`
  (select coalesce(max(a.seq), 0) from app.conversation_arrival a
    where a.therapist_id = v.therapist_id and a.client_id = v.client_id and a.by_role = ${side})`

/** SQL for the messages of a participant in the conversation `v` after the number `own.read`. */
const messagesAfterSql = (side: string) => sql`
  from app.message m where m.therapist_id = v.therapist_id and m.client_id = v.client_id
    and m.seq > own.read and m.by_role = ${side} and m.deleted_at is null`

/** SQL for the conversations of the actor with the read position `own.read` and the number `u.unread` of unread messages. */
const countedConversationsSql = (actor: Actor) => sql`
  app.conversation v cross join lateral ${readSeqSql(sideOf(actor))} own
    cross join lateral (select count(*)::int as unread ${messagesAfterSql(otherSideOf(actor))}) u`

/** Columns of the other side of a conversation, from the record `c` and the profile `p` of the other side. */
export const personColumnsOf = (actor: Actor) =>
  actor.role === 'client'
    ? { id: sql`c.therapist_id`, name: sql`p.name`, account: sql`c.therapist_id` }
    : {
        id: sql`coalesce(c.account_id, c.id)`,
        name: sql`c.name`,
        account: sql`c.account_id`,
      }

/** SQL for whether the client of the record `c` has a number for texts. A client without an account writes by text only. */
const canHaveTexts = sql`
  exists (select from app.text_number n where n.therapist_id = c.therapist_id and n.client_id = c.id)`

/** SQL for the kind and the duration of the only file of the message `m`; null if there are several, or if the file was refused. */
const onlyFileSql = sql`
  (select json_build_object('kind', min(f.kind), 'seconds', min(f.seconds)) from app.message_file a
    join app.file f on f.account_id = a.account_id and f.id = a.file_id and f.state not in ('refused', 'quarantined')
    where a.therapist_id = m.therapist_id and a.message_id = m.id having count(*) = 1)`

/**
 * SQL for whether the last attempt to deliver a message in the conversation `v` failed and the therapist has written nothing since. The message's
 * `updated_at` is the time of the failure, because a failure is its latest change. A recalled message does not count.
 */
const hasFailedSql = sql`
  exists (select from app.delivery d join app.message m on m.therapist_id = d.therapist_id and m.id = d.message_id
    where d.therapist_id = v.therapist_id and d.client_id = v.client_id and d.failed is not null and d.failed <> 'recalled' and m.deleted_at is null
      and not exists (select from app.delivery later where later.therapist_id = d.therapist_id and later.message_id = d.message_id
        and later.attempt > d.attempt)
      and not exists (select from app.message own where own.therapist_id = m.therapist_id and own.client_id = m.client_id and own.seq > m.seq
        and own.by_role = 'therapist' and own.absence_id is null and own.created_at > m.updated_at))`

/**
 * SQL for conversations of the actor, each as one row. `chosen` selects them from `countedConversationsSql`, so that only the conversations
 * of a page get the other columns.
 */
function conversationsSql<Row>(actor: Actor, chosen: RawBuilder<unknown>) {
  const person = personColumnsOf(actor)
  return sql<Row>`
    select v.client_id as id, v.last_seq as "lastSeq", v.last_at as "latestAt", v.read as "readSeq", v.unread,
      json_build_object('id', ${person.id}, 'name', ${person.name}, 'avatarUrl', p.avatar_url) as person,
      c.account_id as "accountId", ${canHaveTexts} as "hasTexts", c.disconnected_at is not null as "isDisconnected",
      ${actor.role === 'client' ? sql`p.disabled_at is null` : sql`true`} as "isReachable", def.is_record_paused(v.therapist_id, v.client_id) as "isInactive",
      ${actor.role === 'client' ? sql`false` : hasFailedSql} as "hasFailed",
      (select json_build_object('id', m.id, 'by', m.by_role, 'channel', m.channel, 'createdAt', m.created_at, 'text', left(m.text, 200),
          'isDeleted', m.deleted_at is not null, 'isAutomatic', m.absence_id is not null, 'state', ${deliveryStateSql},
          'isRead', m.seq <= case m.by_role when ${otherSideOf(actor)} then v.read else ${readSeqSql(otherSideOf(actor))} end,
          'hasArrived', m.seq <= case m.by_role when ${otherSideOf(actor)} then ${arrivedSeqSql(sideOf(actor))} else ${arrivedSeqSql(otherSideOf(actor))} end,
          'files', m.media_count + (select count(*) from app.message_file f where f.therapist_id = m.therapist_id and f.message_id = m.id)
            + (select count(*) from app.text_media x where x.therapist_id = m.therapist_id and x.message_id = m.id and x.file_id is null),
          'file', case when m.text = '' then ${onlyFileSql} end)
        from app.message m where m.therapist_id = v.therapist_id and m.client_id = v.client_id and m.seq = v.last_seq) as latest
    from (select v.client_id, v.therapist_id, v.last_seq, v.last_at, own.read, u.unread from ${countedConversationsSql(actor)} ${chosen}) v
      join app.client_name c on c.therapist_id = v.therapist_id and c.id = v.client_id
      left join app.person p on p.account_id = ${person.account}`
}

type Latest = NonNullable<Conversation['latest']>
type ConversationRow = Omit<Conversation, 'readOnly' | 'latest'> &
  Connection & {
    latest: (Omit<Latest, 'status'> & MessageProgress & { state: DeliveryRow | null }) | null
  }

function conversationOf(row: ConversationRow): Conversation {
  const { accountId, hasTexts, isDisconnected, isReachable, isInactive, latest, ...conversation } = row
  return {
    ...conversation,
    latest: latest && latestOf(latest),
    readOnly: readOnlyReasonOf({ accountId, hasTexts, isDisconnected, isReachable, isInactive }),
  }
}

function latestOf({ state, isRead, hasArrived, ...latest }: NonNullable<ConversationRow['latest']>): Latest {
  return { ...latest, status: messageStatusOf(latest.channel, state, { isRead, hasArrived }) }
}

/**
 * Returns one page of the actor’s conversations: those with unread messages first, then latest first. Omits an empty conversation whose record has
 * lost its account. `after` is the cursor of the previous page. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function readConversationPage(
  tx: Tx,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ items: Conversation[]; next: string | null }> {
  const cursor = after === undefined ? null : parseCursor(after, ['0', '1'])
  const order = sql`order by v.unread > 0 desc, v.last_at desc, v.client_id desc`
  const chosen = sql`
    where (v.last_seq > 0 or exists (select from app.client_name c where c.therapist_id = v.therapist_id and c.id = v.client_id and (c.account_id is not null or ${canHaveTexts})))
      ${cursor ? sql`and (u.unread > 0, v.last_at, v.client_id) < (${cursor.group === '1'}::boolean, ${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by u.unread > 0 desc, v.last_at desc, v.client_id desc limit ${limit + 1}`
  const { rows } = await sql<ConversationRow>`${conversationsSql(tx.actor, chosen)} ${order}`.execute(tx.kysely)
  const items = rows.slice(0, limit).map(conversationOf)
  const end = items.at(-1)
  return {
    items,
    next: rows.length > limit && end ? cursorAfter(end.latestAt, end.id, end.unread > 0 ? '1' : '0') : null,
  }
}

/** Returns a conversation of the actor; null for any other conversation. */
export async function findConversation(tx: Tx, id: ClientId): Promise<Conversation | null> {
  const { rows } = await conversationsSql<ConversationRow>(tx.actor, sql`where v.client_id = ${id}`).execute(tx.kysely)
  return rows[0] ? conversationOf(rows[0]) : null
}

/** Returns the number of unread messages in each of the actor’s conversations that has any; for a therapist, also in those with guardians. */
export async function readUnreadCounts(tx: Tx): Promise<UnreadMessages[]> {
  return [...(await readUnreadByClient(tx)), ...(tx.actor.role === 'therapist' ? await readUnreadByGuardian(tx) : [])]
}

async function readUnreadByGuardian(tx: Tx): Promise<UnreadMessages[]> {
  const { rows } = await tx.run<UnreadMessages>(
    `select id as "conversationId", unread, null::uuid as "unacknowledgedId" from def.unread_guardian_conversations()`,
  )
  return rows
}

async function readUnreadByClient(tx: Tx): Promise<UnreadMessages[]> {
  const { rows } = await sql<UnreadMessages>`
    select v.client_id as "conversationId", u.unread,
      (select m.id ${messagesAfterSql(otherSideOf(tx.actor))} and m.channel = 'app' and m.seq > ${arrivedSeqSql(sideOf(tx.actor))}
        order by m.seq desc limit 1) as "unacknowledgedId"
    from ${countedConversationsSql(tx.actor)}
    where u.unread > 0 order by v.last_at desc, v.client_id`.execute(tx.kysely)
  return rows
}

/**
 * Returns whether the other participant has unread messages from the actor. Automatic replies and text messages to the client do not count, because
 * they caused no notification.
 */
export async function hasUnreadByOther(tx: Tx, conversation: string): Promise<boolean> {
  const { rows } = await sql<{ unread: boolean }>`
    select exists (select ${messagesAfterSql(sideOf(tx.actor))} and m.absence_id is null
        and (m.by_role = 'client' or m.channel = 'app')) as unread
    from app.conversation v cross join lateral ${readSeqSql(otherSideOf(tx.actor))} own where v.client_id = ${conversation}`.execute(
    tx.kysely,
  )
  return rows[0]?.unread ?? false
}
