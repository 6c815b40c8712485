import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { sql } from 'kysely'
import { saveVersioned } from '../../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { requireOwnFiles } from '../../file/file.ts'
import { entryValues, hasEntryValuesSql } from '../journal.fields.ts'
import { findOwnEntry, listEntryFileIds } from './queries.ts'
import { excerptAndSearchText } from './search-text.ts'

/**
 * Saves the working copy of one of the acting client’s entries. `version` is the version on which the text is based, or 0 for a new entry. Repeating
 * the same save changes nothing. Therapists with access continue to read the published version and its files until the client publishes the entry
 * again. Refuses with:
 * - NOT_FOUND
 * - IN_BIN if the entry is in the trash
 * - FILE_REFUSED for a refused or quarantined file
 * - CHANGED and the current entry
 * - CONFLICT for a file of another entry
 */
export async function saveEntry(tx: Tx, save: JournalEntryInput, now: Date): Promise<JournalEntryDetail> {
  const before = await lockEntry(tx, save)
  if (!before) {
    if (save.version !== 0) throw notFound()
    await requireOwnFiles(tx, save.files)
    if (!(await insertEntry(tx, save, now))) {
      // Another request has just created the entry, or the id belongs to another person.
      if (await lockEntry(tx, save)) return saveEntry(tx, save, now)
      throw notFound()
    }
    await attachFiles(tx, save, [])
    return requireEntry(tx, save.id)
  }
  if (before.binned) throw createRefusal('IN_BIN', 409)
  const known = await listEntryFileIds(tx, save.id)
  const current = () => requireEntry(tx, save.id)
  const versioned = {
    stored: before,
    base: save.version,
    isSame: () => before.same && String(known) === String(save.files),
    repeat: 'next',
    current,
    changed: async () => createRefusal('CHANGED', 409, await current()),
  } as const
  return saveVersioned(versioned, async () => {
    await tx.kysely
      .updateTable('journal_entry')
      .set({ ...entryColumns(save), updated_at: now, version: save.version + 1 })
      .where('account_id', '=', tx.actor.id)
      .where('id', '=', save.id)
      .execute()
    await syncAttachments(tx, save, known)
    return current()
  })
}

/** Reads and locks the entry, so that sharing and revoking wait until the transaction ends. */
async function lockEntry(tx: Tx, save: JournalEntryInput) {
  const { rows } = await sql<{ version: number; binned: boolean; same: boolean }>`
    select e.version, e.trashed_at is not null as binned, ${hasEntryValuesSql(save)} as same
    from app.journal_entry e where e.account_id = ${tx.actor.id} and e.id = ${save.id} for update`.execute(tx.kysely)
  return rows[0]
}

const entryColumns = (save: JournalEntryInput) => ({ ...entryValues(save), ...excerptAndSearchText(save) })

async function insertEntry(tx: Tx, save: JournalEntryInput, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('journal_entry')
    .values({
      ...entryColumns(save),
      id: save.id,
      account_id: tx.actor.id,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Attaches and detaches files to match the saved entry. A file that was refused after it was attached stays attached
 * until the author removes it.
 */
async function syncAttachments(tx: Tx, save: JournalEntryInput, known: string[]): Promise<void> {
  const added = save.files.filter((id) => !known.includes(id))
  const removed = known.filter((id) => !save.files.includes(id))
  await requireOwnFiles(tx, added)
  if (removed.length) {
    await tx.kysely
      .deleteFrom('journal_file')
      .where('account_id', '=', tx.actor.id)
      .where('file_id', '=', sql<string>`any(${removed}::uuid[])`)
      .execute()
  }
  await attachFiles(tx, save, known)
}

/** Attaches the files of the saved entry. Refuses with CONFLICT for a file of another entry or its published version. */
async function attachFiles(tx: Tx, save: JournalEntryInput, known: string[]): Promise<void> {
  if (String(known) === String(save.files)) return
  const { rows } = await sql<{ id: JournalEntryId }>`
    insert into app.journal_file (account_id, entry_id, file_id, place)
    select ${tx.actor.id}::uuid, ${save.id}::uuid, f.id, f.place - 1 from unnest(${save.files}::uuid[]) with ordinality f (id, place)
    where not exists (select from app.journal_published_file p
      where p.account_id = ${tx.actor.id}::uuid and p.file_id = f.id and p.entry_id <> ${save.id}::uuid)
    on conflict (account_id, file_id) do update set place = excluded.place where journal_file.entry_id = excluded.entry_id
    returning file_id as id`.execute(tx.kysely)
  if (rows.length < save.files.length) throw conflict()
}

export async function requireEntry(tx: Tx, id: JournalEntryId): Promise<JournalEntryDetail> {
  const entry = await findOwnEntry(tx, id)
  if (!entry) throw notFound()
  return entry
}
