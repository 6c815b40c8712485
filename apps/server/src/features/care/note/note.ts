import type { AddendumId, ClientId, SessionId } from '@attune/contract/common/ids'
import type { Note, NoteText } from '@attune/contract/features/care/note/note'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { contentColumn, sameWritten, type Written, writtenOf } from './note.written.ts'
import { findNote, listNoteParts, type NotePart, type NoteRow } from './note.queries.ts'

export { addToClientNote, insertClientNote, readClientNote, removeFromClientNote } from './note.client.ts'
export { readFoundClientNotes, readFoundNotes } from './note.queries.ts'
export { countNotesToWrite } from './note.lists.ts'
export { findNoteTemplatesByName } from './note.templates.ts'
export {
  listLatestNotes,
  listNotesInGroup,
  findNextSteps,
  noteStateSql,
  readNoteState,
  selectNotesToWrite,
} from './note.of-client.ts'

const versionIntervalMinutes = 10

/** Returns a part of the note on a session of the acting therapist. Refuses with NOT_FOUND for an unknown session or client. */
export async function readNote(tx: Tx, part: NotePart): Promise<Note> {
  return noteFromRow(await requireNote(tx, part))
}

type Parts = { sessionId: SessionId; parts: Note[] }

/** Returns the parts of a note, as `listNoteParts` does. Refuses with NOT_FOUND for an unknown session or client. */
export async function readNoteParts(tx: Tx, part: NotePart): Promise<Parts> {
  const rows = await listNoteParts(tx, part)
  if (rows.length === 0) throw notFound()
  return { sessionId: part.sessionId, parts: rows.map(noteFromRow) }
}

function noteFromRow(row: NoteRow): Note {
  const { id: _, ...note } = row
  return note
}

type Save = NotePart & { text: NoteText; version: number }

/**
 * Saves a part of a note. `version` is the version that was edited. Stores the replaced text in the history of the note, unless the history contains
 * a text from the last ten minutes. Repeating the same save changes nothing. Refuses with NOT_FOUND for an unknown session, with NOTE_SIGNED for a
 * signed note, and with NOTE_CHANGED and the stored text if the stored version differs from `version`.
 */
export async function saveNote(tx: Tx, save: Save, now: Date): Promise<{ version: number; updatedAt: string }> {
  const before = await requireNote(tx, save)
  const written = writtenOf(save.text)
  if (before.signedAt) throw createRefusal('NOTE_SIGNED', 409)
  if (before.version === save.version + 1 && sameWritten(before, written) && before.updatedAt)
    return { version: before.version, updatedAt: before.updatedAt }
  if (before.version !== save.version) throw changed(before)
  const place = { before, version: save.version, now }
  const isSaved = await (before.id === null ? insertNote(tx, place, written) : updateNote(tx, place, written))
  // A concurrent save has changed the stored note. The second attempt refuses with NOTE_CHANGED, unless the stored text
  // is the same.
  if (!isSaved) return saveNote(tx, save, now)
  if (before.text.trim() && !sameWritten(before, written)) await storeVersion(tx, before, now)
  return { version: save.version + 1, updatedAt: now.toISOString() }
}

type Signing = { command: string; version: number }

/**
 * Signs a part of a note, and stores the signed text in its history. A signed part cannot change. Signing again changes nothing. Refuses with
 * NOT_FOUND for an unknown session or client, with NOTE_CHANGED and the stored text if the stored version differs from `version`, and with EMPTY for
 * a part without text.
 */
export async function signNote(tx: Tx, signing: NotePart & Signing, now: Date): Promise<void> {
  const before = await requireNote(tx, signing)
  if (before.signedAt) return
  if (before.version !== signing.version) throw changed(before)
  if (!before.text.trim()) throw createRefusal('EMPTY', 409)
  if (!(await signPart(tx, before, signing.command, now))) return signNote(tx, signing, now)
}

type WholeSigning = {
  sessionId: SessionId
  command: string
  parts: readonly { clientId: ClientId | null; version: number }[]
}

/**
 * Signs all parts of a note that have text and are not signed. Signing again changes nothing. Refuses with NOT_FOUND for an unknown session, with
 * NOTE_CHANGED and the part if the therapist has not seen a stored text, and with EMPTY if no part has text.
 */
