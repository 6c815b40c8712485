import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** A history event of one session. Bulk commands and series insert many of these at once. */
export type NewHistoryEvent = {
  sessionId: SessionId
  action: SessionEvent['action']
  /** The status before the event; null for the first event. */
  from: SessionStatus | null
  /** The status after the event. */
  to: SessionStatus
  /** The start before the event; null for the first event. */
  before: string | null
  /** The start after the event. */
  after: string
  /** The client record, if the event concerns only one of several participants. */
  clientId?: ClientId | null
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
    from unnest(${lines.map((line) => line.sessionId)}::uuid[], ${lines.map((line) => line.action)}::text[], ${lines.map((line) => line.from)}::text[], ${lines.map((line) => line.to)}::text[],
      ${lines.map((line) => line.before)}::timestamptz[], ${lines.map((line) => line.after)}::timestamptz[], ${lines.map(({ clientId = null }) => clientId)}::uuid[])
      as v (id, action, from_status, to_status, before, after, client_id)`.execute(tx.kysely)
}

/** Returns the previous start of each session, by session id. Omits sessions whose last history event is not a move. */
export async function readPreviousStarts(tx: Tx, ids: SessionId[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: SessionId; action: string; before: string | null }>`
    select distinct on (h.session_id) h.session_id as id, h.action, h.starts_at_before as before from app.session_history h
    where h.therapist_id = ${tx.actor.id} and h.session_id = any (${ids}::uuid[]) order by h.session_id, h.id desc`.execute(
    tx.kysely,
  )
  return new Map(rows.flatMap(({ id, action, before }) => (action === 'move' && before ? [[id, before]] : [])))
}
