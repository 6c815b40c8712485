import type { AddendumId, SessionId } from '@attune/contract/common/ids'
import type { Note, NoteText } from '@attune/contract/features/care/note/note'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { contentColumn, sameWritten, type Written, writtenOf } from './note.written.ts'
import { listAddenda, findNote, type NoteRow } from './note.queries.ts'

export { addToClientNote, insertClientNote, readClientNote, removeFromClientNote } from './note.client.ts'
export { readFoundClientNotes, readFoundNotes } from './note.queries.ts'
export { countSessionsToWrite } from './note.lists.ts'
export { findNoteTemplatesByName } from './note.templates.ts'
export { listLatestNotes, findNextSteps, readNoteState, selectSessionsToWrite } from './note.of-client.ts'

const versionIntervalMinutes = 10

/**
 * Returns the note on a session of the acting therapist, with its addenda. Refuses with NOT_FOUND for an unknown
 * session.
 */
export async function readNote(tx: Tx, sessionId: SessionId): Promise<Note> {
  const [note, addenda] = await Promise.all([findNote(tx, sessionId), listAddenda(tx, sessionId)])
  if (!note) throw notFound()
  return { ...note, addenda }
}

type Save = { sessionId: SessionId; text: NoteText; version: number }

/**
 * Saves a note. `version` is the version that was edited. Stores the replaced text in the history of the note, unless the history contains a text
 * from the last ten minutes. Repeating the same save changes nothing. Refuses with NOT_FOUND for an unknown session, with NOTE_SIGNED for a signed
 * note, and with NOTE_CHANGED and the stored text if the stored version differs from `version`.
 */
export async function saveNote(tx: Tx, save: Save, now: Date): Promise<{ version: number; updatedAt: string }> {
  const before = await requireNote(tx, save.sessionId)
  const written = writtenOf(save.text)
  if (before.signedAt) throw createRefusal('NOTE_SIGNED', 409)
  if (before.version === save.version + 1 && sameWritten(before, written) && before.updatedAt)
    return { version: before.version, updatedAt: before.updatedAt }
  if (before.version !== save.version) throw changed(before)
  const place = { sessionId: save.sessionId, version: save.version, now }
  const isSaved = await (before.version === 0 ? insertNote(tx, place, written) : updateNote(tx, place, written))
  // A concurrent save has changed the stored note. The second attempt refuses with NOTE_CHANGED, unless the stored text
  // is the same.
  if (!isSaved) return saveNote(tx, save, now)
  if (before.text.trim() && !sameWritten(before, written)) await storeVersion(tx, before, now)
  return { version: save.version + 1, updatedAt: now.toISOString() }
}

/**
 * Signs a note, and stores the signed text in its history. A signed note cannot change. Signing again changes nothing. Refuses with NOT_FOUND for an
 * unknown session, with NOTE_CHANGED and the stored text if the stored version differs from `version`, and with EMPTY for a note without text.
 */
export async function signNote(
  tx: Tx,
  signing: { sessionId: SessionId; command: string; version: number },
  now: Date,
): Promise<void> {
  const before = await requireNote(tx, signing.sessionId)
  if (before.signedAt) return
  if (before.version !== signing.version) throw changed(before)
  if (!before.text.trim()) throw createRefusal('EMPTY', 409)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ signed_at: now, sign_command: signing.command })
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', signing.sessionId)
    .where('version', '=', signing.version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return signNote(tx, signing, now)
  await storeVersion(tx, before, now, true)
}

/**
 * Adds an addendum to a signed note. Repeating the same id and text changes nothing. Refuses with NOT_FOUND for an unknown session, with NOT_SIGNED
 * if the note is not signed, and with CONFLICT for the same id with other content.
 */
export async function addAddendum(
  tx: Tx,
  addendum: { id: AddendumId; sessionId: SessionId; text: string },
  now: Date,
): Promise<void> {
  const note = await requireNote(tx, addendum.sessionId)
  if (!note.signedAt) throw createRefusal('NOT_SIGNED', 409)
  const { id, sessionId, text } = addendum
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note_addendum')
    .values({ id, therapist_id: tx.actor.id, session_id: sessionId, text, at: now })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return
  const known = (await listAddenda(tx, sessionId)).find((other) => other.id === id)
  if (known?.text !== text) throw conflict()
}

type Assistance = { draftedText: string; model: string; command: string }

/** Marks a note that was saved in this transaction as drafted with assistance. */
export async function markAssisted(tx: Tx, sessionId: SessionId, assistance: Assistance, now: Date): Promise<void> {
  const { draftedText, model, command } = assistance
  await tx.kysely
    .updateTable('session_note')
    .set({ assisted_text: draftedText, assisted_model: model, assisted_at: now, assisted_command: command })
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Whether this command has already marked the note of a session as drafted with assistance. */
export async function isAssistedBy(tx: Tx, sessionId: SessionId, command: string): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('session_note')
    .select('session_id')
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', sessionId)
    .where('assisted_command', '=', command)
    .executeTakeFirst()
  return row !== undefined
}

async function requireNote(tx: Tx, sessionId: SessionId): Promise<NoteRow> {
  const note = await findNote(tx, sessionId)
  if (!note) throw notFound()
  return note
}

const changed = ({ text, content, version }: NoteRow) => createRefusal('NOTE_CHANGED', 409, { text, content, version })

type Place = { sessionId: SessionId; version: number; now: Date }

async function insertNote(tx: Tx, { sessionId, now }: Place, { text, content }: Written): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note')
    .values({
      therapist_id: tx.actor.id,
      session_id: sessionId,
      text,
      content: contentColumn(content),
      version: 1,
      updated_at: now,
    })
    .onConflict((on) => on.columns(['therapist_id', 'session_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function updateNote(tx: Tx, { sessionId, version, now }: Place, { text, content }: Written): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ text, content: contentColumn(content), version: version + 1, updated_at: now })
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the given text in the history of a note. Stores nothing if the history contains a text from the last ten
 * minutes, unless `always` is true.
 */
async function storeVersion(
  tx: Tx,
  { sessionId, text, content, updatedAt }: NoteRow,
  now: Date,
  always = false,
): Promise<void> {
  const since = new Date(now.getTime() - versionIntervalMinutes * 60_000)
  await sql`
    insert into app.session_note_version (therapist_id, session_id, at, text, content)
    select ${tx.actor.id}::uuid, ${sessionId}::uuid, ${updatedAt}::timestamptz, ${text}::text, ${contentColumn(content)}::jsonb
    where ${always}::boolean or not exists (select from app.session_note_version v
      where v.therapist_id = ${tx.actor.id} and v.session_id = ${sessionId} and v.at > ${since})`.execute(tx.kysely)
}
