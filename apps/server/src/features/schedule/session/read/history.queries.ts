import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { ownClientRecords } from './queries.ts'

/**
 * Selects history events of sessions. A client cannot read events of other clients, or events that concern only another
 * participant. For a client, the deletion of a session is shown as a cancellation.
 */
function selectHistoryEvents(tx: Tx, condition: RawBuilder<unknown>) {
  const client = tx.actor.role === 'client'
  const mine = sql`(by_role <> 'client' or by_account = ${tx.actor.id}) and (client_id is null or client_id = any (${ownClientRecords}))
    and (action <> 'delete' or from_status <> to_status)`
  const action = client ? sql`case action when 'delete' then 'cancel' else action end` : sql`action`
  return sql<SessionEvent & { session: string }>`
    select session_id as session, at, by_role as by, ${action} as action, from_status as "from", to_status as "to",
      starts_at_before as "startsAtBefore", starts_at_after as "startsAtAfter", reason, client_id as "clientId"
    from app.session_history where ${condition} and ${client ? mine : sql`true`} order by id`
}

export async function listSessionHistory(tx: Tx, session: string): Promise<SessionEvent[]> {
  const { rows } = await selectHistoryEvents(tx, sql`session_id = ${session}`).execute(tx.kysely)
  return rows.map(({ session: _session, ...event }) => event)
}

/** Returns for each session the last change of its time that the actor may read. */
export async function readLastTimeChanges(tx: Tx, sessions: string[]): Promise<Map<string, SessionEvent>> {
  if (!sessions.length) return new Map()
  const moves = sql`session_id = any(${sessions}::uuid[]) and action in ('move', 'counter', 'acceptChange', 'acceptCounter') and starts_at_before <> starts_at_after`
  const { rows } = await selectHistoryEvents(tx, moves).execute(tx.kysely)
  return new Map(rows.map(({ session, ...event }) => [session, event]))
}
