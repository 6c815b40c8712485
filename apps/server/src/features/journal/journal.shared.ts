import type { SharedEntry, SharedHead } from '@attune/contract/features/journal'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../platform/database/actor.ts'
import { conflict, notFound } from '../../platform/policy/refusal.ts'
import { filesById } from '../file/file.ts'
import { tell } from '../notification/notification.ts'
import { person } from './journal.person.ts'
import { cursorOf, placeOf } from './journal.place.ts'
import { fileIdsOf } from './journal.rows.ts'

type Wanted = { clientId?: string | undefined; newOnly: boolean; after?: string | undefined; limit: number }

const head = sql`
  e.id, e.title, e.excerpt, e.mood, e.tags, e.written_at as "writtenAt", e.updated_at as "updatedAt", s.shared_at as "sharedAt", s.is_new as "isNew",
  json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'avatarUrl', p.avatar_url) as client`
/** Begins at the link: the policy of the entry looks there for each row. */
const sharedWithMe = sql`
  from app.journal_share s join app.journal_entry e on e.id = s.entry_id
    join app.client c on c.therapist_id = s.therapist_id and c.account_id = s.account_id
    left join app.profile p on p.account_id = c.account_id`

/** One page of what clients share with the acting therapist, latest shared or changed first. */
export async function pageOfShared(tx: Tx, wanted: Wanted): Promise<{ items: SharedHead[]; next: string | null }> {
  const { rows } = await sharedPage(tx.actor, wanted).execute(tx.kysely)
  const page = rows.slice(0, wanted.limit)
  const end = page.at(-1)
  return {
    items: page.map((row) => {
      const { freshAt: _, ...item } = row
      return item
    }),
    next: rows.length > wanted.limit && end ? cursorOf(end.freshAt, end.id) : null,
  }
}

export function sharedPage(actor: Actor, wanted: Wanted) {
  const place = wanted.after === undefined ? null : placeOf(wanted.after)
  return sql<SharedHead & { freshAt: string }>`
    select ${head}, (select count(*)::int from app.journal_file f where f.account_id = e.account_id and f.entry_id = e.id) as files, s.fresh_at as "freshAt"
    ${sharedWithMe}
    where s.therapist_id = ${actor.id}
      ${wanted.clientId === undefined ? sql`` : sql`and s.account_id = (select k.account_id from app.client k where k.therapist_id = ${actor.id} and k.id = ${wanted.clientId})`}
      ${wanted.newOnly ? sql`and s.is_new` : sql``}
      ${place ? sql`and (s.fresh_at, s.entry_id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``}
    order by s.fresh_at desc, s.entry_id desc limit ${wanted.limit + 1}`
}

/** Opens an entry that is shared with the acting therapist. It is marked first: what is saved from then on is new again. */
export async function readShared(tx: Tx, id: string): Promise<SharedEntry> {
  await tx.kysely
    .updateTable('journal_share')
    .set({ is_new: false })
    .where('therapist_id', '=', tx.actor.id)
    .where('entry_id', '=', id)
    .where('is_new', '=', true)
    .execute()
  const [{ rows }, fileIds, replies, comments] = await Promise.all([
    sql<Omit<SharedEntry, 'files' | 'replies' | 'comments'>>`
      select ${head}, e.content ${sharedWithMe} where s.therapist_id = ${tx.actor.id} and s.entry_id = ${id}`.execute(
      tx.kysely,
    ),
    fileIdsOf(tx, id),
    sql<SharedEntry['replies'][number]>`
      select r.id, ${person} as therapist, r.text, r.at from app.journal_reply r join app.profile p on p.account_id = r.therapist_id
      where r.therapist_id = ${tx.actor.id} and r.entry_id = ${id} order by r.at, r.id`.execute(tx.kysely),
    tx.kysely
      .selectFrom('journal_comment')
      .select(['id', 'text', 'at'])
      .where('therapist_id', '=', tx.actor.id)
      .where('entry_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  const row = rows[0]
  if (!row) throw notFound()
  const files = [...(await filesById(tx, fileIds)).values()].filter(({ state }) => state === 'ready')
  return { ...row, files, replies: replies.rows, comments }
}

export async function markUnread(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('journal_share')
    .set({ is_new: true })
    .where('therapist_id', '=', tx.actor.id)
    .where('entry_id', '=', id)
    .executeTakeFirst()
  if (!numUpdatedRows) throw notFound()
}

export async function countNew(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.journal_share where therapist_id = ${tx.actor.id} and is_new`.execute(
    tx.kysely,
  )
  return rows[0]?.count ?? 0
}

