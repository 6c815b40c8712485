import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { listOpenJobs } from '../../../platform/jobs/open-jobs.ts'
import { failAbandonedExport, makeExport } from './make-export.ts'
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

/**
 * The age in milliseconds at which a file without a row, or an incomplete file, is removed. The row of a younger file may be about to be committed,
 * and its content may still be written.
 */
const strayMilliseconds = 60 * 60_000

type Known = { id: string; accountId: AccountId }

/** Removes expired exports and files that belong to no export. Marks an unfinished export without a job as failed. */
async function removeEndedExports(app: AppContext): Promise<void> {
  const { db, clock, exportStore } = app
  const now = clock.now()
  const { known, open } = await db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run('select from def.expire_personal_exports($1)', [exportsEndedBefore(now)])
    const { rows } = await tx.run<Known>('select id, account_id as "accountId" from def.personal_export_files()')
    // Read after the exports, because an export is committed with its job.
    const jobs = await listOpenJobs(tx, ['personal-export', 'records-export'])
    return { known: rows, open: new Set(jobs.map(({ exportId }) => exportId)) }
  })
  for (const one of known) if (!open.has(one.id)) await failAbandonedExport(app, one)
  const ids = new Set(known.map(({ id }) => id))
  const strayBefore = new Date(now.getTime() - strayMilliseconds)
  for (const stored of await exportStore.list())
    if (!ids.has(stored.id) && stored.writtenAt < strayBefore) await exportStore.remove(stored)
  exportStore.deleteDrafts(strayBefore)
}
