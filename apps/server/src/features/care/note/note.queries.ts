import type { SessionId } from '@attune/contract/common/ids'
import type { Note } from '@attune/contract/features/care/note/note'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { FoundText } from '../../../platform/database/name-search.ts'

export type NoteRow = {
  sessionId: SessionId
  text: string
  content: Note['content']
  version: number
  updatedAt: string | null
  signedAt: string | null
  assistance: Note['assistance']
}

/**
 * Returns the note on a session of the acting therapist. Returns an empty note if nothing was written, and undefined if
 * the therapist has no such session.
 */
export async function findNote(tx: Tx, session: string): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    select s.id as "sessionId", coalesce(n.text, '') as text, n.content, coalesce(n.version, 0) as version, n.updated_at as "updatedAt", n.signed_at as "signedAt",
      case when n.assisted_at is not null then json_build_object('draftedText', n.assisted_text, 'model', n.assisted_model, 'at', n.assisted_at) end as assistance
    from app.session s left join app.session_note n on n.therapist_id = s.therapist_id and n.session_id = s.id
    where s.id = ${session} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null`.execute(tx.kysely)
  return rows[0]
}

export const listAddenda = (tx: Tx, session: string) =>
  tx.kysely
    .selectFrom('session_note_addendum')
    .select(['id', 'text', 'at'])
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', session)
    .orderBy('at')
    .orderBy('id')
    .execute()

type NoteVersion = { at: string; text: string; content: Note['content'] }

/** Returns the earlier versions of a note, newest first, at most 100. */
export async function listNoteVersions(tx: Tx, session: string): Promise<NoteVersion[]> {
  const { rows } = await sql<NoteVersion>`
    select v.at, v.text, v.content from app.session_note_version v
    where v.therapist_id = ${tx.actor.id} and v.session_id = ${session} order by v.id desc limit 100`.execute(tx.kysely)
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

/** Reads people and start of the sessions among these on which the acting therapist has a note. Omits sessions in the trash. */
export async function readFoundNotes(tx: Tx, sessionIds: string[]): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    select n.session_id as id, min(c.id::text) as "clientId", '' as title, coalesce(string_agg(c.name, ', ' order by c.name), '') as person,
      s.starts_at as at, null as seq
    from app.session_note n join app.session s on s.therapist_id = n.therapist_id and s.id = n.session_id
      join app.session_client l on l.therapist_id = s.therapist_id and l.session_id = s.id
      join app.client_name c on c.therapist_id = l.therapist_id and c.id = l.client_id
    where n.therapist_id = ${tx.actor.id} and n.session_id = any (${sessionIds}::uuid[]) and s.deleted_at is null
    group by n.session_id, s.starts_at`.execute(tx.kysely)
  return rows
}

/** Reads the names of the clients among these about whom the acting therapist has a note. */
export async function readFoundClientNotes(tx: Tx, clientIds: string[]): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    select n.client_id as id, n.client_id as "clientId", '' as title, c.name as person, n.updated_at as at, null as seq
    from app.client_note n join app.client_name c on c.therapist_id = n.therapist_id and c.id = n.client_id
    where n.therapist_id = ${tx.actor.id} and n.client_id = any (${clientIds}::uuid[])`.execute(tx.kysely)
  return rows
}
