import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { runWaitingListJob, type WaitingListJob } from './waiting-list.advance.ts'

type WaitingListQueues = { 'waiting-list': WaitingListJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends WaitingListQueues {}
}

export const waitingListJobs: JobHandlers<keyof WaitingListQueues> = {
  'waiting-list': {
    pollSeconds: 2,
    workers: 2,
    adds: { ...noticeJobs, 'waiting-list': 'keyed' },
    run: runWaitingListJob,
  },
}

export const waitingListCleanups: readonly Cleanup[] = [enqueueOverdueLists]

/** Enqueues a job for each overdue waiting list, in case its job was lost. */
async function enqueueOverdueLists({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<WaitingListJob>(
      'select therapist_id as "therapistId" from def.overdue_waiting_lists($1)',
      [clock.now()],
    )
    await enqueue(
      tx,
      ...rows.map((data) => ({ name: 'waiting-list' as const, data, key: `overdue ${data.therapistId}` })),
    )
  })
}
