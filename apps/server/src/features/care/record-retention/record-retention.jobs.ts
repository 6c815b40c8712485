import type { RecordHoldId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { settleRecordEndings } from './endings/settle.ts'
import { settleRecordHold } from './record-retention.settle.ts'

type RecordRetentionQueues = {
  'record-hold': { holdId: RecordHoldId; therapistId: TherapistId }
  'record-ending': { therapistId: TherapistId }
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends RecordRetentionQueues {}
}

export const recordRetentionJobs: JobHandlers<keyof RecordRetentionQueues> = {
  'record-hold': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: settleRecordHold },
  'record-ending': {
    pollSeconds: 5,
    workers: 2,
    adds: { ...noticeJobs, 'record-ending': 'once' },
    run: settleRecordEndings,
  },
}

export const recordRetentionCleanups: readonly Cleanup[] = [enqueueDueHolds, enqueueEndings]

/** Enqueues a job for each hold of which the therapist is to be reminded, or that ends. A job that is enqueued twice acts once. */
async function enqueueDueHolds({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ holdId: RecordHoldId; therapistId: TherapistId }>(
      'select id as "holdId", therapist_id as "therapistId" from def.record_holds_to_settle($1)',
      [clock.now()],
    )
    await enqueue(tx, ...rows.map((data) => ({ name: 'record-hold' as const, data, key: data.holdId })))
  })
}

/** Enqueues a job for each therapist whose list of records has something to check today. */
async function enqueueEndings({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ therapistId: TherapistId }>(
      'select id as "therapistId" from def.record_endings_to_settle($1) id',
      [clock.now()],
    )
    await enqueue(tx, ...rows.map((data) => ({ name: 'record-ending' as const, data, key: data.therapistId })))
  })
}
