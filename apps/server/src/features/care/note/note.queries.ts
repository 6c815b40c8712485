import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { Note } from '@attune/contract/features/care/note/note'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import type { FoundText } from '../../../platform/database/name-search.ts'

/** Names a part of a note; see `Part` in the contract. */
export type NotePart = { sessionId: SessionId; clientId?: ClientId | null | undefined }

/** A part of a note, with its addenda. `id` is null if nothing was written. */
export type NoteRow = Note & { id: string | null }

const noteColumns = sql`n.id, coalesce(n.text, '') as text, n.content, coalesce(n.version, 0) as version, n.updated_at as "updatedAt",
  n.signed_at as "signedAt",
  case when n.assisted_at is not null then json_build_object('draftedText', n.assisted_text, 'model', n.assisted_model, 'at', n.assisted_at) end as assistance,
  coalesce((select json_agg(json_build_object('id', a.id, 'text', a.text, 'at', a.at) order by a.at, a.id)
    from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.note_id = n.id), '[]') as addenda`

/**
 * Returns a part of the note on a session of the acting therapist; an empty one if nothing was written. Returns undefined if the therapist has no
 * such session, or the client is not in it.
 */
export async function findNote(tx: Tx, { sessionId, clientId = null }: NotePart): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    select s.id as "sessionId", p.client_id as "clientId", ${noteColumns}
    from app.session s
      cross join lateral (
        select case when ${clientId}::uuid is not null then ${clientId}::uuid when count(*) = 1 then (array_agg(c.client_id))[1] end as client_id,
          ${clientId}::uuid is null or coalesce(bool_or(c.client_id = ${clientId}), false) as is_known
        from app.session_client c where c.therapist_id = s.therapist_id and c.session_id = s.id) p
      left join app.session_note n on n.therapist_id = s.therapist_id and n.session_id = s.id and n.client_id is not distinct from p.client_id
    where s.id = ${sessionId} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null and p.is_known`.execute(
    tx.kysely,
  )
  return rows[0]
}

/**
 * Returns the parts of the note on a session of the acting therapist, also the empty ones: the shared part if the session has several clients, and
 * one for each client, or only for the client named. Empty if the therapist has no such session, or the client is not in it.
 */
export async function listNoteParts(tx: Tx, part: NotePart): Promise<NoteRow[]> {
  const { rows } = await partsQuery(tx.actor, part).execute(tx.kysely)
  return rows
}

export const partsQuery = (
  { id }: Actor,
  { sessionId, clientId = null }: NotePart,
): RawBuilder<NoteRow> => sql<NoteRow>`
    with member as (
      select c.client_id, c.therapist_id, d.name, count(*) over () > 1 as is_several from app.session_client c
        join app.session s on s.therapist_id = c.therapist_id and s.id = c.session_id
        join app.client_name d on d.therapist_id = c.therapist_id and d.id = c.client_id
      where c.therapist_id = ${id} and c.session_id = ${sessionId} and s.deleted_at is null),
    shown as (
      select null::uuid as client_id, max(m.therapist_id::text)::uuid as therapist_id, '' as name from member m
        where m.is_several having coalesce(bool_or(m.client_id = ${clientId}), count(*) > 0)
      union all select m.client_id, m.therapist_id, m.name from member m where ${clientId}::uuid is null or m.client_id = ${clientId})
    select ${sessionId}::uuid as "sessionId", p.client_id as "clientId", ${noteColumns}
    from shown p left join app.session_note n
      on n.therapist_id = p.therapist_id and n.session_id = ${sessionId} and n.client_id is not distinct from p.client_id
    order by p.client_id is not null, p.name, p.client_id`

type NoteVersion = { at: string; text: string; content: Note['content'] }

/** Returns the earlier versions of a part of a note, newest first, at most 100. */
export async function listNoteVersions(tx: Tx, noteId: string): Promise<NoteVersion[]> {
  const { rows } = await sql<NoteVersion>`
    select v.at, v.text, v.content from app.session_note_version v
    where v.therapist_id = ${tx.actor.id} and v.note_id = ${noteId} order by v.id desc limit 100`.execute(tx.kysely)
  return rows
}

export type SessionTextRow = { id: string; text: string; version: number; updatedAt: string; shared: boolean }

/**
 * Returns the objectives or the next steps of a session of the acting therapist. Returns undefined if the therapist has
 * no such session, and `id: null` if no text is stored.
 */
export async function findSessionText(tx: Tx, session: string, kind: string) {
  const { rows } = await sql<{ session: string } & (SessionTextRow | { id: null })>`
    select s.id as session, t.id, t.text, t.version, t.updated_at as "updatedAt",
      exists (select from app.session_text_share sh where sh.therapist_id = t.therapist_id and sh.text_id = t.id) as shared
    from app.session s left join app.session_text t on t.therapist_id = s.therapist_id and t.session_id = s.id and t.kind = ${kind}
    where s.id = ${session} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null`.execute(tx.kysely)
  return rows[0]
}

/**
 * Reads the clients' names and the start of the session for the parts of notes with these ids that the acting therapist has: for a part about a
 * client, only that client's name; for a shared part, the names of all clients of the session. Omits sessions in the trash.
 */
export async function readFoundNotes(tx: Tx, ids: string[]): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    select n.id, n.session_id as "sessionId", min(c.id::text) as "clientId", '' as title, coalesce(string_agg(c.name, ', ' order by c.name), '') as person,
      s.starts_at as at, null as seq
    from app.session_note n join app.session s on s.therapist_id = n.therapist_id and s.id = n.session_id
      join app.session_client l on l.therapist_id = s.therapist_id and l.session_id = s.id
      join app.client_name c on c.therapist_id = l.therapist_id and c.id = l.client_id
    where n.therapist_id = ${tx.actor.id} and n.id = any (${ids}::uuid[]) and s.deleted_at is null and (n.client_id is null or n.client_id = l.client_id)
    group by n.id, n.session_id, s.starts_at`.execute(tx.kysely)
  return rows
}

/** Reads the names of the clients with these ids, if the acting therapist has a note about them. */
export async function readFoundClientNotes(tx: Tx, clientIds: string[]): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    select n.client_id as id, n.client_id as "clientId", '' as title, c.name as person, n.updated_at as at, null as seq
    from app.client_note n join app.client_name c on c.therapist_id = n.therapist_id and c.id = n.client_id
    where n.therapist_id = ${tx.actor.id} and n.client_id = any (${clientIds}::uuid[])`.execute(tx.kysely)
  return rows
}
