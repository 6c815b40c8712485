import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { detailColumns, type EditedDetail, type SessionDetails } from '../session/session.ts'
import {
  arraysSql,
  assignmentsSql,
  columnsSql,
  newSessionColumns,
  restoredSessionColumns,
  updatedSessionColumns,
} from './series.fields.ts'
import type { SeriesSession } from './series.queries.ts'

export type NewSeriesSession = {
  id: string
  day: string
  startsAt: string
  endsAt: string
  videoUrl: string | null
  bookedAnyway: boolean
}

type SharedValues = SessionDetails & {
  seriesId: string
  therapistId: string
  clientIds: string[]
  status: SessionStatus
  typeId?: string | null
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
        therapist_id, status, booked_at, series_id, type_id ${anyway ? sql`, booked_anyway` : sql``})
      select ${columnsSql(newSessionColumns)}, ${sql.join(detailColumns.map(([field]) => sql`${shared[field]}::text`))},
        ${shared.therapistId}::uuid, ${shared.status}, ${shared.now}::timestamptz, ${shared.seriesId}::uuid, ${shared.typeId ?? null}::uuid ${anyway ? sql`, v.anyway` : sql``}
      from unnest(${arraysSql(rows, newSessionColumns)}, ${column(rows, 'bookedAnyway')}::boolean[])
        as v (${columnsSql(newSessionColumns)}, anyway)`.execute(tx.kysely),
    sql`
      insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
      select ${shared.therapistId}::uuid, v.id, c.id, v.starts_at, ${answer}
      from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'startsAt')}::timestamptz[]) as v (id, starts_at)
        cross join unnest(${shared.clientIds}::uuid[]) as c (id)`.execute(tx.kysely),
  ])
}

/** A history event of one session. Bulk commands and series insert many of these at once. */
export type NewHistoryEvent = {
  sessionId: string
  action: SessionEvent['action']
  from: SessionStatus | null
  to: SessionStatus
  before: string | null
  after: string
  /** The client record, if the event concerns only one of several participants. */
  clientId?: string | null
}

/**
 * Inserts history events of sessions in one statement. `act` is the id of the command; null if no command caused the
 * events.
 */
export async function recordHistoryEvents(
  tx: Tx,
  act: string | null,
  lines: NewHistoryEvent[],
  reason = '',
  therapistId = tx.actor.id,
): Promise<void> {
  if (!lines.length) return
  await sql`
    insert into app.session_history (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before,
      starts_at_after, reason, command, act, alone, client_id)
    select ${therapistId}::uuid, v.id, ${tx.actor.id}::uuid, ${tx.actor.role === 'worker' ? 'product' : tx.actor.role}, v.action, v.from_status, v.to_status, v.before,
      v.after, ${reason}, gen_random_uuid(), ${act}::uuid, ${act === null}, v.client_id
    from unnest(${column(lines, 'sessionId')}::uuid[], ${column(lines, 'action')}::text[], ${column(lines, 'from')}::text[], ${column(lines, 'to')}::text[],
      ${column(lines, 'before')}::timestamptz[], ${column(lines, 'after')}::timestamptz[], ${lines.map(({ clientId = null }) => clientId)}::uuid[])
      as v (id, action, from_status, to_status, before, after, client_id)`.execute(tx.kysely)
}

/** The new values of a session of a series. */
export type UpdatedSession = Pick<SessionDetails, EditedDetail> & {
  id: string
  day: string
  startsAt: string
  endsAt: string
  status: SessionStatus
  sequence: number
  moved: boolean
  videoUrl: string | null
  bookedAnyway: boolean
  detached: boolean
  /** The new answer of all participants who have not declined. Null leaves the answers unchanged. */
  answer: 'awaited' | 'accepted' | null
}

/**
 * Updates locked sessions in one statement, so that a session can take the previous time of another session of the
 * series.
 */
export async function updateSeriesSessions(tx: Tx, seriesId: string, rows: UpdatedSession[], now: Date): Promise<void> {
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

export type StoredAnswer = { id: string; client: string; answer: string }

/** Returns the answers of the participants of the given sessions. */
export async function listStoredAnswers(tx: Tx, ids: string[]): Promise<StoredAnswer[]> {
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
  seriesId: string,
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
export async function setSeriesDays(tx: Tx, seriesId: string, rows: { id: string; day: string }[]): Promise<void> {
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
export async function vacateSeriesDays(tx: Tx, ids: string[]): Promise<void> {
  if (!ids.length) return
  await sql`update app.session set series_day = series_day + 36525
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}

/**
 * Returns the previous start of each session, by session id. Omits sessions with a last history event other than a
 * move.
 */
export async function readPreviousStarts(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; action: string; before: string | null }>`
    select distinct on (h.session_id) h.session_id as id, h.action, h.starts_at_before as before from app.session_history h
    where h.therapist_id = ${tx.actor.id} and h.session_id = any (${ids}::uuid[]) order by h.session_id, h.id desc`.execute(
    tx.kysely,
  )
  return new Map(rows.flatMap(({ id, action, before }) => (action === 'move' && before ? [[id, before]] : [])))
}

/** Cancels sessions. With `leave`, also removes them from their series, because the new rule has no day for them. */
export async function cancelSeriesSessions(tx: Tx, ids: string[], leave: boolean, now: Date): Promise<void> {
  if (!ids.length) return
  await sql`
    update app.session set status = 'cancelled', revision = revision + 1, updated_at = ${now}
      ${leave ? sql`, series_id = null, series_day = null` : sql``}
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}

/** Removes cancelled sessions from their series, so that the rule can use their days again. */
export async function removeFromSeries(tx: Tx, ids: string[]): Promise<void> {
  if (!ids.length) return
  await sql`update app.session set series_id = null, series_day = null
    where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
}
