import type { ChangeRequestId, TherapistId } from '@attune/contract/common/ids'
import type { ChangeRequest } from '@attune/contract/features/schedule/session/session'
import {
  changeRequestActions,
  mayTakeChangeRequestAction,
} from '@attune/contract/features/schedule/session/session.states'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'

export type ChangeRequestRow = Omit<ChangeRequest, 'may'> & {
  startsAt: string
  therapistId: TherapistId
  /** Whether an admin has disabled the account of the therapist. */
  isUnreachable: boolean
}

const changes = (condition: RawBuilder<unknown>) => sql<ChangeRequestRow>`
  select cr.id, cr.session_id as "sessionId", cr.therapist_id as "therapistId", cr.client_id as "clientId",
    c.name as "clientName", cr.kind, cr.state, cr.late, cr.reason,
    cr.original_starts_at as "originalStartsAt", cr.original_ends_at as "originalEndsAt",
    cr.proposed_starts_at as "proposedStartsAt", cr.proposed_ends_at as "proposedEndsAt",
    cr.counter_starts_at as "counterStartsAt", cr.counter_ends_at as "counterEndsAt", cr.answer,
    cr.requested_at as "requestedAt", cr.answered_at as "answeredAt", s.starts_at as "startsAt",
    t.disabled_at is not null as "isUnreachable"
  from app.change_request cr join app.client_name c on c.id = cr.client_id join app.session s on s.id = cr.session_id
    left join app.person t on t.account_id = cr.therapist_id
  where ${condition} order by cr.requested_at, cr.id`

/** Returns the change requests of a session, oldest first. A client sees only their own requests. */
export const listChangeRequestsOfSession = async (tx: Tx, session: string): Promise<ChangeRequestRow[]> =>
  (await changes(sql`cr.session_id = ${session}`).execute(tx.kysely)).rows

export const readChangeRequestsById = async (tx: Tx, ids: ChangeRequestId[]): Promise<ChangeRequestRow[]> =>
  (await changes(sql`cr.id = any(${ids}::uuid[])`).execute(tx.kysely)).rows

/** Converts a row to a change request, with the actions that the viewer may take now. */
export function toChangeRequest(row: ChangeRequestRow, role: Actor['role'], now: Date): ChangeRequest {
  const viewer = role === 'therapist' ? 'therapist' : 'client'
  const isBarred = (action: string) => action === 'acceptCounter' && row.isUnreachable
  const may = changeRequestActions.map((action) => [
    action,
    !isBarred(action) && mayTakeChangeRequestAction(action, viewer, row, now),
  ])
  return {
    id: row.id,
    sessionId: row.sessionId,
    clientId: row.clientId,
    clientName: row.clientName,
    kind: row.kind,
    state: row.state,
    late: row.late,
    reason: row.reason,
    originalStartsAt: row.originalStartsAt,
    originalEndsAt: row.originalEndsAt,
    proposedStartsAt: row.proposedStartsAt,
    proposedEndsAt: row.proposedEndsAt,
    counterStartsAt: row.counterStartsAt,
    counterEndsAt: row.counterEndsAt,
    answer: row.answer,
    requestedAt: row.requestedAt,
    answeredAt: row.answeredAt,
    may: Object.fromEntries(may) as ChangeRequest['may'],
  }
}

/**
 * Returns the time that awaits an answer: the therapist’s counter-proposal, otherwise the time that the client
 * proposed. Returns null if the request proposes no time.
 */
export function awaitedTime(change: ChangeRequestRow): { startsAt: string; endsAt: string } | null {
  const startsAt = change.counterStartsAt ?? change.proposedStartsAt
  const endsAt = change.counterEndsAt ?? change.proposedEndsAt
  return startsAt && endsAt ? { startsAt, endsAt } : null
}
