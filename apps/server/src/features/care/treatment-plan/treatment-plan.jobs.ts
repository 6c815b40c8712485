import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { remindOfReview } from './treatment-plan.review.ts'

type TreatmentPlanQueues = { 'treatment-plan-review': { clientId: ClientId; therapistId: TherapistId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends TreatmentPlanQueues {}
}

export const treatmentPlanJobs: JobHandlers<keyof TreatmentPlanQueues> = {
  'treatment-plan-review': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: remindOfReview },
}

export const treatmentPlanCleanups: readonly Cleanup[] = [enqueueDueReviews]

/** Enqueues the reminders of reviews that are due. If a job is enqueued twice, the therapist is still reminded once. */
async function enqueueDueReviews({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ clientId: ClientId; therapistId: TherapistId }>(
      'select client_id as "clientId", therapist_id as "therapistId" from def.plans_to_review($1)',
      [clock.now()],
    )
    await enqueue(tx, ...rows.map((data) => ({ name: 'treatment-plan-review' as const, data, key: data.clientId })))
  })
}
