import type { ClientId } from '@attune/contract/common/ids'
import { recordClientEvent } from '../client-history/client-history.ts'
import type { ClientFields, EditedClientFields } from '@attune/contract/features/people/client/client.fields'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { insertClientNote } from '../../care/note/note.ts'
import { listClientContacts, saveContacts } from './client.contacts.ts'
import { clientColumns, clientValues } from './client.fields.ts'
import { findClient } from './client.queries.ts'

export { findClientsByName } from './find-clients.ts'

export type ClientRecord = ClientFields & { id: ClientId }
type ClientEdit = EditedClientFields & { id: ClientId; version: number }

/**
 * Adds a client record. `how` names the method of adding in the timeline, for example 'import', and is empty for
 * manual entry. Repeating a call with the same id and content changes nothing. Refuses with CONFLICT for the same id
 * with other content.
 */
export async function createClient(tx: Tx, record: ClientRecord, now: Date, how = ''): Promise<'added' | 'known'> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client')
    .values({ id: record.id, therapist_id: tx.actor.id, joined_at: now, ...clientValues(record) })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    await refuseOtherContent(tx, record)
    return 'known'
  }
  await Promise.all([
    saveContacts(tx, record.id, record, record.contacts),
    insertClientNote(tx, record.id, record.notes),
    recordClientEvent(tx, { client: record.id, kind: 'added', detail: how }),
  ])
  return 'added'
}

/**
 * Saves an edit of a client record, except its notes, if the edit is based on the current version. Returns false if the record has changed since and
 * its content differs from the edit. Refuses with NOT_FOUND if the record belongs to another therapist, and as `saveContacts` does.
 */
export async function editClient(tx: Tx, record: ClientEdit, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('client')
    .set({ ...clientValues(record), version: record.version + 1, updated_at: now })
    .where('id', '=', record.id)
    .where('therapist_id', '=', tx.actor.id)
    .where('version', '=', record.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return hasContentAlready(tx, record, now)
  await Promise.all([
    saveContacts(tx, record.id, record, record.contacts),
    recordClientEvent(tx, { client: record.id, kind: 'edited' }),
  ])
  return true
}

/**
 * Returns whether the stored record already has the content of the edit. This is the case if the browser repeats an edit because the response was
 * lost. Refuses with NOT_FOUND if the record belongs to another therapist.
 */
async function hasContentAlready(tx: Tx, record: ClientEdit, now: Date): Promise<boolean> {
  const [row, contacts] = await Promise.all([findClient(tx, record.id, now), listClientContacts(tx, record.id)])
  if (!row) throw notFound()
  const { version: _, contacts: wanted, ...facts } = record
  const same = (Object.keys(facts) as (keyof typeof facts)[]).every(
    (name) => facts[name] === undefined || row[name] === facts[name],
  )
  return same && (!wanted || isDeepStrictEqual(contacts, wanted))
}

async function refuseOtherContent(tx: Tx, record: ClientRecord): Promise<void> {
  const known = await tx.kysely
    .selectFrom('client')
    .select(clientColumns)
    .where('id', '=', record.id)
    .executeTakeFirst()
  const wanted = clientValues(record)
  const same =
    known && Object.entries(wanted).every(([column, value]) => known[column as keyof typeof wanted] === value)
  if (!same) throw conflict()
}
