import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { type FormDocumentJob, makeFormDocument } from './document/document.ts'
import { enqueueDueForms, type FormReminderJob, sendFormReminder } from './form.remind.ts'

type FormQueues = { 'form-document': FormDocumentJob; 'form-remind': FormReminderJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends FormQueues {}
}

export const formJobs: JobHandlers<keyof FormQueues> = {
  'form-document': {
    pollSeconds: 2,
    workers: 2,
    adds: { ...noticeJobs, 'form-document': 'once' },
    run: makeFormDocument,
  },
  'form-remind': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: sendFormReminder },
}

export const formCleanups: readonly Cleanup[] = [enqueueDueForms]