export async function signAllParts(tx: Tx, signing: WholeSigning, now: Date): Promise<void> {
  const rows = await listNoteParts(tx, { sessionId: signing.sessionId })
  if (rows.length === 0) throw notFound()
  const written = rows.filter(({ text }) => text.trim())
  if (written.length === 0) throw createRefusal('EMPTY', 409)
  const seen = new Map(signing.parts.map(({ clientId, version }) => [clientId, version]))
  const unsigned = written.filter(({ signedAt }) => !signedAt)
  for (const part of unsigned) {
    if (seen.get(part.clientId) === part.version) continue
    const { text, content, version, clientId } = part
    throw createRefusal('NOTE_CHANGED', 409, { text, content, version, clientId })
  }
  for (const part of unsigned)
    if (!(await signPart(tx, part, signing.command, now))) return signAllParts(tx, signing, now)
}

/** Signs a stored part and returns whether it was unsigned and had the same version. */
async function signPart(tx: Tx, part: NoteRow, command: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ signed_at: now, sign_command: command })
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', part.id ?? '')
    .where('version', '=', part.version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  await storeVersion(tx, part, now, true)
  return true
}

/**
 * Adds an addendum to a signed part of a note. Repeating the same id and text changes nothing. Refuses with NOT_FOUND for an unknown session or
 * client, with NOT_SIGNED if the part is not signed, and with CONFLICT for the same id with other content.
 */
export async function addAddendum(
  tx: Tx,
  { id, text, ...part }: NotePart & { id: AddendumId; text: string },
  now: Date,
): Promise<void> {
  const note = await requireNote(tx, part)
  if (!note.signedAt || note.id === null) throw createRefusal('NOT_SIGNED', 409)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note_addendum')
    .values({ id, therapist_id: tx.actor.id, note_id: note.id, text, at: now })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return
  const known = (await requireNote(tx, part)).addenda.find((other) => other.id === id)
  if (known?.text !== text) throw conflict()
}

type Assistance = { draftedText: string; model: string; command: string }

/** Marks a part of a note that was saved in this transaction as drafted with assistance. */
export async function markAssisted(tx: Tx, part: NotePart, assistance: Assistance, now: Date): Promise<void> {
  const { draftedText, model, command } = assistance
  const { id } = await requireNote(tx, part)
  await tx.kysely
    .updateTable('session_note')
    .set({ assisted_text: draftedText, assisted_model: model, assisted_at: now, assisted_command: command })
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id ?? '')
    .execute()
}

/** Returns the part of the note of a session that this command has already marked as drafted with assistance; null if there is none. */
export async function findAssisted(tx: Tx, sessionId: SessionId, command: string): Promise<Note | null> {
  const row = await tx.kysely
    .selectFrom('session_note')
    .select('client_id')
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', sessionId)
    .where('assisted_command', '=', command)
    .executeTakeFirst()
  return row ? readNote(tx, { sessionId, clientId: row.client_id }) : null
}

async function requireNote(tx: Tx, part: NotePart): Promise<NoteRow> {
  const note = await findNote(tx, part)
  if (!note) throw notFound()
  return note
}

const changed = ({ text, content, version }: NoteRow) => createRefusal('NOTE_CHANGED', 409, { text, content, version })

type Place = { before: NoteRow; version: number; now: Date }

async function insertNote(tx: Tx, { before, now }: Place, { text, content }: Written): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note')
    .values({
      therapist_id: tx.actor.id,
      session_id: before.sessionId,
      client_id: before.clientId,
      text,
      content: contentColumn(content),
      version: 1,
      updated_at: now,
    })
    .onConflict((on) => on.columns(['therapist_id', 'session_id', 'client_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function updateNote(tx: Tx, { before, version, now }: Place, { text, content }: Written): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ text, content: contentColumn(content), version: version + 1, updated_at: now })
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', before.id ?? '')
    .where('version', '=', version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the given text in the history of a part of a note. Stores nothing if the history contains a text from the last ten
 * minutes, unless `always` is true.
 */
async function storeVersion(tx: Tx, before: NoteRow, now: Date, always = false): Promise<void> {
  const { id, text, content, updatedAt } = before
  const since = new Date(now.getTime() - versionIntervalMinutes * 60_000)
  await sql`
    insert into app.session_note_version (therapist_id, note_id, at, text, content)
    select ${tx.actor.id}::uuid, ${id}::uuid, ${updatedAt}::timestamptz, ${text}::text, ${contentColumn(content)}::jsonb
    where ${always}::boolean or not exists (select from app.session_note_version v
      where v.therapist_id = ${tx.actor.id} and v.note_id = ${id} and v.at > ${since})`.execute(tx.kysely)
}
