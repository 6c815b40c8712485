import type { SeriesId, TherapistId } from '@attune/contract/common/ids'
import { materializeUntil } from '@attune/contract/common/time/recurrence'
import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { withCalendarLock } from '../schedule/schedule.ts'
import { isUpcoming, occurrencesOf } from './recurrence.dates.ts'
import { listExceptions, findSeries, type StoredSeries } from './recurrence.queries.ts'
import type { OccurrenceStore } from './recurrence.store.ts'

/** The store for each kind of series. The job ignores a series if its kind has no store. */
export type OccurrenceStores = Partial<Record<StoredSeries['kind'], Pick<OccurrenceStore, 'daysFrom' | 'extend'>>>

/**
 * Runs the job that stores the occurrences of a series for the next twelve months as rows. Repeating the job adds no
 * rows.
 */
export const extendSeries = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { seriesId, therapistId }: { seriesId: SeriesId; therapistId: TherapistId },
  stores: OccurrenceStores,
): Promise<void> =>
  db.asActor({ role: 'worker', id: therapistId }, (tx) => materializeSeries(tx, seriesId, stores, clock.now()))

/** Inserts the missing occurrences of a series for the next twelve months, or until the series ends. */
export async function materializeSeries(
  tx: Tx,
  seriesId: SeriesId,
  stores: OccurrenceStores,
  now: Date,
): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const series = await findSeries(tx, seriesId)
    const store = series && stores[series.kind]
    if (!store) return
    const until = materializeUntil(todayIn(series.zone, now))
    const from = shiftDay(series.materializedUntil, 1)
    if (until < from) return
    const to = series.lastDay && series.lastDay < until ? series.lastDay : until
    const [days, exceptions] = await Promise.all([store.daysFrom(tx, seriesId, from), listExceptions(tx, seriesId)])
    const taken = new Set([...days, ...exceptions])
    const dates = occurrencesOf(series, to, from).filter((date) => !taken.has(date.day) && isUpcoming(date, now))
    if (!(await store.extend(tx, series, dates, now))) return
    await sql`update app.series set laid_out_until = ${until}, updated_at = ${now} where id = ${seriesId}`.execute(
      tx.kysely,
    )
  })
}
