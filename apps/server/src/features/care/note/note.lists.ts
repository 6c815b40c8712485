import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { foldForSearch } from '@attune/contract/common/text/text'
import type { NoteSummary, WholeNote } from '@attune/contract/features/care/note/note'
import { noteExcerptLength, type NoteState } from '@attune/contract/features/care/note/note.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../platform/http/api/cursor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { selectNotesToWrite } from './note.of-client.ts'
import { findNote, type NotePart } from './note.queries.ts'
import type { Written } from './note.written.ts'

export type NoteFilters = {
  clientId: ClientId
  state?: NoteState | undefined
  search?: string | undefined
  from?: string | undefined
  until?: string | undefined
  after?: string | undefined
  limit: number
}

/** Converts a search into a `tsquery`. Each word matches the beginning of a word. Returns undefined if the search contains no words. */
export function searchQuery(search: string | undefined): string | undefined {
  const words = foldForSearch(search ?? '').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : undefined
}

const facts = sql`n.id, n.session_id as "sessionId", n.client_id is null as "isShared",
  case when n.client_id is null then coalesce((select json_agg(d.name order by d.name) from app.session_client c
    join app.client_name d on d.therapist_id = c.therapist_id and d.id = c.client_id
    where c.therapist_id = p.therapist_id and c.session_id = p.session_id and c.client_id <> p.client_id), '[]') else '[]'::json end as others,
  s.starts_at as "startsAt", s.format, s.therapy_type as "therapyType", n.updated_at as "updatedAt",
  n.signed_at as "signedAt",
  case when s.status = 'completed' then (
    select count(*)::int from app.session_client e join app.session o on o.therapist_id = e.therapist_id and o.id = e.session_id
    where e.therapist_id = p.therapist_id and e.client_id = p.client_id and e.starts_at <= p.starts_at and o.status = 'completed' and o.deleted_at is null) end as place`

/**
 * Returns the matching parts about this client and, with `withShared`, the matching shared parts, the latest session first. The search tests only the
 * notes of this client, which an index selects.
 */
function notesQuery<Row>(
  actor: Actor,
  wanted: NoteFilters,
  { columns, withShared }: { columns: RawBuilder<unknown>; withShared: boolean },
): RawBuilder<Row & { id: string }> {
  const { clientId, state, from, until, after, limit } = wanted
  const query = searchQuery(wanted.search)
  const cursor = after === undefined ? undefined : parseCursor(after)
  return sql<Row & { id: string }>`
    select ${facts}, ${columns}
    from app.session_client p join app.session_note n on n.therapist_id = p.therapist_id and n.session_id = p.session_id
      join app.session s on s.therapist_id = n.therapist_id and s.id = n.session_id
    where p.therapist_id = ${actor.id} and p.client_id = ${clientId} and s.deleted_at is null and n.text ~ '\\S'
      and (n.client_id = p.client_id ${withShared ? sql`or n.client_id is null` : sql``})
      ${state === undefined ? sql`` : state === 'signed' ? sql`and n.signed_at is not null` : sql`and n.signed_at is null`}
      ${from === undefined ? sql`` : sql`and p.starts_at >= ${from}`}
      ${until === undefined ? sql`` : sql`and p.starts_at < ${until}`}
      ${query === undefined ? sql`` : sql`and (n.words @@ ${query}::tsquery or exists (select from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.note_id = n.id and a.words @@ ${query}::tsquery))`}
      ${cursor === undefined ? sql`` : sql`and (p.starts_at, n.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`}
    order by p.starts_at desc, n.id desc limit ${limit + 1}`
}

/** Returns one page and the cursor of the next one; null after the last page. */
function pageFrom<Row extends { startsAt: string; id: string }>(rows: Row[], limit: number) {
  const end = rows.slice(0, limit).at(-1)
  return {
    items: rows.slice(0, limit).map((row) => {
      const { id: _, ...item } = row
      return item
    }),
    next: rows.length > limit && end ? cursorAfter(end.startsAt, end.id) : null,
  }
}

const firstWords = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, noteExcerptLength)
    .replace(/[\ud800-\udbff]$/, '')

/**
 * Returns a page of the parts about a client of the acting therapist and of the shared parts of the client's sessions, and whether the note about the
 * client matches the search. Refuses with NOT_FOUND, and with BAD_REQUEST for an invalid cursor.
 */
export async function listClientNotes(
  tx: Tx,
  wanted: NoteFilters,
): Promise<{ items: NoteSummary[]; next: string | null; aboutClient: boolean }> {
  const columns = sql`left(n.text, ${noteExcerptLength * 4}) as excerpt,
    coalesce(n.content #>> '{content,0,type}' = 'heading', false) as "isHeaded"`
  // Refuses an invalid cursor before the first query.
  const notes = notesQuery<NoteSummary & { isHeaded: boolean }>(tx.actor, wanted, { columns, withShared: true })
  const [aboutClient, { rows }] = await Promise.all([matchesClientNote(tx, wanted), notes.execute(tx.kysely)])
  const items = rows.map(({ isHeaded, ...row }) => ({
    ...row,
    excerpt: firstWords(isHeaded ? row.excerpt.replace(/^([^\n]*[^\n:.?!])\n+/, '$1: ') : row.excerpt),
  }))
  return { ...pageFrom(items, wanted.limit), aboutClient }
}