type Remark = { id: string; entryId: string; text: string }

/** Adds to the acting therapist's own record; the same id with the same words again changes nothing. Refuses NOT_FOUND. */
export async function addComment(tx: Tx, { id, entryId, text }: Remark, now: Date) {
  await sql`
    insert into app.journal_comment (id, therapist_id, client_id, entry_id, text, at)
    select ${id}::uuid, s.therapist_id, c.id, s.entry_id, ${text}::text, ${now}::timestamptz
    from app.journal_share s join app.client c on c.therapist_id = s.therapist_id and c.account_id = s.account_id
    where s.therapist_id = ${tx.actor.id} and s.entry_id = ${entryId}
    on conflict (id) do nothing`.execute(tx.kysely)
  const stands = await tx.kysely
    .selectFrom('journal_comment')
    .select(['id', 'text', 'at', 'entry_id'])
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stands) throw notFound()
  if (stands.entry_id !== entryId || stands.text !== text) throw conflict()
  return { id, text, at: stands.at }
}

type Kept = { clientId: string; after?: string | undefined; limit: number }

/** One page of what the acting therapist remarked on entries of a client that are no longer shared: it is of the own record and stays. */
export async function keptComments(tx: Tx, { clientId, after, limit }: Kept) {
  const place = after === undefined ? null : placeOf(after)
  const { rows } = await sql<SharedEntry['comments'][number]>`
    select c.id, c.text, c.at from app.journal_comment c
    where c.therapist_id = ${tx.actor.id} and c.client_id = ${clientId}
      and not exists (select from app.journal_share s where s.therapist_id = c.therapist_id and s.entry_id = c.entry_id)
      ${place ? sql`and (c.at, c.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``}
    order by c.at desc, c.id desc limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return { items, next: rows.length > limit && end ? cursorOf(end.at, end.id) : null }
}

export async function dropComment(tx: Tx, id: string): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('journal_comment')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numDeletedRows) throw notFound()
}

/** Answers an entry that the acting therapist may read, and tells its author once. Refuses NOT_FOUND. */
export async function replyTo(tx: Tx, { id, entryId, text }: Remark, now: Date) {
  const { rows } = await tx.run<{ owner: string | null; fresh: boolean | null }>(
    'select owner, fresh from def.reply_to_entry($1, $2, $3, $4)',
    [id, entryId, text, now],
  )
  const { owner, fresh } = rows[0] ?? {}
  if (!owner) throw notFound()
  const [stands, me] = await Promise.all([
    sql<SharedEntry['replies'][number] & { entryId: string }>`
      select r.id, ${person} as therapist, r.text, r.at, r.entry_id as "entryId"
      from app.journal_reply r join app.profile p on p.account_id = r.therapist_id
      where r.therapist_id = ${tx.actor.id} and r.id = ${id}`.execute(tx.kysely),
    tx.kysely
      .selectFrom('profile')
      .select(['first_name', 'last_name'])
      .where('account_id', '=', tx.actor.id)
      .executeTakeFirst(),
  ])
  const row = stands.rows[0]
  if (!row || row.entryId !== entryId || row.text !== text) throw conflict()
  if (fresh) {
    await tell(tx, {
      to: owner,
      kind: 'entry-replied',
      params: { name: `${me?.first_name ?? ''} ${me?.last_name ?? ''}`.trim() },
      about: { type: 'entry', id: entryId },
      mail: { actingFor: owner, subject: entryId },
    })
  }
  const { entryId: _, ...reply } = row
  return reply
}
