import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { type EstimateJob, makeEstimateDocument } from './estimate.document.ts'

type EstimateQueues = { 'estimate-document': EstimateJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends EstimateQueues {}
}

export const estimateJobs: JobHandlers<keyof EstimateQueues> = {
  'estimate-document': {
    pollSeconds: 2,
    workers: 2,
    adds: { ...noticeJobs, 'estimate-document': 'once' },
    run: makeEstimateDocument,
  },
}
