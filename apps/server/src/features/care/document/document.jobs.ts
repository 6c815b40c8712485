import type { DocumentId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

/** Deletes the documents that were deleted more than 30 days ago. The cleanup of files then deletes their files, because nothing uses them. */
const purgeDocuments: Cleanup = async ({ db, clock }: AppContext) => {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: DocumentId }>('select def.purge_documents($1) as id', [clock.now()])
    tx.recordErased(
      'document',
      rows.map(({ id }) => id),
    )
  })
}

export const documentCleanups: readonly Cleanup[] = [purgeDocuments]
