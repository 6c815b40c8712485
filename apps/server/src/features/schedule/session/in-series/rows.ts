import type { ClientId, GroupId, SeriesId, SessionId, SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { detailColumns, type EditedDetail, type SessionDetails } from '../session.fields.ts'
import {
  arraysSql,
  assignmentsSql,
  columnsSql,
  newSessionColumns,
  restoredSessionColumns,
  seriesSessionSql,
  updatedSessionColumns,
} from './fields.ts'

/** A session of a series, with the values that commands read. */
export type SeriesSession = Pick<SessionDetails, EditedDetail> & {
  id: SessionId
  /** The day of the rule to which the session belongs, even if it was moved to another day. */
  day: string
  startsAt: string
  endsAt: string
  /** Whether the session was moved individually, so that a change of the series does not affect it. */
  detached: boolean
  status: SessionStatus
  videoUrl: string | null
  callInAttune: boolean
  sequence: number
  revision: number
  bookedAt: string
  bookedAnyway: boolean
  deleted: boolean
}

/** Locks the sessions of a series. Returns them ordered by day. */
export async function lockSeriesSessions(tx: Tx, seriesId: SeriesId): Promise<SeriesSession[]> {
  const { rows } = await sql<SeriesSession>`
    select ${seriesSessionSql}, deleted_at is not null as deleted
    from app.session where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by series_day for update`.execute(
    tx.kysely,
  )
  return rows
}

export type NewSeriesSession = {
  id: SessionId
  day: string
  startsAt: string
  endsAt: string
  videoUrl: string | null
  callInAttune: boolean
  bookedAnyway: boolean
}

type SharedValues = SessionDetails & {
  seriesId: SeriesId
  therapistId: TherapistId
  clientIds: ClientId[]
  status: SessionStatus
  typeId?: SessionTypeId | null
  groupId?: GroupId | null
  now: Date
}

const column = <Of, Key extends keyof Of>(rows: Of[], key: Key): Of[Key][] => rows.map((row) => row[key])

/** Inserts sessions of a series with their participants. Uses two statements for any number of sessions. */
export async function insertSeriesSessions(tx: Tx, rows: NewSeriesSession[], shared: SharedValues): Promise<void> {
  if (!rows.length) return
  // Only a therapist can book over a conflict. Jobs insert no value, because their database role has no right to write
  // the column `booked_anyway`.
  const anyway = tx.actor.role === 'therapist'
  const answer = shared.status === 'confirmed' ? 'accepted' : 'awaited'
  await Promise.all([
    sql`
      insert into app.session (${columnsSql(newSessionColumns)}, ${sql.join(detailColumns.map(([, name]) => sql.ref(name)))},
        therapist_id, status, booked_at, series_id, type_id, group_id ${anyway ? sql`, booked_anyway` : sql``})
      select ${columnsSql(newSessionColumns)}, ${sql.join(detailColumns.map(([field]) => sql`${shared[field]}::text`))},
        ${shared.therapistId}::uuid, ${shared.status}, ${shared.now}::timestamptz, ${shared.seriesId}::uuid, ${shared.typeId ?? null}::uuid,
        ${shared.groupId ?? null}::uuid ${anyway ? sql`, v.anyway` : sql``}
      from unnest(${arraysSql(rows, newSessionColumns)}, ${column(rows, 'bookedAnyway')}::boolean[])
        as v (${columnsSql(newSessionColumns)}, anyway)`.execute(tx.kysely),
    sql`
      insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
      select ${shared.therapistId}::uuid, v.id, c.id, v.starts_at, ${answer}
      from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'startsAt')}::timestamptz[]) as v (id, starts_at)
        cross join unnest(${shared.clientIds}::uuid[]) as c (id)`.execute(tx.kysely),
  ])
}

/** The new values of a session of a series. */
export type UpdatedSession = Pick<SessionDetails, EditedDetail> & {
  id: SessionId
  day: string
  startsAt: string
  endsAt: string
  status: SessionStatus
  sequence: number
  /** Whether the change moves the session. */
  moved: boolean
  videoUrl: string | null
  callInAttune: boolean
  bookedAnyway: boolean
  detached: boolean
  /** The new answer of all participants who have not declined. Null leaves the answers unchanged. */
  answer: 'awaited' | 'accepted' | null
}

/**
 * Updates locked sessions in one statement, so that a session can take the previous time of another session of the
 * series.
 */
export async function updateSeriesSessions(
  tx: Tx,
  seriesId: SeriesId,
  rows: UpdatedSession[],
  now: Date,
): Promise<void> {
  if (!rows.length) return
  const moved = rows.filter((row) => row.moved || row.answer)
  await Promise.all([
    sql`
      update app.session s set series_id = ${seriesId}, ${assignmentsSql(updatedSessionColumns)},
        booked_at = case when v.moved then ${now} else s.booked_at end, revision = s.revision + 1, updated_at = ${now}
      from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'moved')}::boolean[], ${arraysSql(rows, updatedSessionColumns)})
        as v (id, moved, ${columnsSql(updatedSessionColumns)})
      where s.therapist_id = ${tx.actor.id} and s.id = v.id`.execute(tx.kysely),
    moved.length &&
      sql`
      update app.session_client sc set starts_at = v.starts_at, answer = case when sc.answer = 'declined' then sc.answer else coalesce(v.answer, sc.answer) end
      from unnest(${column(moved, 'id')}::uuid[], ${column(moved, 'startsAt')}::timestamptz[], ${column(moved, 'answer')}::text[]) as v (id, starts_at, answer)
      where sc.therapist_id = ${tx.actor.id} and sc.session_id = v.id`.execute(tx.kysely),
  ])
}

export type StoredAnswer = { id: SessionId; client: string; answer: string }

/** Returns the answers of the participants of the given sessions. */
export async function listStoredAnswers(tx: Tx, ids: SessionId[]): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`select session_id as id, client_id as client, answer from app.session_client
    where therapist_id = ${tx.actor.id} and session_id = any (${ids}::uuid[])`.execute(tx.kysely)
  return rows
}

