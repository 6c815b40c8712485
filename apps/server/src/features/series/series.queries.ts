import { shiftDay, wallClockOf } from '@attune/contract/common/time'
import type { Series } from '@attune/contract/features/series'
import { slotHoldingStatuses } from '@attune/contract/features/session.states'
import type { SessionStatus } from '@attune/contract/features/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import type { RecurrenceRule } from './series.dates.ts'

/** The content of each session of a series. */
export type SeriesTemplate = {
  clientIds: string[]
  format: string
  therapyType: string
  location: string
  /** The link given for the series; without it each session has the therapist’s link, or its own room there. */
  videoUrl: string | null
  agreed: boolean
}

export type SessionSeriesRow = RecurrenceRule & {
  id: string
  kind: 'session' | 'event'
  template: SeriesTemplate
  laidOutUntil: string
  lastDay: string | null
}

const seriesColumns = sql`select id, kind, repeat, zone, first_day as "firstDay", time, duration_minutes as "durationMinutes", template,
  laid_out_until as "laidOutUntil", last_day as "lastDay" from app.series`

/** A series of the acting therapist; in a job, of the therapist for whom it runs. */
export async function seriesById(tx: Tx, id: string): Promise<SessionSeriesRow | undefined> {
  const { rows } = await sql<SessionSeriesRow>`${seriesColumns} where id = ${id}`.execute(tx.kysely)
  return rows[0]
}

/** The series of a session, wherever the session was moved to. */
export async function seriesOf(tx: Tx, sessionId: string): Promise<SessionSeriesRow | undefined> {
  const { rows } = await sql<SessionSeriesRow>`${seriesColumns}
    where kind = 'session' and id = (select s.series_id from app.session s where s.id = ${sessionId} and s.deleted_at is null)`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** The series that contains the sessions of a command after it. */
export async function seriesAfter(tx: Tx, act: string): Promise<SessionSeriesRow | undefined> {
  const { rows } = await sql<SessionSeriesRow>`${seriesColumns}
    where id = (select s.series_id from app.session_history h join app.session s on s.id = h.session_id
      where h.therapist_id = ${tx.actor.id} and h.act = ${act} and s.series_id is not null limit 1)`.execute(tx.kysely)
  return rows[0]
}

/** A session of a series as a command finds it. */
export type SeriesSession = {
  id: string
  day: string
  startsAt: string
  endsAt: string
  status: SessionStatus
  format: string
  location: string
  videoUrl: string | null
  sequence: number
  revision: number
  bookedAt: string
  bookedAnyway: boolean
  detached: boolean
  deleted: boolean
}

/** The sessions of a series by day, locked. */
export async function lockSeriesSessions(tx: Tx, seriesId: string): Promise<SeriesSession[]> {
  const { rows } = await sql<SeriesSession>`
    select id, series_day as day, starts_at as "startsAt", ends_at as "endsAt", status, format, location, video_url as "videoUrl",
      sequence, revision, booked_at as "bookedAt", booked_anyway as "bookedAnyway", detached, deleted_at is not null as deleted
    from app.session where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by series_day for update`.execute(
    tx.kysely,
  )
  return rows
}

export const holdsSlot = ({ status, deleted }: Pick<SeriesSession, 'status' | 'deleted'>): boolean =>
  !deleted && (slotHoldingStatuses as readonly string[]).includes(status)

export const isUpcoming = ({ startsAt }: Pick<SeriesSession, 'startsAt'>, now: Date): boolean =>
  Date.parse(startsAt) > now.getTime()

export async function exceptionsOf(tx: Tx, seriesId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from app.series_gap where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by day`.execute(
    tx.kysely,
  )
  return rows.map(({ day }) => day)
}

/** A series with the number of its upcoming sessions. */
export async function toSeries(tx: Tx, row: SessionSeriesRow, now: Date): Promise<Series> {
  const today = wallClockOf(now.toISOString(), row.zone).day
  const [counts, gaps] = await Promise.all([
    sql<{ coming: number; detached: number }>`
      select count(*) filter (where not detached and status = any (${[...slotHoldingStatuses]}::text[])) as coming,
        count(*) filter (where detached) as detached
      from app.session
      where therapist_id = ${tx.actor.id} and series_id = ${row.id} and starts_at > ${now} and deleted_at is null`.execute(
      tx.kysely,
    ),
    exceptionsOf(tx, row.id),
  ])
  const { coming = 0, detached = 0 } = counts.rows[0] ?? {}
  return {
    id: row.id,
    repeat: row.repeat,
    zone: row.zone,
    firstDay: row.firstDay,
    time: row.time,
    durationMinutes: row.durationMinutes,
    lastDay: row.lastDay,
    laidOutUntil: row.laidOutUntil,
    coming,
    detached,
    gaps: gaps.filter((day) => day >= today),
  }
}

/** The acting therapist’s time zone. */
export async function actingTherapistZone(tx: Tx): Promise<string> {
  const { zone } = await tx.kysely
    .selectFrom('profile')
    .select('zone')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return zone
}

/** Inserts a series of sessions without any of its sessions. */
export const insertSessionSeries = (tx: Tx, row: Omit<SessionSeriesRow, 'kind'>) =>
  tx.kysely
    .insertInto('series')
    .values({
      id: row.id,
      therapist_id: tx.actor.id as string,
      kind: 'session',
      repeat: JSON.stringify(row.repeat),
      zone: row.zone,
      first_day: row.firstDay,
      time: row.time,
      duration_minutes: row.durationMinutes,
      template: JSON.stringify(row.template),
      laid_out_until: row.laidOutUntil,
      last_day: row.lastDay,
    })
    .execute()

export const updateSeries = (tx: Tx, id: string, set: Omit<SessionSeriesRow, 'kind' | 'id' | 'zone'>, now: Date) =>
  tx.kysely
    .updateTable('series')
    .set({
      repeat: JSON.stringify(set.repeat),
      first_day: set.firstDay,
      time: set.time,
      duration_minutes: set.durationMinutes,
      template: JSON.stringify(set.template),
      laid_out_until: set.laidOutUntil,
      last_day: set.lastDay,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()

/** Ends a series on the day before. */
export const endSeriesBefore = (tx: Tx, id: string, day: string, now: Date) =>
  sql`update app.series set last_day = least(last_day, ${shiftDay(day, -1)}::date), updated_at = ${now} where id = ${id}`.execute(
    tx.kysely,
  )

/** Deletes a series without sessions. */
export const deleteSeries = (tx: Tx, id: string) => sql`delete from app.series where id = ${id}`.execute(tx.kysely)

/** Ends series without active participants, after a client of the therapist became inactive. */
export const endSeriesWithoutClients = (tx: Tx, clientId: string) => tx.run('select def.end_series_of($1)', [clientId])

export async function addExceptions(tx: Tx, seriesId: string, days: string[]): Promise<void> {
  if (!days.length) return
  await sql`insert into app.series_gap (therapist_id, series_id, day)
    select ${tx.actor.id}::uuid, ${seriesId}::uuid, d.day from unnest(${days}::date[]) as d (day) on conflict do nothing`.execute(
    tx.kysely,
  )
}

/** Replaces the exceptions of a series from a day on, or moves them to another series. */
export async function replaceExceptions(
  tx: Tx,
  from: string,
  cutoff: string,
  to: string,
  days: string[],
): Promise<void> {
  await sql`delete from app.series_gap where therapist_id = ${tx.actor.id} and series_id = ${from} and day >= ${cutoff}`.execute(
    tx.kysely,
  )
  await addExceptions(tx, to, days)
}
