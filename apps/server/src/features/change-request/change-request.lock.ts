import {
  type ChangeRequestAction,
  type ChangeRequestState,
  slotHoldingStatuses,
  mayTakeChangeRequestAction,
  type SessionStatus,
} from '@attune/contract/features/session.states'
import type { SessionEvent } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../platform/policy/refusal.ts'
import {
  changeRequestsById,
  type ChangeRequestRow,
  isRepeatedSessionCommand,
  type LockedSession,
  lockSession,
} from '../session/session.ts'

/** A command on a change request. `command` makes a repeat harmless. */
export type ChangeRequestCommand = { id: string; command: string; reason?: string }
export type LockedChangeRequest = { change: ChangeRequestRow; session: LockedSession }

/** The event of each action in the session's history. */
export const changeRequestEvents = {
  accept: 'acceptChange',
  decline: 'declineChange',
  counter: 'counterChange',
  withdraw: 'withdrawChange',
  acceptCounter: 'acceptCounter',
  declineCounter: 'declineCounter',
} as const satisfies Record<ChangeRequestAction, SessionEvent['action']>

export const illegalChangeRequestAction = (status: SessionStatus, state: ChangeRequestState | null) =>
  createRefusal('ILLEGAL_TRANSITION', 409, { status, state })

/** A change request that the actor can see. Refuses NOT_FOUND. */
export async function changeRequestById(tx: Tx, id: string): Promise<ChangeRequestRow> {
  const [row] = await changeRequestsById(tx, [id])
  if (!row) throw notFound()
  return row
}

/**
 * Locks the session of a change request and checks the action. Null if the command has already taken effect.
 * Refuses NOT_FOUND, and ILLEGAL_TRANSITION with the current states.
 */
export async function lockChangeRequest(
  tx: Tx,
  action: ChangeRequestAction,
  act: ChangeRequestCommand,
  sessionId: string,
  now: Date,
): Promise<LockedChangeRequest | null> {
  const [session, repeated, change] = await Promise.all([
    lockSession(tx, sessionId),
    isRepeatedSessionCommand(tx, { ...act, id: sessionId }, changeRequestEvents[action]),
    changeRequestById(tx, act.id),
  ])
  if (!session || session.deleted) throw notFound()
  if (repeated) return null
  const viewer = tx.actor.role === 'therapist' ? 'therapist' : 'client'
  const isSlotHolding = (slotHoldingStatuses as readonly string[]).includes(session.status)
  if (!isSlotHolding || !mayTakeChangeRequestAction(action, viewer, change, now))
    throw illegalChangeRequestAction(session.status, change.state)
  return { change, session }
}

/** Updates the state of a change request. */
export const updateChangeRequest = (
  tx: Tx,
  id: string,
  set: {
    state: ChangeRequestState
    answer?: string
    counter_starts_at?: string
    counter_ends_at?: string
    answered_at: Date | null
  },
) => tx.kysely.updateTable('change_request').set(set).where('id', '=', id).execute()
