import type { ClientId, FileId, JournalCommentId, JournalEntryId } from '@attune/contract/common/ids'
import type { SharedEntry, SharedEntrySummary } from '@attune/contract/features/care/journal/journal'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { conflict, notFound } from '../../../../platform/policy/refusal.ts'
import { requireNotHeld } from '../../record-retention/record-retention.ts'
import { readFilesById } from '../../file/file.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { personJson } from '../journal.person.queries.ts'

type SharedEntryFilters = {
  clientId?: ClientId | undefined
  newOnly: boolean
  after?: string | undefined
  limit: number
}

const entryHeadColumns = sql`
  e.entry_id as id, e.title, e.excerpt, e.mood, e.tags, e.written_at as "writtenAt", e.published_at as "updatedAt", s.shared_at as "sharedAt", s.is_new as "isNew",
  json_build_object('id', c.id, 'personId', c.account_id, 'firstName', c.first_name, 'lastName', c.last_name, 'avatarUrl', p.avatar_url) as client`
/**
 * A therapist reads the published version of an entry, never its working copy. The query starts with the shares. If it
 * started with the publications, Postgres would look for a share for every publication, because their row policy
 * requires one.
 */
const sharedWithMe = sql`
  from app.journal_share s join app.journal_publication e on e.account_id = s.account_id and e.entry_id = s.entry_id
    join app.client_name c on c.therapist_id = s.therapist_id and c.account_id = s.account_id
    left join app.person p on p.account_id = c.account_id`

/**
 * Returns one page of the entries that clients share with the acting therapist. The most recently shared or changed entries come first. Refuses with
 * BAD_REQUEST for an invalid cursor.
 */
export async function readSharedEntryPage(
  tx: Tx,
  filters: SharedEntryFilters,
): Promise<{ items: SharedEntrySummary[]; next: string | null }> {
  const { rows } = await sharedEntryPageQuery(tx.actor, filters).execute(tx.kysely)
  const page = rows.slice(0, filters.limit)
  const end = page.at(-1)
  return {
    items: page.map((row) => {
      const { freshAt: _, ...item } = row
      return item
    }),
    next: rows.length > filters.limit && end ? cursorAfter(end.freshAt, end.id) : null,
  }
}

export function sharedEntryPageQuery(actor: Actor, filters: SharedEntryFilters) {
  const cursor = filters.after === undefined ? null : parseCursor(filters.after)
  return sql<SharedEntrySummary & { freshAt: string }>`
    select ${entryHeadColumns}, (select count(*)::int from app.journal_published_file f where f.account_id = e.account_id and f.entry_id = e.entry_id) as files, s.fresh_at as "freshAt"
    ${sharedWithMe}
    where s.therapist_id = ${actor.id}
      ${filters.clientId === undefined ? sql`` : sql`and s.account_id = (select k.account_id from app.client_name k where k.therapist_id = ${actor.id} and k.id = ${filters.clientId})`}
      ${filters.newOnly ? sql`and s.is_new` : sql``}
      ${cursor ? sql`and (s.fresh_at, s.entry_id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by s.fresh_at desc, s.entry_id desc limit ${filters.limit + 1}`
}

/**
 * Returns the published version of an entry that is shared with the acting therapist. Marks the entry as read before reading it, so that a later
 * publication marks the entry as new again. Refuses with NOT_FOUND.
 */
export async function readSharedEntry(tx: Tx, id: JournalEntryId): Promise<SharedEntry> {
  await tx.kysely
    .updateTable('journal_share')
    .set({ is_new: false })
    .where('therapist_id', '=', tx.actor.id)
    .where('entry_id', '=', id)
    .where('is_new', '=', true)
    .execute()
  const [{ rows }, replies, comments] = await Promise.all([
    // One statement reads the text and the files, so that both belong to the same version.
    sql<Omit<SharedEntry, 'files' | 'replies' | 'comments'> & { fileIds: FileId[] }>`
      select ${entryHeadColumns}, e.content,
        array(select f.file_id from app.journal_published_file f where f.account_id = e.account_id and f.entry_id = e.entry_id order by f.place) as "fileIds"
      ${sharedWithMe} where s.therapist_id = ${tx.actor.id} and s.entry_id = ${id}`.execute(tx.kysely),
    sql<SharedEntry['replies'][number]>`
      select r.id, ${personJson} as therapist, r.text, r.at from app.journal_reply r join app.person p on p.account_id = r.therapist_id
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
  if (!rows[0]) throw notFound()
  const { fileIds, ...row } = rows[0]
  const files = [...(await readFilesById(tx, fileIds)).values()].filter(({ state }) => state === 'ready')
  return { ...row, files, replies: replies.rows, comments }
}

export async function markSharedUnread(tx: Tx, id: JournalEntryId): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('journal_share')
    .set({ is_new: true })
    .where('therapist_id', '=', tx.actor.id)
    .where('entry_id', '=', id)
    .executeTakeFirst()
  if (!numUpdatedRows) throw notFound()
}

