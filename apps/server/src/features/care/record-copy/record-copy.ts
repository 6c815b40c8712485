import type { RecordCopy, RecordCopyId } from '@attune/contract/features/care/record-copy/record-copy'
import type { RecordCopyKind } from '@attune/contract/features/care/record-copy/record-copy.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { requireNotHeld } from '../record-retention/record-retention.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

export { addRecordCopies } from './record-copy.bring-back.ts'
export { RecordOfBackup } from './record-of-backup.ts'

export const recordCopyPageLength = 100

/**
 * Returns a page of the acting therapist's copies of one kind, the latest state first. `ofId` is a session for the kind 'session-note' and a client
 * for the other kinds. An unknown session or client has no copies.
 */
export async function listRecordCopies<Kind extends RecordCopyKind>(
  tx: Tx,
  kind: Kind,
  ofId: string,
  offset = 0,
): Promise<RecordCopy<Kind>[]> {
  const { rows } = await tx.run<RecordCopy<Kind>>(
    `select id, data_of as "dataOf", made_at as "madeAt", content as copied from app.record_copy
     where therapist_id = $1 and kind = $2 and $3 in (session_id, client_id) order by data_of desc, id limit $4 offset $5`,
    [tx.actor.id, kind, ofId, recordCopyPageLength, offset],
  )
  return rows
}

/** SQL condition that is true if the client record `of` has copies. */
export const hasRecordCopiesSql = (of: RawBuilder<unknown>) =>
  sql`exists (select from app.record_copy rc where rc.therapist_id = ${of}.therapist_id and rc.client_id = ${of}.id)`

/** SQL condition that is true if the note on the session `of` has copies. */
export const hasSessionNoteCopiesSql = (of: RawBuilder<unknown>) =>
  sql`exists (select from app.record_copy rc where rc.therapist_id = ${of}.therapist_id and rc.session_id = ${of}.id)`

/** Deletes a copy of the acting therapist. Refuses with NOT_FOUND, and with HELD if it is part of a record with a legal hold. */
export async function deleteRecordCopy(tx: Tx, id: RecordCopyId): Promise<void> {
  const deleted = await tx.kysely
    .deleteFrom('record_copy')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .returning('client_id')
    .executeTakeFirst()
  if (!deleted) throw notFound()
  if (deleted.client_id) await requireNotHeld(tx, deleted.client_id)
}
