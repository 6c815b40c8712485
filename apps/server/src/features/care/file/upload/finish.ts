import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { verifyParts } from './progress.ts'

type FinishContext = Pick<AppContext, 'clock' | 'db' | 'fileStore'>

/**
 * Completes an upload whose bytes have all arrived: records the new state and enqueues the check in one transaction. Repeating the call changes
 * nothing.
 */
async function finishUpload(app: FinishContext, accountId: AccountId, fileId: FileId): Promise<void> {
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
 * Completes an upload if all its bytes are stored, even if the request that sent the last byte did not finish. Returns whether the upload is
 * complete, or has ended otherwise.
 */
export async function finishIfComplete(
  app: FinishContext,
  accountId: AccountId,
  fileId: FileId,
  size: number,
): Promise<boolean> {
  const stored = await verifyParts(app, accountId, fileId)
  if (stored === null) return true
  if (stored !== size) return false
  await finishUpload(app, accountId, fileId)
  return true
}
