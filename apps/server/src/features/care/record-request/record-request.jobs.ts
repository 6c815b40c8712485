import type { RecordRequestId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { remindOfRecordRequest } from './record-request.remind.ts'

type RecordRequestQueues = { 'record-request-remind': { requestId: RecordRequestId; therapistId: TherapistId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends RecordRequestQueues {}
}

export const recordRequestJobs: JobHandlers<keyof RecordRequestQueues> = {
  'record-request-remind': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: remindOfRecordRequest },
}

export const recordRequestCleanups: readonly Cleanup[] = [enqueueDueReminders]

/** Enqueues the reminders of open requests. If a job is enqueued twice, the therapist is still reminded once. */
async function enqueueDueReminders({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ requestId: RecordRequestId; therapistId: TherapistId }>(
      'select id as "requestId", therapist_id as "therapistId" from def.record_requests_to_remind($1)',
      [clock.now()],
    )
    await enqueue(tx, ...rows.map((data) => ({ name: 'record-request-remind' as const, data, key: data.requestId })))
  })
}
