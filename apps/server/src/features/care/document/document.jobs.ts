import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

/** Deletes the documents that were deleted more than 30 days ago. Their files follow, because nothing uses them. */
const purgeDocuments: Cleanup = async ({ db, clock }: AppContext) => {
  await db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select def.purge_documents($1)', [clock.now()]))
}

export const documentCleanups: readonly Cleanup[] = [purgeDocuments]
