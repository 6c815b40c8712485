import type { ClientId, GroupId, SeriesId } from '@attune/contract/common/ids'
import { shiftDay } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { RecurrenceRule } from './recurrence.dates.ts'

/** A series of sessions or busy times: its rule, and how far its occurrences exist as rows. */
export type StoredSeries<Template = unknown> = RecurrenceRule & {
  id: SeriesId
  kind: 'session' | 'event'
  /** The values that each new occurrence gets. */
  template: Template
  /** The day until which occurrences exist as rows. */
  materializedUntil: string
  /** The last day of the series; null if it does not end. */
  lastDay: string | null
}

/** The columns of a session or busy time of a series that a change of the series needs. */
export type StoredOccurrence = {
  id: string
  /** The day of the rule to which the occurrence belongs, even if the occurrence was moved to another day. */
  day: string
  startsAt: string
  endsAt: string
  /** Whether the occurrence was changed individually. */
  detached: boolean
}

/** A day before the first day of every series. */
const earliestDay = '0001-01-01'

export const seriesColumns = sql`select id, kind, repeat, zone, first_day as "firstDay", time, duration_minutes as "durationMinutes", template,
  laid_out_until as "materializedUntil", last_day as "lastDay" from app.series`

/**
 * Finds a series by id. Row security limits the result to series of the acting therapist. In a job, this is the
 * therapist for whom the job runs.
 */
export async function findSeries<Template>(tx: Tx, id: SeriesId): Promise<StoredSeries<Template> | undefined> {
  const { rows } = await sql<StoredSeries<Template>>`${seriesColumns} where id = ${id}`.execute(tx.kysely)
  return rows[0]
}

const columnsOf = (series: Omit<StoredSeries, 'kind' | 'id' | 'zone'>) => ({
  repeat: JSON.stringify(series.repeat),
  first_day: series.firstDay,
  time: series.time,
  duration_minutes: series.durationMinutes,
  template: JSON.stringify(series.template),
  laid_out_until: series.materializedUntil,
  last_day: series.lastDay,
})

/** Inserts a series, but none of its occurrences. */
export const insertSeries = (tx: Tx, series: StoredSeries) =>
  tx.kysely
    .insertInto('series')
    .values({
      id: series.id,
      therapist_id: tx.actor.id,
      kind: series.kind,
      zone: series.zone,
      ...columnsOf(series),
    })
    .execute()

export const updateSeries = (tx: Tx, id: SeriesId, set: Parameters<typeof columnsOf>[0], now: Date) =>
  tx.kysely
    .updateTable('series')
    .set({ ...columnsOf(set), updated_at: now })
    .where('id', '=', id)
    .execute()

/** Ends a series on the day before `day`, unless the series ends earlier. */
export const endSeriesBefore = (tx: Tx, id: SeriesId, day: string, now: Date) =>
  sql`update app.series set last_day = least(last_day, ${shiftDay(day, -1)}::date), updated_at = ${now} where id = ${id}`.execute(
    tx.kysely,
  )

/** Ends a series on the day until which its occurrences exist as rows. */
export const endSeriesWhereMaterialized = (tx: Tx, id: SeriesId, now: Date) =>
  sql`update app.series set last_day = laid_out_until, updated_at = ${now} where id = ${id}`.execute(tx.kysely)

/** Sets the zone of the given series of the acting therapist, and the time of day of each series. Later occurrences follow the new rule. */
export const setSeriesTimes = (tx: Tx, zone: string, rules: { id: SeriesId; time: string }[], now: Date) =>
  tx.run(
    `update app.series s set zone = $2, time = v.time, updated_at = $5
     from unnest($3::uuid[], $4::text[]) v (id, time) where s.therapist_id = $1 and s.id = v.id`,
    [tx.actor.id, zone, rules.map(({ id }) => id), rules.map(({ time }) => time), now],
  )

/** Adds a client to the templates of series of sessions, so that their later sessions include the client. */
export const addClientToSeries = (tx: Tx, ids: string[], clientId: ClientId, now: Date) =>
  sql`
    update app.series set updated_at = ${now},
      template = jsonb_set(template, '{clientIds}', ((template -> 'clientIds') - ${clientId}::text) || jsonb_build_array(${clientId}::text))
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[]) and kind = 'session'`.execute(tx.kysely)

/** Removes a client from the templates of all series of a group. */
export const removeClientFromSeriesOfGroup = (tx: Tx, groupId: GroupId, clientId: ClientId, now: Date) =>
  sql`
    update app.series set updated_at = ${now}, template = jsonb_set(template, '{clientIds}', (template -> 'clientIds') - ${clientId}::text)
    where therapist_id = ${tx.actor.id} and kind = 'session' and template ->> 'groupId' = ${groupId}`.execute(tx.kysely)

/** Deletes a series that has no occurrences. */
export const deleteSeries = (tx: Tx, id: SeriesId) => sql`delete from app.series where id = ${id}`.execute(tx.kysely)

/** Returns the exceptions of a series: days of the rule that have no occurrence. */
export async function listExceptions(tx: Tx, seriesId: SeriesId): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from app.series_gap where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by day`.execute(
    tx.kysely,
  )
  return rows.map(({ day }) => day)
}

export async function addExceptions(tx: Tx, seriesId: SeriesId, days: string[]): Promise<void> {
  if (!days.length) return
  await sql`insert into app.series_gap (therapist_id, series_id, day)
    select ${tx.actor.id}::uuid, ${seriesId}::uuid, d.day from unnest(${days}::date[]) as d (day) on conflict do nothing`.execute(
    tx.kysely,
  )
}

/**
 * Deletes the exceptions of the series `from` from the day `cutoff` on. Exceptions are days of the rule that have no
 * occurrence. Then adds `days` as exceptions of the series `to`, by default the same series.
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
