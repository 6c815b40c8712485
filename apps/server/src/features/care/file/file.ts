import type { FileId } from '@attune/contract/common/ids'
import type { File } from '@attune/contract/features/care/file/file'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import type { PictureFiles } from '../../../platform/pdf/entry-pictures.ts'
import { listFileRows, withoutOwner } from './file.queries.ts'

export { fileNameSql } from './file.queries.ts'
export { downloadName } from './download/download.mount.ts'
export { addReceivedFile, removeReceivedFile, storeReceivedFile } from './upload/receive.ts'

/** Returns the files with these ids that the actor may read, in the order of the ids. */
export async function readFilesById(tx: Tx, ids: readonly FileId[]): Promise<Map<string, File>> {
  const known = new Map((await listFileRows(tx, [...new Set(ids)])).map((row) => [row.id, withoutOwner(row)]))
  return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as File]] : [])))
}

/**
 * Returns the actor’s own files so that the caller can attach them. Files that are still being uploaded or checked
 * may be attached. Refuses with NOT_FOUND for an id that is not a file of the actor. Refuses with FILE_REFUSED and
 * the id for a refused or quarantined file.
 */
export async function requireOwnFiles(tx: Tx, ids: readonly FileId[]): Promise<File[]> {
  const rows = await listFileRows(tx, [...new Set(ids)])
  const mine = new Map(rows.filter((row) => row.ownerId === tx.actor.id).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = mine.get(id)
    if (!row) throw notFound()
    if (row.state === 'refused' || row.state === 'quarantined') throw createRefusal('FILE_REFUSED', 409, { id })
    return withoutOwner(row)
  })
}

/** Returns paths of pictures on this disk, for the PDF of an export. Omits pictures that were deleted meanwhile. */
export async function localPictures(
  { fileStore }: Pick<AppContext, 'fileStore'>,
  pictures: readonly Pick<File, 'id' | 'name'>[],
): Promise<PictureFiles> {
  const found: PictureFiles = {}
  for (const { id, name } of pictures) {
    const local = await fileStore.localPath('whole', id)
    if (local) found[id] = { ...local, name }
  }
  return found
}

/** Permits other accounts to read files of the actor. */
export async function grantAccess(tx: Tx, ids: readonly FileId[], readers: readonly string[]): Promise<void> {
  if (ids.length && readers.length) await tx.run('select def.file_let_read($1, $2)', [ids, readers])
}

/**
 * Ends the access of these readers, or of all other accounts, to files of the actor. After the commit, the readers
 * can no longer read any byte.
 */
export async function revokeAccess(tx: Tx, ids: readonly FileId[], readers: readonly string[] | 'all'): Promise<void> {
  if (ids.length) await tx.run('select def.file_withdraw($1, $2)', [ids, readers === 'all' ? null : readers])
}

/** Deletes files of the actor that are attached to nothing. The cleanup deletes their bytes later. */
export async function deleteFiles(tx: Tx, ids: readonly FileId[]): Promise<void> {
  if (ids.length) await tx.run('select def.file_drop($1)', [ids])
}
