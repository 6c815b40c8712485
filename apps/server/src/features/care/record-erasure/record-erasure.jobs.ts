import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

export const recordErasureCleanups: readonly Cleanup[] = [finishErasedRecords]

/** Deletes the rows of erased records whose last invoice has been erased. */
async function finishErasedRecords({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select def.finish_erased_records($1)', [clock.now()]))
}
