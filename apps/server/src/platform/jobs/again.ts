import type { TherapistId } from '@attune/contract/common/ids'
import type { Db } from '../database/actor.ts'
import { enqueue, type Job } from './enqueue.ts'
import type { JobAttempt } from './job-worker.ts'

/** The seconds after its last retry at which a job is enqueued again. A full disk can outlast all retries. */
const againAfterSeconds = 60 * 60

/**
 * Runs the work of a job that must succeed eventually. If the last retry fails, enqueues the job again for the therapist in its data. Rethrows the
 * error of the work.
 */
export async function untilDone(
  db: Db,
  { job, last }: { job: Job & { data: { therapistId: TherapistId } } } & Pick<JobAttempt, 'last'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const again = { ...job, startAfterSeconds: againAfterSeconds }
    if (last) await db.asActor({ role: 'worker', id: job.data.therapistId }, (tx) => enqueue(tx, again))
    throw error
  }
}
