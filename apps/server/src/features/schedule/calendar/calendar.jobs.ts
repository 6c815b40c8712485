import type { ImportedCalendarId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { refreshDueImport } from './import/read.ts'

type CalendarQueues = { 'calendar-read': { calendarId: ImportedCalendarId; therapistId: TherapistId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends CalendarQueues {}
}

export const calendarJobs: JobHandlers<keyof CalendarQueues> = {
  'calendar-read': { pollSeconds: 5, workers: 5, adds: noticeJobs, run: refreshDueImport },
}

export const calendarCleanups: readonly Cleanup[] = [enqueueDueImports]

/**
 * Enqueues a read of each imported calendar that is due. If a calendar is enqueued twice, the second job does
 * nothing, because the calendar is no longer due.
 */
async function enqueueDueImports({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: ImportedCalendarId; therapist_id: TherapistId }>(
      'select id, therapist_id from def.calendars_to_read($1)',
      [clock.now()],
    )
    const jobs = rows.map((row) => ({
      name: 'calendar-read' as const,
      data: { calendarId: row.id, therapistId: row.therapist_id },
      key: row.id,
    }))
    await enqueue(tx, ...jobs)
  })
}
