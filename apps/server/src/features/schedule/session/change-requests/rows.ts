import type { ChangeRequestId, ClientId, SessionId } from '@attune/contract/common/ids'
import type { ChangeRequestState } from '@attune/contract/features/schedule/session/session.schemas'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { DB } from '../../../../platform/database/types.ts'

/** Expires the open change requests of sessions, or only those of one client. */
export async function expireChangeRequestsOf(
  tx: Tx,
  ids: SessionId[],
  now: Date,
  clientId: ClientId | null = null,
): Promise<void> {
  if (!ids.length) return
  await sql`
    update app.change_request set state = 'expired', answered_at = ${now}
    where therapist_id = ${tx.actor.id} and session_id = any (${ids}::uuid[]) and state in ('open', 'countered')
      and (${clientId}::uuid is null or client_id = ${clientId})`.execute(tx.kysely)
}

/** Reopens the change requests that expired at the instant `endedAt`. */
export async function reopenChangeRequests(tx: Tx, ids: SessionId[], endedAt: string | null): Promise<void> {
  await sql`
    update app.change_request set state = case when counter_starts_at is null then 'open' else 'countered' end,
      answered_at = case when counter_starts_at is null then null else answered_at end
    where therapist_id = ${tx.actor.id} and session_id = any (${ids}::uuid[]) and state = 'expired' and answered_at = ${endedAt}`.execute(
    tx.kysely,
  )
}

/**
 * Expires the open change requests of a session, except the request `but`. Use this function when the therapist changes
 * the session or when the session starts. Returns the ids of the client records that had made the expired requests.
 */
export async function expireChangeRequests(
  tx: Tx,
  session: string,
  now: Date,
  but: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ client_id: ClientId }>`
    update app.change_request set state = 'expired', answered_at = ${now}
    where session_id = ${session} and state in ('open', 'countered') and id is distinct from ${but}::uuid
    returning client_id`.execute(tx.kysely)
  return rows.map((row) => row.client_id)
}

/** Withdraws the open change request of the acting client, because the client declines the session. */
export const withdrawOpenChange = (tx: Tx, session: string, now: Date) =>
  tx.kysely
    .updateTable('change_request')
    .set({ state: 'withdrawn', answered_at: now })
    .where('session_id', '=', session)
    .where('state', 'in', ['open', 'countered'])
    .execute()

/** Inserts a change request of a client. */
export const storeChangeRequest = (tx: Tx, request: Insertable<DB['change_request']>) =>
  tx.kysely.insertInto('change_request').values(request).execute()

/** Updates a change request of a locked session. */
export const updateChangeRequest = (
  tx: Tx,
  id: ChangeRequestId,
  set: {
    state: ChangeRequestState
    answer?: string
    counter_starts_at?: string
    counter_ends_at?: string
    answered_at: Date | null
  },
) => tx.kysely.updateTable('change_request').set(set).where('id', '=', id).execute()
