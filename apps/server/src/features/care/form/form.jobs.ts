import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { type FormCodeJob, sendFormCode } from './ticket/code-text.ts'
import { type FormDocumentJob, makeFormDocument } from './document/document.ts'
import { enqueueDueForms, type FormReminderJob, sendFormReminder } from './form.remind.ts'

type FormQueues = { 'form-document': FormDocumentJob; 'form-remind': FormReminderJob; 'form-code': FormCodeJob }
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
  'form-code': { pollSeconds: 2, workers: 1, adds: {}, run: sendFormCode },
  'form-remind': { pollSeconds: 5, workers: 2, adds: noticeJobs, run: sendFormReminder },
}

export const formCleanups: readonly Cleanup[] = [enqueueDueForms]
