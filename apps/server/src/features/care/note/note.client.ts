import type { ClientId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import {
  countNodes,
  isUnformatted,
  maxRichTextNodes,
  richTextLength,
} from '@attune/contract/common/rich-text/rich-text'
import type { ClientNote, NoteText } from '@attune/contract/features/care/note/note'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { recordClientEvent } from '../../people/client-history/client-history.ts'
import { withoutPassage, withPassage } from './note.passages.ts'
import { contentColumn, sameWritten, type Written, writtenOf } from './note.written.ts'

/** Returns the acting therapist's note about a client; empty if there is none. Refuses with NOT_FOUND. */
export async function readClientNote(tx: Tx, clientId: ClientId): Promise<ClientNote> {
  const { rows } = await sql<ClientNote>`
    select c.id as "clientId", coalesce(n.text, '') as text, n.content, coalesce(n.version, 0) as version,
      case when n.text <> '' then n.updated_at end as "updatedAt"
    from app.client_name c left join app.client_note n on n.therapist_id = c.therapist_id and n.client_id = c.id
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const [note] = rows
  if (!note) throw notFound()
  return note
}

/** Inserts the note about a new client. */
export async function insertClientNote(tx: Tx, clientId: ClientId, text: string): Promise<void> {
  await tx.kysely.insertInto('client_note').values({ therapist_id: tx.actor.id, client_id: clientId, text }).execute()
}

type Save = { clientId: ClientId; text: NoteText; version: number }

/**
 * Saves the note about a client. Repeating the same save changes nothing. Refuses with NOT_FOUND, and with NOTE_CHANGED and the stored text
 * if the stored version differs from `version`.
 */
export async function saveClientNote(tx: Tx, save: Save, now: Date): Promise<{ version: number; updatedAt: string }> {
  const before = await lockClientNote(tx, save.clientId)
  const written = writtenOf(save.text)
  const isRepeated = before.version === save.version + 1 && sameWritten(before, written)
  if (isRepeated) return { version: before.version, updatedAt: before.updatedAt ?? now.toISOString() }
  if (before.version !== save.version) {
    const { text, content, version } = before
    throw createRefusal('NOTE_CHANGED', 409, { text, content, version })
  }
  await writeClientNote(tx, before, written, now)
  return { version: before.version + 1, updatedAt: now.toISOString() }
}

type Passage = { clientId: ClientId; passage: string }

/**
 * Adds a passage at the end of the acting therapist’s note about a client, after an empty line. The note keeps its formatting. Changes
 * nothing if the note contains the passage. Refuses with NOT_FOUND, and with NOTES_FULL if the note would be too long.
 */
export async function addToClientNote(tx: Tx, { clientId, passage }: Passage, now: Date): Promise<void> {
  const before = await lockClientNote(tx, clientId)
  const doc = withPassage(before, passage)
  if (!doc) return
  const isTooLong = richTextLength(doc) > textLengths.clientNotes
  if (isTooLong || (!isUnformatted(doc) && countNodes(doc) > maxRichTextNodes)) throw createRefusal('NOTES_FULL', 409)
  await writeClientNote(tx, before, writtenOf(doc), now)
  await recordClientEvent(tx, { client: clientId, kind: 'edited' })
}

/** Removes a passage that `addToClientNote` added. Returns whether the note contained the passage in its original form. Refuses with NOT_FOUND. */
export async function removeFromClientNote(tx: Tx, { clientId, passage }: Passage, now: Date): Promise<boolean> {
  const before = await lockClientNote(tx, clientId)
  const doc = withoutPassage(before, passage)
  if (!doc) return false
  await writeClientNote(tx, before, writtenOf(doc), now)
  await recordClientEvent(tx, { client: clientId, kind: 'edited' })
  return true
}

/** Locks the record of a client of the acting therapist and returns the note about the client. Refuses with NOT_FOUND. */
async function lockClientNote(tx: Tx, clientId: ClientId): Promise<ClientNote> {
  await tx.run('select id from app.client where id = $1 and therapist_id = $2 for no key update', [
    clientId,
    tx.actor.id,
  ])
  return readClientNote(tx, clientId)
}

/** Stores the next version of a note. Does not change the client record, because the client's open pages are notified of its changes. */
async function writeClientNote(tx: Tx, before: ClientNote, { text, content }: Written, now: Date): Promise<void> {
  const { clientId } = before
  const values = { text, content: contentColumn(content), version: before.version + 1 }
  await tx.kysely
    .insertInto('client_note')
    .values({ therapist_id: tx.actor.id, client_id: clientId, ...values })
    .onConflict((on) => on.columns(['therapist_id', 'client_id']).doUpdateSet({ ...values, updated_at: now }))
    .execute()
}
