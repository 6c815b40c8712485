import type { ClientNote, NoteText } from '@attune/contract/features/note'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../platform/policy/refusal.ts'
import { contentColumn, sameWritten, writtenOf } from './note.written.ts'

/** Returns the acting therapist's note about a client, empty if nothing was written. Refuses with NOT_FOUND. */
export async function readClientNote(tx: Tx, clientId: string): Promise<ClientNote> {
  const { rows } = await sql<ClientNote>`
    select c.id as "clientId", coalesce(n.text, '') as text, n.content, coalesce(n.version, 0) as version,
      case when n.text <> '' then n.updated_at end as "updatedAt"
    from app.client c left join app.client_note n on n.therapist_id = c.therapist_id and n.client_id = c.id
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const [note] = rows
  if (!note) throw notFound()
  return note
}

type Save = { clientId: string; text: NoteText; version: number }

/**
 * Saves the note about a client and counts a new version of the record, so that a form that is based on an earlier one does not overwrite
 * it. Repeating the same save changes nothing. Refuses with NOT_FOUND, and with NOTE_CHANGED and the stored text if the stored version
 * differs from `version`.
 */
export async function saveClientNote(tx: Tx, save: Save, now: Date): Promise<{ version: number; updatedAt: string }> {
  await lockRecord(tx, save.clientId)
  const before = await readClientNote(tx, save.clientId)
  const written = writtenOf(save.text)
  const isRepeated = before.version === save.version + 1 && sameWritten(before, written)
  if (isRepeated) return { version: before.version, updatedAt: before.updatedAt ?? now.toISOString() }
  if (before.version !== save.version) {
    const { text, content, version } = before
    throw createRefusal('NOTE_CHANGED', 409, { text, content, version })
  }
  const values = { text: written.text, content: contentColumn(written.content), version: save.version + 1 }
  await tx.kysely
    .insertInto('client_note')
    .values({ therapist_id: tx.actor.id as string, client_id: save.clientId, ...values })
    .onConflict((on) => on.columns(['therapist_id', 'client_id']).doUpdateSet({ ...values, updated_at: now }))
    .execute()
  await tx.kysely
    .updateTable('client')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', save.clientId)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  return { version: values.version, updatedAt: now.toISOString() }
}

async function lockRecord(tx: Tx, clientId: string): Promise<void> {
  const { rows } = await tx.run<{ id: string }>(
    'select id from app.client where id = $1 and therapist_id = $2 for no key update',
    [clientId, tx.actor.id],
  )
  if (rows.length === 0) throw notFound()
}
