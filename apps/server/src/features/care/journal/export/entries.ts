import type { FileId, JournalEntryId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { File } from '@attune/contract/features/care/file/file'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { readFilesById } from '../../file/file.ts'
import { entryFieldsSql, type EntryColumnField } from '../journal.fields.ts'

const pageLength = 50

export type ExportedEntry = Pick<JournalEntryDetail, 'id' | EntryColumnField> & {
  files: File[]
  replies: { name: string; at: string; text: string }[]
}
type Row = Omit<ExportedEntry, 'files'> & { fileIds: FileId[] }

/**
 * Yields the actor’s journal from the first entry on, page by page. Each page has its own transaction, so that a slow
 * download holds no transaction open.
 */
export async function* exportPages(app: Pick<AppContext, 'db'>, actor: Actor): AsyncGenerator<ExportedEntry[]> {
  let after: { at: string; id: JournalEntryId } | null = null
  for (;;) {
    const page: ExportedEntry[] = await app.db.asActor(actor, (tx) => listExportedEntriesAfter(tx, after))
    if (page.length) yield page
    const last = page.at(-1)
    if (!last || page.length < pageLength) return
    after = { at: last.writtenAt, id: last.id }
  }
}

async function listExportedEntriesAfter(
  tx: Tx,
  after: { at: string; id: JournalEntryId } | null,
): Promise<ExportedEntry[]> {
  const { rows } = await sql<Row>`
    select e.id, ${entryFieldsSql},
      array(select f.file_id from app.journal_file f where f.account_id = e.account_id and f.entry_id = e.id order by f.place) as "fileIds",
      (select coalesce(json_agg(json_build_object('name', p.name, 'at', r.at, 'text', r.text) order by r.at, r.id), '[]')
        from app.journal_reply r join app.person p on p.account_id = r.therapist_id where r.account_id = e.account_id and r.entry_id = e.id) as replies
    from app.journal_entry e
    where e.account_id = ${tx.actor.id} and e.trashed_at is null
      ${after ? sql`and (e.written_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.written_at, e.id limit ${pageLength}`.execute(tx.kysely)
  const known = await readFilesById(
    tx,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  return rows.map(({ fileIds, ...row }) => ({
    ...row,
    files: fileIds.flatMap((id) => known.get(id) ?? []).filter(({ state }) => state === 'ready'),
  }))
}

export type ExportReader = { language: Language; zone: string }

/** Returns the language and the time zone of the author. */
export async function readExportReader(tx: Tx): Promise<ExportReader> {
  const { rows } =
    await sql<ExportReader>`select language, zone from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { language: 'en', zone: 'UTC' }
}
