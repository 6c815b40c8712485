import { layOutUntil } from '@attune/contract/common/recurrence'
import { shiftDay, wallOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { lockCalendar } from '../session/session.ts'
import { eventSeries, gapsOfSeries } from './calendar.queries.ts'
import { daysOf, insertEvents, spanOn } from './event.add.ts'

/**
 * Creates the missing events of a series up to the current limit. Safe to run twice. Ignores conflicts, because an event may
 * overlap a session that was booked despite it.
 */
export async function extendEvents(tx: Tx, seriesId: string, now: Date): Promise<void> {
  const [, series] = await Promise.all([lockCalendar(tx, tx.actor.id as string), eventSeries(tx, seriesId)])
  if (!series) return
  const until = layOutUntil(wallOf(now.toISOString(), series.zone).day)
  if (series.laidOutUntil >= until) return
  const from = shiftDay(series.laidOutUntil, 1)
  const left = new Set(await gapsOfSeries(tx, seriesId, from))
  const days = daysOf(series, until, from).filter((day) => !left.has(day))
  const rows = days.map((day) => ({ id: randomUUID(), day, ...spanOn(series, day) }))
  await insertEvents(tx, series.template, seriesId, rows)
  await tx.run('update app.series set laid_out_until = $3, updated_at = $4 where therapist_id = $1 and id = $2', [
    tx.actor.id,
    seriesId,
    until,
    now,
  ])
}
