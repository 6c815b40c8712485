import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { runWaitingListJob, type WaitingListJob } from './waiting-list.advance.ts'

type WaitingListQueues = { 'waiting-list': WaitingListJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends WaitingListQueues {}
}

export const waitingListJobs: JobHandlers<keyof WaitingListQueues> = {
  'waiting-list': { pollSeconds: 2, run: runWaitingListJob },
}
