import type { TaskId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { deliverDueTask } from './assign/deliver.ts'
import { sendDueReminder } from './assign/remind.ts'

type TaskQueues = {
  'task-deliver': { taskId: TaskId; therapistId: TherapistId }
  'task-remind': { taskId: TaskId; therapistId: TherapistId }
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends TaskQueues {}
}

export const taskJobs: JobHandlers<keyof TaskQueues> = {
  'task-deliver': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: deliverDueTask },
  'task-remind': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: sendDueReminder },
}

export const taskCleanups: readonly Cleanup[] = [enqueueDueTasks]

/**
 * Enqueues the deliveries and the reminders that are due. If a job is enqueued twice, the task is still delivered once
 * and the client reminded once.
 */
async function enqueueDueTasks({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    type Row = { id: TaskId; therapist_id: TherapistId }
    const [toDeliver, toRemind] = await Promise.all([
      tx.run<Row>('select id, therapist_id from def.tasks_to_deliver($1)', [now]),
      tx.run<Row>('select id, therapist_id from def.tasks_to_remind($1)', [now]),
    ])
    const job =
      (name: keyof TaskQueues) =>
      ({ id, therapist_id }: Row) => ({ name, data: { taskId: id, therapistId: therapist_id }, key: id })
    await enqueue(tx, ...toDeliver.rows.map(job('task-deliver')), ...toRemind.rows.map(job('task-remind')))
  })
}
