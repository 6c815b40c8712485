import type { ClientId, GroupId, SessionId, SessionTypeId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { Series } from '@attune/contract/features/schedule/series/series'
import { holdsTime, slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { listExceptions, seriesColumns, type StoredSeries } from '../recurrence/recurrence.ts'
import type { SeriesSession, SessionDetails } from '../session/session.ts'

/** The values that each new session of a series gets. */
export type SeriesTemplate = SessionDetails & {
  clientIds: ClientId[]
  /**
   * The video link that the therapist entered for the series. If it is null, each session gets the therapist’s own
   * link. If that link contains `{room}`, each session gets its own room.
   */
  videoUrl: string | null
  /** Whether the calls are in Attune. Absent in series that were created before such calls existed, and then false. */
  callInAttune?: boolean
  agreed: boolean
  /** The id of the type of the sessions. Absent in series that were created before types existed. */
  typeId?: SessionTypeId | null
  /** The id of the group of the sessions. Absent in series that were created before groups existed. */
  groupId?: GroupId | null
}

export type SessionSeriesRow = StoredSeries<SeriesTemplate>

/**
 * Returns the series of a session, even if the session was moved individually. Returns undefined for a deleted session.
 */
export async function findSeriesOfSession(tx: Tx, sessionId: SessionId): Promise<SessionSeriesRow | undefined> {
  const { rows } = await sql<SessionSeriesRow>`${seriesColumns}
    where kind = 'session' and id = (select s.series_id from app.session s where s.id = ${sessionId} and s.deleted_at is null)`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** Returns the series to which the sessions of a command belong now. `act` is the id of the command. */
export async function findSeriesOfCommand(tx: Tx, act: string): Promise<SessionSeriesRow | undefined> {
  const { rows } = await sql<SessionSeriesRow>`${seriesColumns}
    where id = (select s.series_id from app.session_history h join app.session s on s.id = h.session_id
      where h.therapist_id = ${tx.actor.id} and h.act = ${act} and s.series_id is not null limit 1)`.execute(tx.kysely)
  return rows[0]
}

export const holdsSlot = (session: Pick<SeriesSession, 'status' | 'deleted'>): boolean =>
  !session.deleted && holdsTime(session)

/**
 * Returns a series with the number of its upcoming sessions, counted separately for regular and individually changed
 * ones.
 */
export async function readSeriesWithCounts(tx: Tx, row: SessionSeriesRow, now: Date): Promise<Series> {
  const today = todayIn(row.zone, now)
  const [counts, exceptions] = await Promise.all([
    sql<{ coming: number; detached: number }>`
      select count(*) filter (where not detached and status = any (${[...slotHoldingStatuses]}::text[])) as coming,
        count(*) filter (where detached) as detached
      from app.session
      where therapist_id = ${tx.actor.id} and series_id = ${row.id} and starts_at > ${now} and deleted_at is null`.execute(
      tx.kysely,
    ),
    listExceptions(tx, row.id),
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
    laidOutUntil: row.materializedUntil,
    coming,
    detached,
    gaps: exceptions.filter((day) => day >= today),
  }
}

/**
 * Ends every series in which the given client was the last active participant. Does nothing unless the client has the
 * status inactive.
 */
export const endSeriesWithoutClients = (tx: Tx, clientId: ClientId) =>
  tx.run('select def.end_series_of($1)', [clientId])
