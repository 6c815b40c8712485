import type { JournalEntryId } from '@attune/contract/common/ids'
import { trashDays } from '@attune/contract/features/care/journal/journal.rules'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { deleteFiles } from '../file/file.ts'
import { revokeEntry } from './share/share.ts'

/**
 * Moves an entry to the trash and revokes its shares. An entry that is already in the trash keeps the date on which it was moved there. Refuses with
 * NOT_FOUND.
 */
export async function trashEntry(tx: Tx, id: JournalEntryId, now: Date): Promise<void> {
  await revokeEntry(tx, id, null)
  const { rows } = await sql`
    update app.journal_entry set trashed_at = coalesce(trashed_at, ${now}::timestamptz)
    where account_id = ${tx.actor.id} and id = ${id} returning id`.execute(tx.kysely)
  if (!rows.length) throw notFound()
  // A concurrent call that shares the entry either commits first or finds the entry in the trash and is refused. If
  // it commits first, this second `revokeEntry` revokes the new share.
  await revokeEntry(tx, id, null)
}

/** Restores an entry from the trash. Its shares are not restored. Does nothing for an entry that is not in the trash. */
export async function restoreEntry(tx: Tx, id: JournalEntryId): Promise<void> {
  await tx.kysely
    .updateTable('journal_entry')
    .set({ trashed_at: null })
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .execute()
}

/**
 * Deletes one entry in the trash with its files, or all entries in the trash if `id` is null. Returns the number of
 * deleted entries. Refuses with NOT_FOUND, and with CONFLICT for an entry that is not in the trash.
 */
export async function eraseEntries(tx: Tx, id: JournalEntryId | null): Promise<number> {
  const { rows } = await sql<{ id: JournalEntryId; binned: boolean }>`
    select e.id, e.trashed_at is not null as binned from app.journal_entry e
    where e.account_id = ${tx.actor.id} and ${id === null ? sql`e.trashed_at is not null` : sql`e.id = ${id}`}
    order by e.id for update`.execute(tx.kysely)
  if (id !== null && !rows.length) throw notFound()
  if (rows.some(({ binned }) => !binned)) throw conflict()
  const ids = rows.map((row) => row.id)
  const files = await tx.kysely
    .selectFrom('journal_file')
    .select('file_id')
    .where('account_id', '=', tx.actor.id)
    .where('entry_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  tx.recordErased('journal-entry', ids)
  await tx.kysely
    .deleteFrom('journal_entry')
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  await deleteFiles(
    tx,
    files.map(({ file_id }) => file_id),
  )
  return ids.length
}

const day = 24 * 60 * 60_000

/** Deletes entries that have been in the trash for `trashDays`. The function may run twice and may be interrupted. */
export async function deleteExpiredTrash(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - trashDays * day)
  for (;;) {
    const gone = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { rows } = await tx.run<{ id: JournalEntryId }>('select def.purge_entries($1) as id', [before])
      tx.recordErased(
        'journal-entry',
        rows.map(({ id }) => id),
      )
      return rows.length
    })
    if (!gone) return
  }
}