async function matchesClientNote(tx: Tx, { clientId, search }: NoteFilters): Promise<boolean> {
  const query = searchQuery(search)
  const { rows } = await sql<{ matches: boolean }>`
    select coalesce(n.text ~ '\\S' ${query === undefined ? sql`` : sql`and n.words @@ ${query}::tsquery`}, false) as matches
    from app.client_name c left join app.client_note n on n.therapist_id = c.therapist_id and n.client_id = c.id
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row.matches
}

/**
 * Returns a page of the parts about a client that match, with `withShared` also of the shared parts, in full and with their addenda. Refuses with
 * NOT_FOUND, and with BAD_REQUEST for an invalid cursor.
 */
export async function listWholeClientNotes(
  tx: Tx,
  wanted: NoteFilters & { withShared: boolean },
): Promise<{ items: WholeNote[]; next: string | null }> {
  await requireClient(tx, wanted.clientId)
  const columns = sql`n.text, n.content, coalesce((select json_agg(json_build_object('id', a.id, 'text', a.text, 'at', a.at) order by a.at, a.id)
    from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.note_id = n.id), '[]') as addenda`
  const { withShared } = wanted
  const { rows } = await notesQuery<WholeNote>(tx.actor, wanted, { columns, withShared }).execute(tx.kysely)
  return pageFrom(rows, wanted.limit)
}

async function requireClient(tx: Tx, clientId: ClientId): Promise<void> {
  const row = await tx.kysely
    .selectFrom('client_name')
    .select('id')
    .where('id', '=', clientId)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (!row) throw notFound()
}

type PreviousNote = Written & { sessionId: SessionId; startsAt: string }

/**
 * Returns the latest part with text about the same client in an earlier session, or for the shared part the latest one of an earlier session with the
 * same people; null if there is none. Refuses with NOT_FOUND.
 */
export async function findPreviousNote(tx: Tx, part: NotePart): Promise<PreviousNote | null> {
  const note = await findNote(tx, part)
  if (!note) throw notFound()
  const { sessionId, clientId } = note
  const people = (session: RawBuilder<unknown>) =>
    sql`(select array_agg(c.client_id order by c.client_id) from app.session_client c where c.therapist_id = ${tx.actor.id} and c.session_id = ${session})`
  const isSame =
    clientId === null
      ? sql`n.client_id is null and p.client_id = (select c.client_id from app.session_client c
          where c.therapist_id = s.therapist_id and c.session_id = s.id order by c.client_id limit 1) and ${people(sql`o.id`)} = ${people(sql`s.id`)}`
      : sql`n.client_id = p.client_id and p.client_id = ${clientId}`
  const { rows } = await sql<PreviousNote>`
    select n.session_id as "sessionId", o.starts_at as "startsAt", n.text, n.content
    from app.session s join app.session_client p on p.therapist_id = s.therapist_id and p.starts_at < s.starts_at
      join app.session o on o.therapist_id = p.therapist_id and o.id = p.session_id
      join app.session_note n on n.therapist_id = o.therapist_id and n.session_id = o.id
    where s.id = ${sessionId} and s.therapist_id = ${tx.actor.id} and o.deleted_at is null and n.text ~ '\\S' and ${isSame}
    order by p.starts_at desc, o.id limit 1`.execute(tx.kysely)
  return rows[0] ?? null
}

type QueueRow = { id: SessionId; startsAt: string; begun: boolean; clientIds: ClientId[]; total: number }

/**
 * Returns a page of the acting therapist's sessions for which parts of the note must be written, oldest first, and the number of all such parts:
 * those of `selectNotesToWrite`, and unsigned parts with text of any age. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function listSessionsToWrite(
  tx: Tx,
  { after, limit }: { after?: string | undefined; limit: number },
  now: Date,
): Promise<{ items: Omit<QueueRow, 'startsAt' | 'total'>[]; next: string | null; total: number }> {
  const cursor = after === undefined ? undefined : parseCursor(after)
  const { rows } = await sql<QueueRow>`
    with waiting as (${selectNotesToWrite(tx, now, { anyAge: true })})
    select w.id, w.starts_at as "startsAt", bool_or(w.begun) as begun, (select count(*)::int from waiting) as total,
      coalesce(json_agg(w.client_id order by w.client_id) filter (where w.client_id is not null), '[]') as "clientIds"
    from waiting w
    ${cursor === undefined ? sql`` : sql`where (w.starts_at, w.id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)`}
    group by w.id, w.starts_at order by w.starts_at, w.id limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return {
    items: items.map(({ id, begun, clientIds }) => ({ id, begun, clientIds })),
    next: rows.length > limit && end ? cursorAfter(end.startsAt, end.id) : null,
    total: rows[0]?.total ?? 0,
  }
}

/** Counts the parts of notes that `listSessionsToWrite` lists. */
export async function countNotesToWrite(tx: Tx, now: Date): Promise<{ toWrite: number }> {
  const { rows } = await sql<{ toWrite: number }>`
    select count(*)::int as "toWrite" from (${selectNotesToWrite(tx, now, { anyAge: true })}) w`.execute(tx.kysely)
  return rows[0] ?? { toWrite: 0 }
}
