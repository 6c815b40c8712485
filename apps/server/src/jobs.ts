import { calendarCleanups, calendarJobs } from './features/calendar/calendar.jobs.ts'
import { extendEventSeries } from './features/calendar/calendar.ts'
import { fileCleanups, fileJobs } from './features/file/file.jobs.ts'
import { journalCleanups } from './features/journal/journal.jobs.ts'
import { loginCleanups, loginJobs } from './features/login/login.jobs.ts'
import { seriesCleanups, seriesJobs } from './features/series/series.jobs.ts'
import { sessionJobs } from './features/session/session.jobs.ts'
import { taskCleanups, taskJobs } from './features/task/task.jobs.ts'
import type { AppContext } from './platform/app-context.ts'
import { platformCleanups, runInTurn } from './platform/jobs/cleanup.ts'
import type { JobHandlers } from './platform/jobs/job-worker.ts'

/** The handlers of all queues. A queue that a feature declares without a handler here does not compile. */
export const jobHandlers: JobHandlers = {
  mail: { pollSeconds: 1, run: ({ mailer }, data, attempt) => mailer.deliver(data, attempt) },
  prune: { pollSeconds: 20, run: (context) => runCleanups(context) },
  ...calendarJobs,
  ...fileJobs,
  ...loginJobs,
  ...seriesJobs,
  ...sessionJobs,
  ...taskJobs,
  /** Sessions and busy times have one table of series; each function ignores the series of the other. */
  'series-extend': {
    ...seriesJobs['series-extend'],
    async run(context, data, attempt) {
      await seriesJobs['series-extend'].run(context, data, attempt)
      await extendEventSeries(context, data)
    },
  },
}

/** Runs the cleanups of the platform and of all features. */
export const runCleanups = (context: AppContext): Promise<void> =>
  runInTurn(
    [
      ...platformCleanups,
      ...loginCleanups,
      ...calendarCleanups,
      ...seriesCleanups,
      ...taskCleanups,
      ...journalCleanups,
      ...fileCleanups,
    ],
    context,
  )
