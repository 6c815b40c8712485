import type { DocumentId, FileId } from '@attune/contract/common/ids'
import type { File } from '@attune/contract/features/care/file/file'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { readFilesById } from '../file/file.ts'

/** Returns the files of those documents that the actor may read and that are not deleted, by the id of the document. */
export async function readDocumentFiles(tx: Tx, ids: readonly DocumentId[]): Promise<Map<DocumentId, File>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: DocumentId; fileId: FileId }>`
    select d.id, d.file_id as "fileId" from app.document d
    where d.id = any(${ids}::uuid[]) and d.deleted_at is null and d.is_shared`.execute(tx.kysely)
  const files = await readFilesById(
    tx,
    rows.map(({ fileId }) => fileId),
  )
  return new Map(
    rows.flatMap(({ id, fileId }) => {
      const file = files.get(fileId)
      return file ? [[id, file] as const] : []
    }),
  )
}
