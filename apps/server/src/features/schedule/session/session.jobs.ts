import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import type { ReminderJob } from '../schedule/schedule.ts'
import { expireRequestsAtStart } from './book/due.ts'
import { runReminderJob } from './notify/reminders.ts'

type SessionQueues = {
  'session-due': { sessionId: SessionId; therapistId: TherapistId }
  reminder: ReminderJob
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends SessionQueues {}
}

export const sessionJobs: JobHandlers<keyof SessionQueues> = {
  'session-due': {
    pollSeconds: 5,
    workers: 5,
    adds: { ...noticeJobs, 'session-due': 'once' },
    run: expireRequestsAtStart,
  },
  reminder: { pollSeconds: 5, workers: 5, adds: { ...noticeJobs, reminder: 'once' }, run: runReminderJob },
}
