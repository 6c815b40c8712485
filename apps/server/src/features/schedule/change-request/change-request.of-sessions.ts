import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** Expires the open change requests of sessions. */
export async function expireChangeRequestsOf(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return
  await sql`
    update app.change_request set state = 'expired', answered_at = ${now}
    where therapist_id = ${tx.actor.id} and session_id = any (${ids}::uuid[]) and state in ('open', 'countered')`.execute(
    tx.kysely,
  )
}

/** Reopens the change requests that expired at the instant `endedAt`. */
export async function reopenChangeRequests(tx: Tx, ids: string[], endedAt: string): Promise<void> {
  await sql`
    update app.change_request set state = case when counter_starts_at is null then 'open' else 'countered' end,
      answered_at = case when counter_starts_at is null then null else answered_at end
    where therapist_id = ${tx.actor.id} and session_id = any (${ids}::uuid[]) and state = 'expired' and answered_at = ${endedAt}`.execute(
    tx.kysely,
  )
}
