import type { ExternalCalendarId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { type SyncJob, syncDueCalendar } from './sync/sync.ts'

type ExternalCalendarQueues = { 'calendar-sync': SyncJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends ExternalCalendarQueues {}
}

export const externalCalendarJobs: JobHandlers<keyof ExternalCalendarQueues> = {
  'calendar-sync': { pollSeconds: 5, workers: 5, adds: noticeJobs, run: syncDueCalendar },
}

export const externalCalendarCleanups: readonly Cleanup[] = [enqueueDueCalendars]

/** Enqueues a sync of each external calendar that is due. */
async function enqueueDueCalendars({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: ExternalCalendarId; therapist_id: TherapistId }>(
      'select id, therapist_id from def.external_calendars_to_sync($1)',
      [clock.now()],
    )
    const jobs = rows.map((row) => ({
      name: 'calendar-sync' as const,
      data: { calendarId: row.id, therapistId: row.therapist_id },
      key: row.id,
    }))
    await enqueue(tx, ...jobs)
  })
}
