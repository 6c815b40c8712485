import { textLengths } from '@attune/contract/common/lengths'
import type { Tx } from '../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../platform/policy/refusal.ts'
import { recordClientEvent } from '../client-history/client-history.ts'

type Passage = { clientId: string; passage: string }

/**
 * Adds a passage at the end of the acting therapist’s notes about a client, after an empty line. Changes nothing if the
 * notes contain the passage. Refuses with NOT_FOUND, and with NOTES_FULL if the notes would be too long.
 */
export async function addToClientNotes(tx: Tx, { clientId, passage }: Passage, now: Date): Promise<void> {
  const before = await lockClientNotes(tx, clientId)
  if (passageStart(before, passage) >= 0) return
  const text = before.trim() ? `${before.trimEnd()}\n\n${passage}` : passage
  if (text.length > textLengths.clientNotes) throw createRefusal('NOTES_FULL', 409)
  await saveClientNotes(tx, clientId, text, now)
}

/**
 * Removes a passage that `addToClientNotes` has added. Returns whether the notes contained it. Refuses with NOT_FOUND.
 */
export async function removeFromClientNotes(tx: Tx, { clientId, passage }: Passage, now: Date): Promise<boolean> {
  const before = await lockClientNotes(tx, clientId)
  const start = passageStart(before, passage)
  if (start < 0) return false
  const parts = [before.slice(0, start).trimEnd(), before.slice(start + passage.length).trimStart()]
  await saveClientNotes(tx, clientId, parts.filter(Boolean).join('\n\n'), now)
  return true
}

/** Returns where the passage begins in the notes; -1 if it is not a whole paragraph of them. */
function passageStart(notes: string, passage: string): number {
  return `\n\n${notes}\n\n`.lastIndexOf(`\n\n${passage}\n\n`)
}

/** Locks a record of the acting therapist and returns the notes. */
async function lockClientNotes(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.run<{ id: string }>(
    'select id from app.client where id = $1 and therapist_id = $2 for no key update',
    [clientId, tx.actor.id],
  )
  if (rows.length === 0) throw notFound()
  const note = await tx.kysely
    .selectFrom('client_note')
    .select('text')
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return note?.text ?? ''
}

/** Saves the notes as an edit of the record, so that a form that is based on an earlier version does not overwrite them. */
async function saveClientNotes(tx: Tx, clientId: string, text: string, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('client')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', clientId)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await tx.kysely
    .insertInto('client_note')
    .values({ therapist_id: tx.actor.id as string, client_id: clientId, text })
    .onConflict((on) => on.columns(['therapist_id', 'client_id']).doUpdateSet({ text, updated_at: now }))
    .execute()
  await recordClientEvent(tx, { client: clientId, kind: 'edited' })
}
