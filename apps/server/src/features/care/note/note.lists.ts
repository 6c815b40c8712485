import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { foldForSearch } from '@attune/contract/common/text/text'
import type { NoteSummary, WholeNote } from '@attune/contract/features/care/note/note'
import { noteExcerptLength, type NoteState } from '@attune/contract/features/care/note/note.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../platform/http/api/cursor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { selectSessionsToWrite } from './note.of-client.ts'
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

const facts = sql`n.session_id as "sessionId", s.starts_at as "startsAt", s.format, s.therapy_type as "therapyType", n.updated_at as "updatedAt",
  n.signed_at as "signedAt",
  case when s.status = 'completed' then (
    select count(*)::int from app.session_client e join app.session o on o.therapist_id = e.therapist_id and o.id = e.session_id
    where e.therapist_id = p.therapist_id and e.client_id = p.client_id and e.starts_at <= p.starts_at and o.status = 'completed' and o.deleted_at is null) end as place`

/** Returns the notes that match, the latest session first. The search tests only the notes of this client, which an index selects. */
function notesQuery<Row>(actor: Actor, wanted: NoteFilters, columns: RawBuilder<unknown>): RawBuilder<Row> {
  const { clientId, state, from, until, after, limit } = wanted
  const query = searchQuery(wanted.search)
  const cursor = after === undefined ? undefined : parseCursor(after)
  return sql<Row>`
    select ${facts}, ${columns}
    from app.session_client p join app.session_note n on n.therapist_id = p.therapist_id and n.session_id = p.session_id
      join app.session s on s.therapist_id = n.therapist_id and s.id = n.session_id
    where p.therapist_id = ${actor.id} and p.client_id = ${clientId} and s.deleted_at is null and n.text ~ '\\S'
      ${state === undefined ? sql`` : state === 'signed' ? sql`and n.signed_at is not null` : sql`and n.signed_at is null`}
      ${from === undefined ? sql`` : sql`and p.starts_at >= ${from}`}
      ${until === undefined ? sql`` : sql`and p.starts_at < ${until}`}
      ${query === undefined ? sql`` : sql`and (n.words @@ ${query}::tsquery or exists (select from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.session_id = n.session_id and a.words @@ ${query}::tsquery))`}
      ${cursor === undefined ? sql`` : sql`and (p.starts_at, p.session_id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`}
    order by p.starts_at desc, p.session_id desc limit ${limit + 1}`
}

/** Returns one page and the cursor of the next one; null after the last page. */
function pageFrom<Row extends { startsAt: string; sessionId: SessionId }>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return { items, next: rows.length > limit && end ? cursorAfter(end.startsAt, end.sessionId) : null }
}

const firstWords = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, noteExcerptLength)
    .replace(/[\ud800-\udbff]$/, '')

/**
 * Returns a page of the notes on sessions with a client of the acting therapist, and whether the note about the client matches the search. Refuses
 * with NOT_FOUND, and with BAD_REQUEST for an invalid cursor.
 */
export async function listClientNotes(
  tx: Tx,
  wanted: NoteFilters,
): Promise<{ items: NoteSummary[]; next: string | null; aboutClient: boolean }> {
  const columns = sql`left(n.text, ${noteExcerptLength * 4}) as excerpt,
    coalesce(n.content #>> '{content,0,type}' = 'heading', false) as "isHeaded"`
  // Refuses an invalid cursor before the first query.
  const notes = notesQuery<NoteSummary & { isHeaded: boolean }>(tx.actor, wanted, columns)
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
 * Returns a page of the notes that `listClientNotes` finds, in full and with their addenda. Refuses with NOT_FOUND, and with BAD_REQUEST for an
 * invalid cursor.
 */
export async function listWholeClientNotes(
  tx: Tx,
  wanted: NoteFilters,
): Promise<{ items: WholeNote[]; next: string | null }> {
  await requireClient(tx, wanted.clientId)
  const columns = sql`n.text, n.content, coalesce((select json_agg(json_build_object('id', a.id, 'text', a.text, 'at', a.at) order by a.at, a.id)
    from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.session_id = n.session_id), '[]') as addenda`
  const { rows } = await notesQuery<WholeNote>(tx.actor, wanted, columns).execute(tx.kysely)
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
 * Returns the latest note with text on an earlier session of the acting therapist with the same people; null if there is none. Refuses
 * with NOT_FOUND.
 */
export async function findPreviousNote(tx: Tx, sessionId: SessionId): Promise<PreviousNote | null> {
  const people = (session: RawBuilder<unknown>) =>
    sql`(select array_agg(c.client_id order by c.client_id) from app.session_client c where c.therapist_id = ${tx.actor.id} and c.session_id = ${session})`
  const { rows } = await sql<PreviousNote & { isFound: boolean }>`
    select before.*, before."sessionId" is not null as "isFound"
    from app.session s left join lateral (
      select n.session_id as "sessionId", o.starts_at as "startsAt", n.text, n.content
      from app.session_client p join app.session o on o.therapist_id = p.therapist_id and o.id = p.session_id
        join app.session_note n on n.therapist_id = o.therapist_id and n.session_id = o.id
      where p.therapist_id = s.therapist_id and p.starts_at < s.starts_at and o.deleted_at is null and n.text ~ '\\S'
        and p.client_id = (select c.client_id from app.session_client c where c.therapist_id = s.therapist_id and c.session_id = s.id order by c.client_id limit 1)
        and ${people(sql`o.id`)} = ${people(sql`s.id`)}
      order by p.starts_at desc, o.id limit 1) before on true
    where s.id = ${sessionId} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  const { isFound, ...note } = row
  return isFound ? note : null
}

type QueueRow = { id: SessionId; startsAt: string; begun: boolean; total: number }

/**
 * Returns a page of the acting therapist's sessions whose note must be written, oldest first, and the number of all such sessions: those of
 * `selectSessionsToWrite`, and sessions of any age with an unsigned note. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function listSessionsToWrite(
  tx: Tx,
  { after, limit }: { after?: string | undefined; limit: number },
  now: Date,
): Promise<{ items: { id: SessionId; begun: boolean }[]; next: string | null; total: number }> {
  const cursor = after === undefined ? undefined : parseCursor(after)
  const { rows } = await sql<QueueRow>`
    with waiting as (${selectSessionsToWrite(tx, now, { anyAge: true })})
    select w.id, w.starts_at as "startsAt", w.begun, (select count(*)::int from waiting) as total from waiting w
    ${cursor === undefined ? sql`` : sql`where (w.starts_at, w.id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)`}
    order by w.starts_at, w.id limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return {
    items: items.map(({ id, begun }) => ({ id, begun })),
    next: rows.length > limit && end ? cursorAfter(end.startsAt, end.id) : null,
    total: rows[0]?.total ?? 0,
  }
}

/** Counts the sessions that `listSessionsToWrite` lists. */
export async function countSessionsToWrite(tx: Tx, now: Date): Promise<{ toWrite: number }> {
  const { rows } = await sql<{ toWrite: number }>`
    select count(*)::int as "toWrite" from (${selectSessionsToWrite(tx, now, { anyAge: true })}) w`.execute(tx.kysely)
  return rows[0] ?? { toWrite: 0 }
}
