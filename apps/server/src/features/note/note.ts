import type { Note } from '@attune/contract/features/note'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { addendaOf, noteOf, type NoteRow } from './note.queries.ts'

const keptEveryMinutes = 10

/** The note on a session of the acting therapist, with what was added after it was signed. */
export async function readNote(tx: Tx, sessionId: string): Promise<Note> {
  const [note, addenda] = await Promise.all([noteOf(tx, sessionId), addendaOf(tx, sessionId)])
  if (!note) throw notFound()
  return { ...note, addenda }
}

type Save = { sessionId: string; text: string; version: number }

/**
 * Saves a note as it is typed. `version` is the one that it was written on; the same save again changes nothing.
 * Refuses NOTE_CHANGED with what stands, and NOTE_SIGNED.
 */
export async function saveNote(tx: Tx, save: Save, now: Date): Promise<{ version: number; updatedAt: string }> {
  const before = await needNote(tx, save.sessionId)
  if (before.signedAt) throw refuse('NOTE_SIGNED', 409)
  if (before.version === save.version + 1 && before.text === save.text && before.updatedAt)
    return { version: before.version, updatedAt: before.updatedAt }
  if (before.version !== save.version) throw changed(before)
  const written = before.version === 0 ? await begin(tx, save, now) : await rewrite(tx, save, now)
  // Somebody else was faster: what stands now says how.
  if (!written) return saveNote(tx, save, now)
  if (before.text.trim() && before.text !== save.text) await keep(tx, before, now)
  return { version: save.version + 1, updatedAt: now.toISOString() }
}

/** Locks a note for ever. Refuses NOTE_CHANGED with what stands, and EMPTY; a signed note stays as it is. */
export async function signNote(
  tx: Tx,
  act: { sessionId: string; command: string; version: number },
  now: Date,
): Promise<void> {
  const before = await needNote(tx, act.sessionId)
  if (before.signedAt) return
  if (before.version !== act.version) throw changed(before)
  if (!before.text.trim()) throw refuse('EMPTY', 409)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ signed_at: now, sign_command: act.command })
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', act.sessionId)
    .where('version', '=', act.version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return signNote(tx, act, now)
  await keep(tx, before, now, true)
}

/** Adds to a signed note. The same id with the same words again changes nothing. Refuses NOT_SIGNED. */
export async function addAddendum(
  tx: Tx,
  addendum: { id: string; sessionId: string; text: string },
  now: Date,
): Promise<void> {
  const note = await needNote(tx, addendum.sessionId)
  if (!note.signedAt) throw refuse('NOT_SIGNED', 409)
  const { id, sessionId, text } = addendum
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note_addendum')
    .values({ id, therapist_id: tx.actor.id as string, session_id: sessionId, text, at: now })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return
  const known = (await addendaOf(tx, sessionId)).find((other) => other.id === id)
  if (known?.text !== text) throw conflict()
}

async function needNote(tx: Tx, sessionId: string): Promise<NoteRow> {
  const note = await noteOf(tx, sessionId)
  if (!note) throw notFound()
  return note
}

const changed = ({ text, version }: NoteRow) => refuse('NOTE_CHANGED', 409, { text, version })

async function begin(tx: Tx, { sessionId, text }: Save, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_note')
    .values({ therapist_id: tx.actor.id as string, session_id: sessionId, text, version: 1, updated_at: now })
    .onConflict((on) => on.columns(['therapist_id', 'session_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function rewrite(tx: Tx, { sessionId, text, version }: Save, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session_note')
    .set({ text, version: version + 1, updated_at: now })
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps a text that is about to be replaced: one every ten minutes of writing, and always the one that was signed. */
async function keep(tx: Tx, { sessionId, text, updatedAt }: NoteRow, now: Date, always = false): Promise<void> {
  const since = new Date(now.getTime() - keptEveryMinutes * 60_000)
  await sql`
    insert into app.session_note_version (therapist_id, session_id, at, text)
    select ${tx.actor.id}::uuid, ${sessionId}::uuid, ${updatedAt}::timestamptz, ${text}::text
    where ${always}::boolean or not exists (select from app.session_note_version v
      where v.therapist_id = ${tx.actor.id} and v.session_id = ${sessionId} and v.at > ${since})`.execute(tx.kysely)
}
