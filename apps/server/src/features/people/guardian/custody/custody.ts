import type { ClientId, FileId } from '@attune/contract/common/ids'
import type { CustodyNote, CustodyNoteId } from '@attune/contract/features/people/guardian/guardian.custody'
import { custodyNoteLimits } from '@attune/contract/features/people/guardian/guardian.rules'
import { sql } from 'kysely'
import { saveVersioned } from '../../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../../platform/policy/refusal.ts'
import { requireNotHeld } from '../../../care/record-retention/record-retention.ts'
import { readFilesById, requireOwnFiles } from '../../../care/file/file.ts'

type NoteOf = { clientId: ClientId; id: CustodyNoteId }
type NewCustodyNote = NoteOf & { version: number; notedOn: string; text: string; fileId: FileId | null }
type Row = Omit<CustodyNote, 'file'> & { fileId: FileId | null }

/** Returns the custody notes of a client of the acting therapist, those of the latest day first. Refuses with NOT_FOUND. */
export async function listCustodyNotes(tx: Tx, clientId: ClientId): Promise<CustodyNote[]> {
  const { rows: own } = await sql`
    select from app.client_name c where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  if (!own.length) throw notFound()
  const { rows } = await sql<Row>`
    select n.id, n.noted_on::text as "notedOn", n.text, n.file_id as "fileId", n.version from app.custody_note n
    where n.therapist_id = ${tx.actor.id} and n.client_id = ${clientId} order by n.noted_on desc, n.id`.execute(
    tx.kysely,
  )
  const files = await readFilesById(
    tx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  return rows.map(({ fileId, ...note }) => ({ ...note, file: (fileId && files.get(fileId)) ?? null }))
}

/** SQL for the documents of the custody notes whose day is in a period, each with the time of its day. */
export const custodyFilesSql = (of: {
  therapistId: string
  clientId: ClientId
  from: string | null
  until: string | null
}) =>
  sql`select n.file_id, n.noted_on::timestamptz as at from app.custody_note n
    where n.therapist_id = ${of.therapistId} and n.client_id = ${of.clientId} and n.file_id is not null
      and n.noted_on between coalesce(${of.from}::date, '-infinity') and coalesce(${of.until}::date, 'infinity')`

/**
 * Adds or changes a custody note of a client of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND, with CHANGED and
 * the current note, with FILE_REFUSED, with LIMIT_REACHED, and with CONFLICT if another record has the id.
 */
export async function saveCustodyNote(tx: Tx, input: NewCustodyNote): Promise<CustodyNote> {
  await sql`select pg_advisory_xact_lock(hashtext('attune custody notes'), hashtext(${input.clientId}))`.execute(
    tx.kysely,
  )
  const before = await listCustodyNotes(tx, input.clientId)
  const stored = before.find(({ id }) => id === input.id)
  if (stored)
    return saveVersioned(
      {
        stored,
        base: input.version,
        isSame: ({ notedOn, text, file }) =>
          notedOn === input.notedOn && text === input.text && (file?.id ?? null) === input.fileId,
        repeat: 'next',
        current: (note) => note,
        changed: () => createRefusal('CHANGED', 409, stored),
      },
      () => writeCustodyNote(tx, input),
    )
  if (input.version > 0) throw notFound()
  if (before.length >= custodyNoteLimits.notes) throw limitReached(custodyNoteLimits.notes)
  return writeCustodyNote(tx, input)
}

async function writeCustodyNote(tx: Tx, { id, clientId, notedOn, text, fileId, version }: NewCustodyNote) {
  const [file = null] = fileId ? await requireOwnFiles(tx, [fileId]) : []
  const { rows } = await sql`
    insert into app.custody_note as n (id, therapist_id, client_id, noted_on, text, file_id, version)
    values (${id}, ${tx.actor.id}, ${clientId}, ${notedOn}, ${text}, ${fileId}, ${version + 1})
    on conflict (id) do update set noted_on = excluded.noted_on, text = excluded.text, file_id = excluded.file_id, version = excluded.version
      where n.client_id = excluded.client_id
    returning n.id`
    .execute(tx.kysely)
    // The id belongs to a note of another therapist, which row security hides.
    .catch((error: { code?: string }) => {
      throw error.code === '42501' ? conflict() : error
    })
  if (!rows.length) throw conflict()
  return { id, notedOn, text, file, version: version + 1 }
}

/** Deletes a custody note of a client of the acting therapist. Refuses with NOT_FOUND and HELD. */
export async function removeCustodyNote(tx: Tx, { clientId, id }: NoteOf): Promise<void> {
  const { rows } = await sql`
    delete from app.custody_note n where n.therapist_id = ${tx.actor.id} and n.client_id = ${clientId} and n.id = ${id}
    returning n.id`.execute(tx.kysely)
  if (!rows.length) throw notFound()
  await requireNotHeld(tx, clientId)
}
