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
 * Extends all series that became due while no server ran. Runs when a server starts, before the first request. Otherwise a time that a series is
 * about to take would count as free until the first cleanup has run. A series that cannot be extended is left to its job.
 */
export async function extendDueSeries(
  { db, clock, log }: Pick<AppContext, 'clock' | 'db' | 'log'>,
  stores: OccurrenceStores,
): Promise<void> {
  for (const due of await listDueSeries({ db, clock })) {
    await extendSeries({ db, clock }, due, stores).catch((error: unknown) =>
      log.warn('a series could not be extended at the start', { error }),
    )
  }
}

/** Returns the series with occurrences stored for fewer than `materializedMonthsAhead - 1` months ahead. */
async function listDueSeries({ db, clock }: Pick<AppContext, 'clock' | 'db'>) {
  const until = materializeUntil(clock.now().toISOString().slice(0, 10), materializedMonthsAhead - 1)
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: SeriesId; therapist_id: TherapistId }>('select id, therapist_id from def.series_to_extend($1)', [
      until,
    ]),
  )
  return rows.map((row) => ({ seriesId: row.id, therapistId: row.therapist_id }))
}

/**
 * Enqueues a job for each series that is due. Each job adds about a month, for example four or five occurrences of a weekly series.
 */
async function enqueueDueSeries({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const due = await listDueSeries({ db, clock })
  const jobs = due.map((data) => ({ name: 'series-extend' as const, data, key: data.seriesId }))
  await db.asActor({ role: 'worker', id: null }, (tx) => enqueue(tx, ...jobs))
}
