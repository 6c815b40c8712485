import { withCalendarLock } from '../schedule/schedule.ts'
import { materializeUntil } from '@attune/contract/common/recurrence'
import { shiftDay, wallClockOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { eventSeries, seriesExceptions } from './calendar.queries.ts'
import { eventSeriesDays, insertEvents, eventSpanOn } from './calendar.event-add.ts'

/** The job 'series-extend' for a series of busy times; does nothing for one of sessions. */
export const extendEventSeries = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { seriesId, therapistId }: { seriesId: string; therapistId: string },
): Promise<void> =>
  db.asActor({ role: 'worker', id: therapistId }, (tx) => materializeEventSeries(tx, seriesId, clock.now()))

/**
 * Creates the missing events of a series up to the current limit. Safe to run twice. Ignores conflicts, because an event may
 * overlap a session that was booked despite it.
 */
export async function materializeEventSeries(tx: Tx, seriesId: string, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const series = await eventSeries(tx, seriesId)
    if (!series) return
    const until = materializeUntil(wallClockOf(now.toISOString(), series.zone).day)
    if (series.laidOutUntil >= until) return
    const from = shiftDay(series.laidOutUntil, 1)
    const left = new Set(await seriesExceptions(tx, seriesId, from))
    const days = eventSeriesDays(series, until, from).filter((day) => !left.has(day))
    const rows = days.map((day) => ({ id: randomUUID(), day, ...eventSpanOn(series, day) }))
    await insertEvents(tx, series.template, seriesId, rows)
    await tx.run('update app.series set laid_out_until = $3, updated_at = $4 where therapist_id = $1 and id = $2', [
      tx.actor.id,
      seriesId,
      until,
      now,
    ])
  })
}
