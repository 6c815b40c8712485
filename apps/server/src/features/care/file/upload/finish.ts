import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'

/**
 * Completes an upload after all its bytes have arrived. Flushes the bytes to disk, then records the new state and
 * enqueues the check in one transaction. Repeating the call changes nothing.
 */
export async function finishUpload(
  app: Pick<AppContext, 'clock' | 'db' | 'fileStore'>,
  accountId: AccountId,
  fileId: FileId,
): Promise<void> {
  await app.fileStore.syncToDisk(app.fileStore.partPath(fileId))
  await app.db.asActor({ role: 'worker', id: accountId }, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('file')
      .set({ state: 'checking', complete_at: app.clock.now() })
      .where('id', '=', fileId)
      .where('state', '=', 'uploading')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(tx, { name: 'file-check', data: { fileId, accountId } })
  })
}

/**
 * Completes an upload if its last byte has arrived, even if the request that sent this byte did not finish. Returns
 * whether the upload is complete.
 */
export async function finishIfComplete(
  app: Pick<AppContext, 'clock' | 'db' | 'fileStore'>,
  accountId: AccountId,
  fileId: FileId,
  size: number,
): Promise<boolean> {
  if ((await app.fileStore.sizeOf(app.fileStore.partPath(fileId))) !== size) return false
  await finishUpload(app, accountId, fileId)
  return true
}
