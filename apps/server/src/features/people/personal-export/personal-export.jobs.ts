import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { makeExport } from './make-export.ts'
import { makeRecordsExport } from './records/make-records.ts'
import { exportsEndedBefore } from './personal-export.queries.ts'

type ExportJob = { accountId: AccountId; exportId: string }
type PersonalExportQueues = { 'personal-export': ExportJob; 'records-export': ExportJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PersonalExportQueues {}
}

export const personalExportJobs: JobHandlers<keyof PersonalExportQueues> = {
  'personal-export': {
    pollSeconds: 2,
    // One at a time, so that people who use the product don't notice it.
    workers: 1,
    adds: noticeJobs,
    run: (context, { accountId, exportId }, { last }) => makeExport(context, { accountId, id: exportId }, last),
  },
  'records-export': {
    pollSeconds: 2,
    // A queue of its own, so that people with little data don't wait for the records of a large practice.
    workers: 1,
    adds: noticeJobs,
    run: (context, { accountId, exportId }, { last }) => makeRecordsExport(context, { accountId, id: exportId }, last),
  },
}

export const personalExportCleanups: readonly Cleanup[] = [removeEndedExports]

/** A file without a row is removed only after this time, in case its row is being committed. */
const strayMilliseconds = 60 * 60_000

/** Removes the exports whose days are over, and files that belong to no export. */
async function removeEndedExports({ db, clock, exportStore }: AppContext): Promise<void> {
  const now = clock.now()
  const known = await db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run('select from def.expire_personal_exports($1)', [exportsEndedBefore(now)])
    const { rows } = await tx.run<{ id: string }>('select id from def.personal_export_files()')
    return new Set(rows.map(({ id }) => id))
  })
  for (const stored of await exportStore.list())
    if (!known.has(stored.id) && now.getTime() - stored.writtenAt.getTime() > strayMilliseconds)
      await exportStore.remove(stored)
}
