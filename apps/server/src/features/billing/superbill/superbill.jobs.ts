import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { makeSuperbillDocument, type SuperbillJob } from './superbill.document.ts'

type SuperbillQueues = { 'superbill-document': SuperbillJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends SuperbillQueues {}
}

export const superbillJobs: JobHandlers<keyof SuperbillQueues> = {
  'superbill-document': {
    pollSeconds: 1,
    workers: 2,
    adds: { ...noticeJobs, 'superbill-document': 'once' },
    run: makeSuperbillDocument,
  },
}
