import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** Returns the participants of a session of the acting therapist, and whether it is kept from the guardians of each. */
export async function listKeptParticipants(tx: Tx, id: SessionId): Promise<{ clientId: ClientId; isKept: boolean }[]> {
  const { rows } = await sql<{ clientId: ClientId; isKept: boolean }>`
    select sc.client_id as "clientId", sc.kept_from_guardians as "isKept" from app.session_client sc
      join app.session s on s.therapist_id = sc.therapist_id and s.id = sc.session_id
    where s.therapist_id = ${tx.actor.id} and s.id = ${id} and s.deleted_at is null`.execute(tx.kysely)
  return rows
}

/**
 * Keeps a session of the acting therapist from the guardians of one participant, or shows it to them again. With `withLater`, does the same with the
 * later sessions of its series. Returns whether the client takes part in the session.
 */
export async function keepParticipant(
  tx: Tx,
  { id, clientId, isKept, withLater }: { id: SessionId; clientId: ClientId; isKept: boolean; withLater: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ sessionId: SessionId }>`
    update app.session_client sc set kept_from_guardians = ${isKept}
    from app.session s join app.session l on l.therapist_id = s.therapist_id and (l.id = s.id
      or (${withLater} and l.series_id = s.series_id and l.starts_at > s.starts_at))
    where s.therapist_id = ${tx.actor.id} and s.id = ${id} and s.deleted_at is null and sc.therapist_id = s.therapist_id and sc.session_id = l.id
      and sc.client_id = ${clientId} and exists (select from app.session_client me where me.session_id = s.id and me.client_id = sc.client_id)
    returning sc.session_id as "sessionId"`.execute(tx.kysely)
  return rows.some(({ sessionId }) => sessionId === id)
}
