import { shiftDay } from '@attune/contract/common/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import type { RecurrenceRule } from './recurrence.dates.ts'

/** A series as stored. `template` holds the values that each new occurrence gets. */
export type StoredSeries<Template = unknown> = RecurrenceRule & {
  id: string
  kind: 'session' | 'event'
  template: Template
  laidOutUntil: string
  lastDay: string | null
}

/**
 * An occurrence as stored. `day` is the day of the rule to which the occurrence belongs, even if the occurrence was
 * moved to another day.
 */
export type StoredOccurrence = {
  id: string
  day: string
  startsAt: string
  endsAt: string
  /** Whether the occurrence was changed individually. */
  detached: boolean
}

/** A day before any series. */
const earliestDay = '0001-01-01'

export const seriesColumns = sql`select id, kind, repeat, zone, first_day as "firstDay", time, duration_minutes as "durationMinutes", template,
  laid_out_until as "laidOutUntil", last_day as "lastDay" from app.series`

/** Finds a series by id. Row-level security limits the rows to the acting therapist, or in a job to the therapist that the job runs for. */
export async function seriesById<Template>(tx: Tx, id: string): Promise<StoredSeries<Template> | undefined> {
  const { rows } = await sql<StoredSeries<Template>>`${seriesColumns} where id = ${id}`.execute(tx.kysely)
  return rows[0]
}

const columnsOf = (series: Omit<StoredSeries, 'kind' | 'id' | 'zone'>) => ({
  repeat: JSON.stringify(series.repeat),
  first_day: series.firstDay,
  time: series.time,
  duration_minutes: series.durationMinutes,
  template: JSON.stringify(series.template),
  laid_out_until: series.laidOutUntil,
  last_day: series.lastDay,
})

/** Inserts a series without any of its occurrences. */
export const insertSeries = (tx: Tx, series: StoredSeries) =>
  tx.kysely
    .insertInto('series')
    .values({
      id: series.id,
      therapist_id: tx.actor.id as string,
      kind: series.kind,
      zone: series.zone,
      ...columnsOf(series),
    })
    .execute()

export const updateSeries = (tx: Tx, id: string, set: Parameters<typeof columnsOf>[0], now: Date) =>
  tx.kysely
    .updateTable('series')
    .set({ ...columnsOf(set), updated_at: now })
    .where('id', '=', id)
    .execute()

/** Ends a series on the day before `day`, unless it ends earlier. */
export const endSeriesBefore = (tx: Tx, id: string, day: string, now: Date) =>
  sql`update app.series set last_day = least(last_day, ${shiftDay(day, -1)}::date), updated_at = ${now} where id = ${id}`.execute(
    tx.kysely,
  )

/** Deletes a series without occurrences. */
export const deleteSeries = (tx: Tx, id: string) => sql`delete from app.series where id = ${id}`.execute(tx.kysely)

/** Returns the exceptions of a series: days of the rule that have no occurrence. */
export async function exceptionsOf(tx: Tx, seriesId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from app.series_gap where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by day`.execute(
    tx.kysely,
  )
  return rows.map(({ day }) => day)
}

export async function addExceptions(tx: Tx, seriesId: string, days: string[]): Promise<void> {
  if (!days.length) return
  await sql`insert into app.series_gap (therapist_id, series_id, day)
    select ${tx.actor.id}::uuid, ${seriesId}::uuid, d.day from unnest(${days}::date[]) as d (day) on conflict do nothing`.execute(
    tx.kysely,
  )
}

/**
 * Deletes the exceptions of the series `from` on and after `cutoff`, and adds `days` as exceptions of the series `to`,
 * which is the same series by default.
 */
export async function replaceExceptions(
  tx: Tx,
  { from, cutoff = earliestDay, to = from, days }: { from: string; cutoff?: string; to?: string; days: string[] },
): Promise<void> {
  await sql`delete from app.series_gap where therapist_id = ${tx.actor.id} and series_id = ${from} and day >= ${cutoff}`.execute(
    tx.kysely,
  )
  await addExceptions(tx, to, days)
}
