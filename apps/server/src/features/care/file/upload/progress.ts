import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { type PartName, receivedBytes } from '../../../../platform/files/upload-parts.ts'

/** The maximum number of parts of an upload, as in the database. Only a browser that sends a few bytes at a time reaches it. */
const maxParts = 4_000

type Progress = { state: string; size: number; parts: PartName[] }
type ProgressContext = Pick<AppContext, 'db' | 'fileStore'>

const findProgress = (tx: Tx, fileId: FileId): Promise<Progress | undefined> =>
  tx.kysely.selectFrom('file').select(['state', 'size', 'parts']).where('id', '=', fileId).executeTakeFirst()

const lockProgress = (tx: Tx, fileId: FileId): Promise<Progress | undefined> =>
  tx.kysely
    .selectFrom('file')
    .select(['state', 'size', 'parts'])
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()

/** Returns the parts of an unfinished upload that have arrived; null if the upload no longer exists. */
export async function readParts(
  { db }: Pick<AppContext, 'db'>,
  accountId: AccountId,
  fileId: FileId,
): Promise<PartName[] | null> {
  const found = await db.asActor({ role: 'worker', id: accountId }, (tx) => findProgress(tx, fileId))
  return found?.state === 'uploading' ? found.parts : null
}

/**
 * Records a stored part of an upload. Locks the row, so that of two servers that received the same bytes only one records its part. Returns false,
 * and changes nothing, if the upload has meanwhile ended or continued, or has too many parts.
 */
export const recordPart = (
  { db }: Pick<AppContext, 'db'>,
  accountId: AccountId,
  fileId: FileId,
  { offset, name }: { offset: number; name: PartName },
): Promise<boolean> =>
  db.asActor({ role: 'worker', id: accountId }, async (tx) => {
    const found = await lockProgress(tx, fileId)
    if (found?.state !== 'uploading' || receivedBytes(found.parts) !== offset || found.parts.length >= maxParts)
      return false
    await tx.kysely
      .updateTable('file')
      .set({ parts: [...found.parts, name] })
      .where('id', '=', fileId)
      .execute()
    return true
  })

/**
 * Returns the number of bytes of an upload that are stored; null if the upload has ended. If a part has disappeared, for example by a rule of the
 * bucket that deletes old objects, the upload begins again, and the browser sends all bytes once more.
 */
export async function verifyParts(app: ProgressContext, accountId: AccountId, fileId: FileId): Promise<number | null> {
  const parts = await readParts(app, accountId, fileId)
  if (parts === null) return null
  if (await app.fileStore.parts.areStored(fileId, parts)) return receivedBytes(parts)
  const isReset = await app.db.asActor({ role: 'worker', id: accountId }, async (tx) => {
    const found = await lockProgress(tx, fileId)
    if (found?.state !== 'uploading' || found.parts.join() !== parts.join()) return false
    await tx.kysely.updateTable('file').set({ parts: [] }).where('id', '=', fileId).execute()
    return true
  })
  if (!isReset) return verifyParts(app, accountId, fileId)
  await app.fileStore.parts.remove(fileId, parts)
  return 0
}
