import { features } from './features.ts'
import { eventOccurrences } from './features/schedule/calendar/calendar.ts'
import { recurrenceJobs } from './features/schedule/recurrence/recurrence.jobs.ts'
import { sessionOccurrences } from './features/schedule/series/series.ts'
import type { AppContext } from './platform/app-context.ts'
import { type Feature, mergeParts } from './platform/feature.ts'
import { platformCleanups, runCleanupsInOrder } from './platform/jobs/cleanup.ts'
import type { JobHandlers } from './platform/jobs/job-worker.ts'

/** The handlers of all queues. The compiler reports a declared queue that has no handler here. */
export const jobHandlers: JobHandlers = {
  mail: { pollSeconds: 1, run: ({ mailer }, data, attempt) => mailer.deliver(data, attempt) },
  prune: { pollSeconds: 20, run: (context) => runCleanups(context) },
  ...mergeParts(features, 'jobs'),
  // Recurrence cannot import what it extends: sessions and events, whose features import recurrence.
  ...recurrenceJobs({ session: sessionOccurrences, event: eventOccurrences }),
}

/** Runs the cleanups of the platform, then those of the features in the order of their list. */
export function runCleanups(context: AppContext): Promise<void> {
  const ofFeatures = Object.values<Feature>(features).flatMap(({ cleanups }) => cleanups ?? [])
  return runCleanupsInOrder([...platformCleanups, ...ofFeatures], context)
}
