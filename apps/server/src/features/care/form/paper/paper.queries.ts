import type { FileId, SentFormId } from '@attune/contract/common/ids'
import type { File } from '@attune/contract/features/care/file/file'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readFilesById } from '../../file/file.ts'

/** Returns the scan of a form that was signed on paper; null for any other form, and for one that the actor cannot see. */
export async function readScan(tx: Tx, sentFormId: SentFormId): Promise<File | null> {
  const { rows } = await sql<{ fileId: FileId }>`
    select q.file_id as "fileId" from app.paper_signature q where q.sent_form_id = ${sentFormId} and q.ended_at is null`.execute(
    tx.kysely,
  )
  const [row] = rows
  return row ? ((await readFilesById(tx, [row.fileId])).get(row.fileId) ?? null) : null
}
