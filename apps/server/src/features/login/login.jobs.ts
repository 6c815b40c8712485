import type { JobHandlers } from '../../platform/jobs/job-worker.ts'
import { finishAccountDeletion } from './login.account-deletion.ts'

type LoginQueues = { farewell: { accountId: string } }
declare module '../../platform/jobs/enqueue.ts' {
  interface JobQueues extends LoginQueues {}
}

export const loginJobs: JobHandlers<keyof LoginQueues> = {
  farewell: { pollSeconds: 5, run: (context, { accountId }) => finishAccountDeletion(context, accountId) },
}
