import type { Db } from '../database/actor.ts'
import { enqueue, type Job } from './enqueue.ts'
import type { JobAttempt } from './job-worker.ts'

/** How long after its last repetition a job begins again, in seconds. A full disk can last longer than all repetitions. */
const againAfterSeconds = 60 * 60

/**
 * Does the work of a job that has to succeed at some time. If the last repetition fails, enqueues the job again, for the
 * therapist that its data names. Throws what the work throws.
 */
export async function untilDone(
  db: Db,
  { job, last }: { job: Job & { data: { therapistId: string } } } & Pick<JobAttempt, 'last'>,
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
