import type { EventId, SeriesId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { TimeSpan } from '../../schedule/schedule.ts'

/** The new values of an event. */
export type EventRowUpdate = TimeSpan & {
  id: EventId
  seriesId: SeriesId | null
  day: string | null
  /** Marks an individually changed event: a change of the series does not affect its times and title. */
  detached: boolean
}

/**
 * Updates times, titles and locations of events. The title and location of `what` apply to the event with the id
 * `what.id` and to all events that follow the rule.
 * Postgres checks the unique key of series and day row by row. The function therefore removes all rows from their
 * series before it sets their new days.
 */
export async function updateEvents(
  tx: Tx,
  what: { id: EventId; title: string; location: string },
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

export async function deleteEvents(tx: Tx, ids: EventId[]): Promise<void> {
  if (!ids.length) return
  await tx.run('delete from app.event where therapist_id = $1 and id = any ($2::uuid[])', [tx.actor.id, ids])
}