/**
 * Restores the previous values of sessions that were moved together. Uses one statement for the sessions and one for
 * the participants.
 */
export async function restoreSessions(
  tx: Tx,
  seriesId: SeriesId,
  rows: SeriesSession[],
  answers: StoredAnswer[],
  now: Date,
): Promise<void> {
  await Promise.all([
    sql`
      update app.session s set series_id = ${seriesId}, ${assignmentsSql(restoredSessionColumns)},
        sequence = s.sequence + case when s.starts_at = v.starts_at and s.ends_at = v.ends_at then 0 else 1 end, revision = s.revision + 1, updated_at = ${now}
      from unnest(${column(rows, 'id')}::uuid[], ${arraysSql(rows, restoredSessionColumns)})
        as v (id, ${columnsSql(restoredSessionColumns)})
      where s.therapist_id = ${tx.actor.id} and s.id = v.id`.execute(tx.kysely),
    sql`
      update app.session_client sc set starts_at = s.starts_at, answer = v.answer
      from unnest(${column(answers, 'id')}::uuid[], ${column(answers, 'client')}::uuid[], ${column(answers, 'answer')}::text[]) as v (id, client, answer),
        app.session s
      where sc.therapist_id = ${tx.actor.id} and sc.session_id = v.id and sc.client_id = v.client and s.id = v.id`.execute(
      tx.kysely,
    ),
  ])
}

/**
 * Sets the series and the series days of sessions. A series day is the day of the rule to which a session belongs. Does
 * not change the times of the sessions.
 */
export async function setSeriesDays(tx: Tx, seriesId: SeriesId, rows: { id: SessionId; day: string }[]): Promise<void> {
  if (!rows.length) return
  await sql`
    update app.session s set series_id = ${seriesId}, series_day = v.day
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'day')}::date[]) as v (id, day)
    where s.therapist_id = ${tx.actor.id} and s.id = v.id`.execute(tx.kysely)
}

/**
 * Adds 36,525 days to the series days of sessions. The sessions can then get new series days in any order, although no
 * two sessions of a series may have the same one.
 */
export async function vacateSeriesDays(tx: Tx, ids: SessionId[]): Promise<void> {
  if (!ids.length) return
  await sql`update app.session set series_day = series_day + 36525
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}

/** Cancels sessions. With `leave`, also removes them from their series, because the new rule has no day for them. */
export async function cancelSeriesSessions(tx: Tx, ids: SessionId[], leave: boolean, now: Date): Promise<void> {
  if (!ids.length) return
  await sql`
    update app.session set status = 'cancelled', revision = revision + 1, updated_at = ${now}
      ${leave ? sql`, series_id = null, series_day = null` : sql``}
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}

/** Removes cancelled sessions from their series, so that the rule can use their days again. */
export async function removeFromSeries(tx: Tx, ids: SessionId[]): Promise<void> {
  if (!ids.length) return
  await sql`update app.session set series_id = null, series_day = null
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}

/** The status of each session after the answer. */
type AcceptedSession = { id: SessionId; to: SessionStatus }

/**
 * Sets the new status of locked sessions of a therapist, and accepts them for all participants whose answers are awaited. Row security limits a
 * client to their own participant rows, so a client accepts only for themself.
 */
export async function acceptSessions(
  tx: Tx,
  therapistId: TherapistId,
  rows: AcceptedSession[],
  now: Date,
): Promise<void> {
  const ids = column(rows, 'id')
  await Promise.all([
    sql`
      update app.session s set status = v.status, revision = s.revision + 1, updated_at = ${now}
      from unnest(${ids}::uuid[], ${column(rows, 'to')}::text[]) as v (id, status)
      where s.therapist_id = ${therapistId} and s.id = v.id`.execute(tx.kysely),
    sql`
      update app.session_client set answer = 'accepted'
      where therapist_id = ${therapistId} and session_id = any (${ids}::uuid[]) and answer = 'awaited'`.execute(
      tx.kysely,
    ),
  ])
}
