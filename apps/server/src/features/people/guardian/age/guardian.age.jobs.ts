import { noticeJobs } from '../../../../platform/jobs/added-jobs.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Cleanup } from '../../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../../platform/jobs/job-worker.ts'
import { type GuardianAgeJob, runGuardianAgeJob } from './guardian.age.ts'

type GuardianQueues = { 'guardian-age': GuardianAgeJob }
declare module '../../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends GuardianQueues {}
}

export const guardianJobs: JobHandlers<keyof GuardianQueues> = {
  'guardian-age': { pollSeconds: 2, workers: 2, adds: noticeJobs, run: runGuardianAgeJob },
}

export const guardianCleanups: readonly Cleanup[] = [enqueueDueGuardians]

/** Enqueues a job for each record with a guardian whose rights pause, apply again or end within 30 days. At most 1000 at a time. */
async function enqueueDueGuardians({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<GuardianAgeJob>(
      'select therapist_id as "therapistId", client_id as "clientId" from def.records_with_due_guardians($1)',
      [clock.now()],
    )
    await enqueue(tx, ...rows.map((data) => ({ name: 'guardian-age' as const, data, key: `due ${data.clientId}` })))
  })
}