export async function countUnreadShared(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.journal_share where therapist_id = ${tx.actor.id} and is_new`.execute(
    tx.kysely,
  )
  return rows[0]?.count ?? 0
}

type CommentInput = { id: string; entryId: JournalEntryId; text: string }

/**
 * Adds a private comment of the acting therapist to a shared entry. Repeating a call with the same id and text changes
 * nothing. Refuses with NOT_FOUND, and with CONFLICT for the same id with other content.
 */
export async function addPrivateComment(tx: Tx, { id, entryId, text }: CommentInput, now: Date) {
  await sql`
    insert into app.journal_comment (id, therapist_id, client_id, entry_id, text, at)
    select ${id}::uuid, s.therapist_id, c.id, s.entry_id, ${text}::text, ${now}::timestamptz
    from app.journal_share s join app.client_name c on c.therapist_id = s.therapist_id and c.account_id = s.account_id
    where s.therapist_id = ${tx.actor.id} and s.entry_id = ${entryId}
    on conflict (id) do nothing`.execute(tx.kysely)
  const stored = await tx.kysely
    .selectFrom('journal_comment')
    .select(['id', 'text', 'at', 'entry_id'])
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) throw notFound()
  if (stored.entry_id !== entryId || stored.text !== text) throw conflict()
  return { id, text, at: stored.at }
}

type CommentPage = { clientId: ClientId; after?: string | undefined; limit: number }

/**
 * Returns one page of the acting therapist’s comments on entries that a client no longer shares. The comments remain although the therapist cannot
 * read the entries. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function readCommentsOfUnsharedEntries(tx: Tx, { clientId, after, limit }: CommentPage) {
  const cursor = after === undefined ? null : parseCursor(after)
  const { rows } = await sql<SharedEntry['comments'][number]>`
    select c.id, c.text, c.at from app.journal_comment c
    where c.therapist_id = ${tx.actor.id} and c.client_id = ${clientId}
      and not exists (select from app.journal_share s where s.therapist_id = c.therapist_id and s.entry_id = c.entry_id)
      ${cursor ? sql`and (c.at, c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by c.at desc, c.id desc limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return { items, next: rows.length > limit && end ? cursorAfter(end.at, end.id) : null }
}

/** Deletes a comment of the acting therapist. Refuses with NOT_FOUND and HELD. */
export async function deletePrivateComment(tx: Tx, id: JournalCommentId): Promise<void> {
  const deleted = await tx.kysely
    .deleteFrom('journal_comment')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .returning('client_id')
    .executeTakeFirst()
  if (!deleted) throw notFound()
  await requireNotHeld(tx, deleted.client_id)
}

/**
 * Replies to an entry that is shared with the acting therapist. Notifies the author only when the reply is sent for
 * the first time. Refuses with NOT_FOUND, and with CONFLICT for the same id with other content.
 */
export async function replyToEntry(tx: Tx, { id, entryId, text }: CommentInput, now: Date) {
  const { rows } = await tx.run<{ owner: string | null; fresh: boolean | null }>(
    'select owner, fresh from def.reply_to_entry($1, $2, $3, $4)',
    [id, entryId, text, now],
  )
  const { owner, fresh } = rows[0] ?? {}
  if (!owner) throw notFound()
  const [stored, name] = await Promise.all([
    sql<SharedEntry['replies'][number] & { entryId: JournalEntryId }>`
      select r.id, ${personJson} as therapist, r.text, r.at, r.entry_id as "entryId"
      from app.journal_reply r join app.person p on p.account_id = r.therapist_id
      where r.therapist_id = ${tx.actor.id} and r.id = ${id}`.execute(tx.kysely),
    readTherapistName(tx),
  ])
  const row = stored.rows[0]
  if (!row || row.entryId !== entryId || row.text !== text) throw conflict()
  if (fresh) {
    await notify(tx, {
      to: owner,
      type: 'entry-replied',
      params: { name },
      about: { type: 'entry', id: entryId },
    })
  }
  const { entryId: _, ...reply } = row
  return reply
}
