import { features } from './features.ts'
import { eventOccurrences } from './features/schedule/calendar/calendar.ts'
import { extendDueSeries, recurrenceJobs } from './features/schedule/recurrence/recurrence.jobs.ts'
import { sessionOccurrences } from './features/schedule/series/series.ts'
import type { AppContext } from './platform/app-context.ts'
import { type Feature, mergeParts } from './platform/feature.ts'
import { type AddedJobs, noticeJobs } from './platform/jobs/added-jobs.ts'
import { type Cleanup, platformCleanups, runCleanupsInOrder } from './platform/jobs/cleanup.ts'
import type { JobHandlers } from './platform/jobs/job-worker.ts'

/** The cleanups add jobs for overdue work. Without keys, each run would add a job although the previous one is still waiting. */
const addedByCleanups: AddedJobs = {
  ...noticeJobs,
  'calendar-read': 'keyed',
  'calendar-sync': 'keyed',
  'file-check': 'keyed',
  'form-remind': 'keyed',
  'online-payment': 'keyed',
  'guardian-age': 'keyed',
  'record-ending': 'keyed',
  'record-hold': 'keyed',
  'record-request-remind': 'keyed',
  'series-extend': 'keyed',
  'task-deliver': 'keyed',
  'task-remind': 'keyed',
  'text-media': 'keyed',
  'treatment-plan-review': 'keyed',
  'waiting-list': 'keyed',
}

const occurrenceStores = { session: sessionOccurrences, event: eventOccurrences }

/** The handlers of all queues. The compiler reports a declared queue that has no handler here. */
export const jobHandlers: JobHandlers = {
  mail: {
    pollSeconds: 1,
    workers: 5,
    adds: { mail: 'once' },
    run: ({ mailer }, data, attempt) => mailer.deliver(data, attempt),
  },
  prune: { pollSeconds: 20, workers: 1, adds: addedByCleanups, run: (context) => runCleanups(context) },
  ...mergeParts(features, 'jobs'),
  // Recurrence cannot import sessions and events, because both features import recurrence.
  ...recurrenceJobs(occurrenceStores),
}

/** Extends the series that became due while no server ran. Runs when a server starts. */
export const extendSeriesAtStart = (context: AppContext): Promise<void> => extendDueSeries(context, occurrenceStores)

/** Runs the cleanups of the platform, then those of the features. */
export function runCleanups(context: AppContext): Promise<void> {
  return runCleanupsInOrder([...platformCleanups, ...cleanupsOf(Object.values<Feature>(features))], context)
}

/** Returns the cleanups of features in the order in which they run. */
export function cleanupsOf(all: readonly Feature[]): Cleanup[] {
  const inOrder = [
    ...all.filter(({ cleansUpLast }) => !cleansUpLast),
    ...all.filter(({ cleansUpLast }) => cleansUpLast),
  ]
  return inOrder.flatMap(({ cleanups }) => cleanups ?? [])
}
