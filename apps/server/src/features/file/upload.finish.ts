import type { House } from '../../house.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

/** All bytes are there: they are made to last, and with the word that they are goes the job that looks at them. Harmless when repeated. */
export async function finishUpload(house: House, accountId: string, fileId: string): Promise<void> {
  await house.bytes.settle(house.bytes.part(fileId))
  await house.db.asActor({ role: 'worker', id: accountId }, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('file')
      .set({ state: 'checking', complete_at: house.clock.now() })
      .where('id', '=', fileId)
      .where('state', '=', 'uploading')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(tx, { name: 'file-check', data: { fileId, accountId } })
  })
}

/** Finishes an upload whose last byte came while nobody was left to say so. */
export async function finishIfWhole(house: House, accountId: string, fileId: string, size: number): Promise<boolean> {
  if ((await house.bytes.lengthOf(house.bytes.part(fileId))) !== size) return false
  await finishUpload(house, accountId, fileId)
  return true
}
