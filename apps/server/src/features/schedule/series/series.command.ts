import type { SessionId } from '@attune/contract/common/ids'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { lockSeriesSessions, type SeriesSession } from '../session/session.ts'
import { findSeriesOfSession, type SessionSeriesRow } from './series.queries.ts'

export type SeriesCommand = {
  /** The id of one session of the series. */
  sessionId: SessionId
  /** The id of the command. Sending it again changes nothing; an id that was used for another action is refused with CONFLICT. */
  command: string
}

/**
 * Returns the number of sessions that this command has already changed; 0 for a new command. Refuses with CONFLICT if
 * the command id was used for another action.
 */
export async function countRepeatedSessions(
  tx: Tx,
  act: SeriesCommand,
  actions: SessionEvent['action'][],
  therapistId = tx.actor.id,
): Promise<number> {
  const { rows } = await tx.run<{ act: string | null; action: string; own: boolean }>(
    `select act, action, by_account = $3 as own from app.session_history where therapist_id = $1 and (act = $2 or command = $2)`,
    [therapistId, act.command, tx.actor.id],
  )
  if (!rows.length) return 0
  const same = rows.every(
    (row) => row.own && row.act === act.command && actions.some((action) => action === row.action),
  )
  if (!same) throw conflict()
  return rows.length
}

/**
 * Locks the sessions of the series to which a session belongs. Returns the series, its sessions and this session
 * (`anchor`). Refuses with NOT_FOUND if the session was deleted or belongs to no series.
 */
export async function lockSeriesOf(
  tx: Tx,
  sessionId: SessionId,
): Promise<{ series: SessionSeriesRow; rows: SeriesSession[]; anchor: SeriesSession }> {
  const series = await findSeriesOfSession(tx, sessionId)
  if (!series) throw notFound()
  const rows = await lockSeriesSessions(tx, series.id)
  const anchor = rows.find(({ id }) => id === sessionId)
  if (!anchor) throw notFound()
  return { series, rows, anchor }
}
