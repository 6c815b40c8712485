import { shiftDay } from '@attune/contract/common/time'
import type { Tx } from '../../platform/database/actor.ts'
import type { EventSeries } from './calendar.queries.ts'
import type { TimeSpan } from '../schedule/schedule.ts'
import { eventSeriesColumns } from './calendar.event-add.ts'

/** The new values of an event. `detached`: individually changed, so that a change of the series keeps its time and title. */
export type EventRowUpdate = TimeSpan & { id: string; seriesId: string | null; day: string | null; detached: boolean }

/**
 * Updates times, titles and places in a series. The unique key of series and day is checked row by row, so the rows first leave the
 * series and then take their new days. Individually changed events keep their titles, except the event `what` itself.
 */
export async function updateEvents(
  tx: Tx,
  what: { id: string; title: string; location: string },
  rows: EventRowUpdate[],
  now: Date,
): Promise<void> {
  if (!rows.length) return
  const ids = rows.map((row) => row.id)
  if (rows.length > 1)
    await tx.run(
      'update app.event set series_id = null, series_day = null where therapist_id = $1 and id = any ($2::uuid[])',
      [tx.actor.id, ids],
    )
  await tx.run(
    `update app.event e set starts_at = r.starts_at, ends_at = r.ends_at, series_id = r.series_id, series_day = r.day, detached = r.detached,
       title = case when r.takes then $2 else e.title end, location = case when r.takes then $3 else e.location end,
       revision = e.revision + 1, updated_at = $11
     from unnest($4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::uuid[], $8::date[], $9::boolean[], $10::boolean[])
       r (id, starts_at, ends_at, series_id, day, detached, takes)
     where e.therapist_id = $1 and e.id = r.id`,
    [
      tx.actor.id,
      what.title,
      what.location,
      ids,
      rows.map((row) => row.startsAt),
      rows.map((row) => row.endsAt),
      rows.map((row) => row.seriesId),
      rows.map((row) => row.day),
      rows.map((row) => row.detached),
      rows.map((row) => row.id === what.id || !(row.detached || row.seriesId === null)),
      now,
    ],
  )
}

export async function deleteEvents(tx: Tx, ids: string[]): Promise<void> {
  if (!ids.length) return
  await tx.run('delete from app.event where therapist_id = $1 and id = any ($2::uuid[])', [tx.actor.id, ids])
}

export const updateEventSeries = (tx: Tx, series: EventSeries, now: Date) =>
  tx.kysely
    .updateTable('series')
    .set({ ...eventSeriesColumns(series), updated_at: now })
    .where('id', '=', series.id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()

/** Ends a series before a day. */
export const endEventSeries = (tx: Tx, id: string, from: string, now: Date) =>
  tx.run(
    `update app.series set last_day = least(last_day, $3::date), updated_at = $4 where therapist_id = $1 and id = $2`,
    [tx.actor.id, id, shiftDay(from, -1), now],
  )

/** Replaces the left-out days of a series between `from` and `to`, and stores them for the series `under`. */
export async function replaceSeriesExceptions(
  tx: Tx,
  id: string,
  from: string,
  under: string,
  gaps: string[],
  to = '9999-12-31',
) {
  await tx.run(
    'delete from app.series_gap where therapist_id = $1 and series_id = $2 and day between $3::date and $4::date',
    [tx.actor.id, id, from, to],
  )
  if (!gaps.length) return
  await tx.run('insert into app.series_gap (therapist_id, series_id, day) select $1, $2, unnest($3::date[])', [
    tx.actor.id,
    under,
    gaps,
  ])
}
