import type { SeriesId, TherapistId } from '@attune/contract/common/ids'
import { materializeUntil, materializedMonthsAhead } from '@attune/contract/common/time/recurrence'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { extendSeries, type OccurrenceStores } from './recurrence.extend.ts'

type SeriesQueues = { 'series-extend': { seriesId: SeriesId; therapistId: TherapistId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends SeriesQueues {}
}

export const recurrenceJobs = (stores: OccurrenceStores): JobHandlers<keyof SeriesQueues> => ({
  'series-extend': {
    pollSeconds: 5,
    workers: 2,
    adds: { ...noticeJobs, reminder: 'each' },
    run: (context, data) => extendSeries(context, data, stores),
  },
})

export const recurrenceCleanups: readonly Cleanup[] = [enqueueDueSeries]

/**
 * Enqueues a job for each series with occurrences stored for fewer than `materializedMonthsAhead - 1` months ahead.
 * Each job adds about a month, for example four or five occurrences of a weekly series.
 */
async function enqueueDueSeries({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const until = materializeUntil(clock.now().toISOString().slice(0, 10), materializedMonthsAhead - 1)
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: SeriesId; therapist_id: TherapistId }>(
      'select id, therapist_id from def.series_to_extend($1)',
      [until],
    )
    const jobs = rows.map((row) => ({
      name: 'series-extend' as const,
      data: { seriesId: row.id, therapistId: row.therapist_id },
      key: row.id,
    }))
    await enqueue(tx, ...jobs)
  })
}
