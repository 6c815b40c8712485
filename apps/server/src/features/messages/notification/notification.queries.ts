import type { NotificationId, PersonId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { NotificationType, RelatedType } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import type { NotificationParams } from './notification.ts'

export type NotificationRow = {
  id: NotificationId
  kind: NotificationType
  params: NotificationParams
  is_read: boolean
  related_type: RelatedType | null
  related_id: string | null
  created_at: string
  updated_at: string
  person_id: PersonId | null
  avatar_url: string | null
}

const notificationColumns = sql`
  n.id, n.kind, n.params, n.is_read, n.related_type, n.related_id, n.created_at, n.updated_at, w.id as person_id, p.avatar_url`

/**
 * SQL that joins the account `w` and the picture `p` of the person whom the notification `n` concerns. The notification of a received text message
 * names no account, because the message comes from a number. For a therapist, `w` is then the account of the client in the conversation.
 */
const joinedPersonSql = ({ role }: Actor) => sql`
  cross join lateral (select coalesce(n.person_id, ${
    role === 'therapist'
      ? sql`case when n.kind = 'message-received' then (select c.account_id from app.client_name c where c.id = n.related_id) end`
      : sql`null`
  }) as id) w left join app.person p on p.account_id = w.id`

/** Returns the actor’s newest notifications, newest first. With `unreadOnly`, returns only unread ones. */
export async function listNewestNotifications(tx: Tx, unreadOnly: boolean, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${notificationColumns} from app.notification n ${joinedPersonSql(tx.actor)}
    where n.account_id = ${tx.actor.id} and (not ${unreadOnly}::boolean or not n.is_read)
    order by n.created_at desc, n.id limit ${limit}`.execute(tx.kysely)
  return rows
}

/**
 * Returns one page of the actor’s notifications, newest first. `after` is the id of the last notification on the
 * previous page.
 */
export async function readNotificationPage(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<{ rows: NotificationRow[]; next: string | null }> {
  const { rows } = await sql<NotificationRow>`
    select ${notificationColumns} from app.notification n ${joinedPersonSql(tx.actor)}
    where n.account_id = ${tx.actor.id} and (${after ?? null}::uuid is null or exists (
      select from app.notification l where l.id = ${after ?? null}::uuid and l.account_id = ${tx.actor.id}
        and (n.created_at < l.created_at or n.created_at = l.created_at and n.id > l.id)))
    order by n.created_at desc, n.id limit ${limit + 1}`.execute(tx.kysely)
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export async function countUnread(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from app.notification where account_id = ${tx.actor.id} and not is_read`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

export type NotificationReader = { language: Language; zone: string }

/** Returns the language and time zone in which the actor reads notifications. */
export async function readNotificationReader(tx: Tx): Promise<NotificationReader> {
  const { rows } =
    await sql<NotificationReader>`select language, zone from app.person where account_id = ${tx.actor.id}`.execute(
      tx.kysely,
    )
  return rows[0] ?? { language: 'en', zone: 'UTC' }
}

/** Marks notifications as read. Returns false if one of them is not the actor’s. */
export async function markRead(tx: Tx, ids: NotificationId[], now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('notification')
    .set({ is_read: true, updated_at: now })
    .where('id', 'in', ids)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return numUpdatedRows === BigInt(new Set(ids).size)
}

/**
 * Marks the actor’s notifications about the given rows as read. With `kinds`, marks only notifications of these types.
 */
export async function markReadAbout(
  tx: Tx,
  about: { type: RelatedType; ids: string[]; kinds?: NotificationType[] },
  now: Date,
): Promise<void> {
  await tx.kysely
    .updateTable('notification')
    .set({ is_read: true, updated_at: now })
    .where('account_id', '=', tx.actor.id)
    .where('is_read', '=', false)
    .where('related_type', '=', about.type)
    .where('related_id', '=', sql<string>`any(${about.ids}::uuid[])`)
    .$if(about.kinds !== undefined, (query) => query.where('kind', 'in', about.kinds ?? []))
    .execute()
}

/**
 * Returns the titles of the tasks that the notifications are about, by task id. Omits tasks that were withdrawn or that
 * the actor may not read. Returns no titles for an admin, because the admin role cannot read tasks.
 */
export async function readNotificationSubjects(tx: Tx, rows: NotificationRow[]): Promise<Map<string, string>> {
  const tasks = rows.flatMap((row) => (row.related_type === 'task' && row.related_id ? [row.related_id] : []))
  if (tasks.length === 0 || tx.actor.role === 'admin') return new Map()
  const found = await tx.kysely
    .selectFrom('task')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${tasks}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(found.map(({ id, title }) => [id, title]))
}

export async function markAllRead(tx: Tx, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('notification')
    .set({ is_read: true, updated_at: now })
    .where('account_id', '=', tx.actor.id)
    .where('is_read', '=', false)
    .execute()
}
