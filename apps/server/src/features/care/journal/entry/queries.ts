import type { JournalEntryId } from '@attune/contract/common/ids'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { JournalEntryDetail, JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { listAccesses } from '../../../people/access/access.ts'
import { readFilesById } from '../../file/file.ts'
import { entryFieldsSql, isPublishedSql } from '../journal.fields.ts'
import { personJson } from '../journal.person.queries.ts'
import { searchWords } from './search-text.ts'

export type EntryFilters = {
  search: string
  tag?: string | undefined
  from?: string | undefined
  until?: string | undefined
  shared?: boolean | undefined
  /** Whether to list the entries in the trash instead of the others. */
  bin: boolean
  /** The cursor of the previous page. */
  after?: string | undefined
  limit: number
}

/**
 * Returns one page of the acting client’s own entries, latest first. For the trash, returns the entries in the trash, the last deleted first. A
 * search matches entries that contain every word. It tests every entry of the client; an index limits it to these entries. Refuses with BAD_REQUEST
 * for an invalid cursor.
 */
export async function readEntryPage(
  tx: Tx,
  wanted: EntryFilters,
): Promise<{ items: JournalEntrySummary[]; next: string | null }> {
  const { rows } = await entryPageQuery(tx.actor, wanted).execute(tx.kysely)
  const items = rows.slice(0, wanted.limit)
  const end = items.at(-1)
  const next = rows.length > wanted.limit && end ? cursorAfter(end.binnedAt ?? end.writtenAt, end.id) : null
  return { items, next }
}

/** SQL that selects the summary of entry `e`. Its picture is the first image that is ready. */
const summaryColumns = sql`
  e.id, e.title, e.excerpt, e.mood, e.tags, e.written_at as "writtenAt", e.updated_at as "updatedAt", e.trashed_at as "binnedAt",
      (select f.file_id from app.journal_file f join app.file p on p.account_id = f.account_id and p.id = f.file_id
        where f.account_id = e.account_id and f.entry_id = e.id and p.kind = 'image' and p.state = 'ready' and p.has_thumbnail
        order by f.place limit 1) as picture,
      (select count(*)::int from app.journal_file f where f.account_id = e.account_id and f.entry_id = e.id) as files,
      (select count(*)::int from app.journal_reply r where r.account_id = e.account_id and r.entry_id = e.id) as replies,
      (select coalesce(json_agg(${personJson} order by s.shared_at, s.therapist_id), '[]') from app.journal_share s
        join app.person p on p.account_id = s.therapist_id where s.account_id = e.account_id and s.entry_id = e.id) as "sharedWith"`

export function entryPageQuery(actor: Actor, wanted: EntryFilters) {
  const order = wanted.bin ? sql`e.trashed_at` : sql`e.written_at`
  return sql<JournalEntrySummary>`
    select ${summaryColumns}
    from app.journal_entry e
    where e.account_id = ${actor.id} and ${wanted.bin ? sql`e.trashed_at is not null` : sql`e.trashed_at is null`}
      ${wanted.from === undefined ? sql`` : sql`and e.written_at >= ${wanted.from}`}
      ${wanted.until === undefined ? sql`` : sql`and e.written_at < ${wanted.until}`}
      ${wanted.tag === undefined ? sql`` : sql`and ${wanted.tag} = any (e.tags)`}
      ${wanted.shared === undefined ? sql`` : sql`and ${wanted.shared}::boolean = exists (select from app.journal_share s where s.account_id = e.account_id and s.entry_id = e.id)`}
      ${wanted.search ? sql`and not exists (select from unnest(${searchWords(wanted.search)}::text[]) word where position(word in e.folded) = 0)` : sql``}
      ${afterCursor(wanted, order)}
    order by ${order} desc, e.id desc limit ${wanted.limit + 1}`
}

function afterCursor({ after }: EntryFilters, order: ReturnType<typeof sql>) {
  if (after === undefined) return sql``
  const { at, id } = parseCursor(after)
  return sql`and (${order}, e.id) < (${at}::timestamptz, ${id}::uuid)`
}

const maxOnThisDay = 5

/**
 * Returns the summaries of the acting client’s entries that were written on the same day of an earlier month or year: first those of earlier years,
 * then those of earlier months, latest first, at most five.
 * @param day the day with which the entries are compared, `YYYY-MM-DD`, in `zone`
 */
export async function listEntriesOnThisDay(tx: Tx, day: string, zone: string): Promise<JournalEntrySummary[]> {
  const { rows } = await sql<JournalEntrySummary>`
    select ${summaryColumns}
    from app.journal_entry e, lateral (select (e.written_at at time zone ${zone})::date as day) local
    where e.account_id = ${tx.actor.id} and e.trashed_at is null and local.day < ${day}::date
      and extract(day from local.day) = extract(day from ${day}::date)
    order by (extract(month from local.day) = extract(month from ${day}::date)) desc, e.written_at desc, e.id desc
    limit ${maxOnThisDay}`.execute(tx.kysely)
  return rows
}

/** Returns the instant and mood of each of the acting client’s entries within a time range. */
export async function listMoods(tx: Tx, from: string, until: string) {
  const { rows } = await sql<{ at: string; mood: number | null }>`
    select e.written_at as at, e.mood from app.journal_entry e
    where e.account_id = ${tx.actor.id} and e.trashed_at is null and e.written_at >= ${from} and e.written_at < ${until}
    order by e.written_at, e.id`.execute(tx.kysely)
  return rows
}

export async function listEntryTags(tx: Tx): Promise<{ tag: string; entries: number }[]> {
  const { rows } = await sql<{ tag: string; entries: number }>`
    select tag, count(*)::int as entries from app.journal_entry e, unnest(e.tags) tag
    where e.account_id = ${tx.actor.id} and e.trashed_at is null group by tag order by count(*) desc, tag limit 200`.execute(
    tx.kysely,
  )
  return rows
}

type EntryRow = Omit<JournalEntryDetail, 'files' | 'shares' | 'published' | 'replies' | 'looks' | 'content'> & {
  content: RichText
  publishedAt: string | null
  isCurrent: boolean
}

const fileIdsOf = (table: 'journal_file' | 'journal_published_file') =>
  sql`array(select f.file_id from ${sql.table(`app.${table}`)} f where f.account_id = e.account_id and f.entry_id = e.id order by f.place)`

/** SQL for the publication fields of entry `e` with publication `p`: the time of publication, and whether the working copy has the same content. */
const publishedColumns = sql`p.published_at as "publishedAt",
  p.version = e.version or ${isPublishedSql} and ${fileIdsOf('journal_file')} = ${fileIdsOf('journal_published_file')} as "isCurrent"`

/**
 * Returns one of the acting client’s entries with its files, shares, replies and access log, or null if there is no
 * such entry.
 */
export async function findOwnEntry(tx: Tx, id: JournalEntryId): Promise<JournalEntryDetail | null> {
  const [{ rows }, fileIds, shares, replies, looks] = await Promise.all([
    sql<EntryRow>`
      select e.id, ${entryFieldsSql}, e.updated_at as "updatedAt", e.trashed_at as "binnedAt", e.version, ${publishedColumns}
      from app.journal_entry e left join app.journal_publication p on p.account_id = e.account_id and p.entry_id = e.id
      where e.account_id = ${tx.actor.id} and e.id = ${id}`.execute(tx.kysely),
    listEntryFileIds(tx, id),
    sql<JournalEntryDetail['shares'][number]>`
      select ${personJson} as therapist, s.shared_at as since from app.journal_share s join app.person p on p.account_id = s.therapist_id
      where s.account_id = ${tx.actor.id} and s.entry_id = ${id} order by s.shared_at, s.therapist_id`.execute(
      tx.kysely,
    ),
    sql<JournalEntryDetail['replies'][number]>`
      select r.id, ${personJson} as therapist, r.text, r.at from app.journal_reply r join app.person p on p.account_id = r.therapist_id
      where r.account_id = ${tx.actor.id} and r.entry_id = ${id} order by r.at, r.id`.execute(tx.kysely),
    listAccesses(tx, 'journal-entry', id),
  ])
  if (!rows[0]) return null
  const { publishedAt, isCurrent, ...row } = rows[0]
  const files = await readFilesById(tx, fileIds)
  return {
    ...row,
    published: publishedAt === null ? null : { at: publishedAt, isCurrent },
    files: [...files.values()],
    shares: shares.rows,
    replies: replies.rows,
    looks: looks.map(({ at, reader }) => ({ at, therapist: reader })),
  }
}

/** Returns the ids of an entry's files in order. Returns none if the actor may not see the entry. */
export async function listEntryFileIds(tx: Tx, entry: string): Promise<string[]> {
  const rows = await tx.kysely
    .selectFrom('journal_file')
    .select('file_id')
    .where('entry_id', '=', entry)
    .orderBy('place')
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** Returns the therapists with whom the acting client can share entries, sorted by name. */
export async function listSharableTherapists(tx: Tx) {
  const { rows } = await sql<JournalEntryDetail['shares'][number]['therapist']>`
    select p.account_id as id, trim(p.first_name || ' ' || p.last_name) as name, p.avatar_url as "avatarUrl"
    from app.client_name c join app.person p on p.account_id = c.therapist_id
    where c.account_id = ${tx.actor.id} and c.disconnected_at is null and def.may_book(c.therapist_id)
    order by name, id`.execute(tx.kysely)
  return rows
}

/** Returns whether the acting client has written an entry. */
export async function hasOwnEntries(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from app.journal_entry where account_id = ${tx.actor.id}) as any`.execute(tx.kysely)
  return rows[0]?.any ?? false
}
