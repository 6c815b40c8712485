import {
  type ChangeAction,
  type ChangeState,
  holdingStatuses,
  mayChange,
  type SessionStatus,
} from '@attune/contract/features/session.states'
import type { SessionEvent } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { changesById, type ChangeRow, isRepeat, type Known, lockSession } from '../session/session.ts'

/** A command on a change request. `command` makes a repeat harmless. */
export type Act = { id: string; command: string; reason?: string }
export type Begun = { change: ChangeRow; session: Known }

/** The event of each action in the session's history. */
export const events = {
  accept: 'acceptChange',
  decline: 'declineChange',
  counter: 'counterChange',
  withdraw: 'withdrawChange',
  acceptCounter: 'acceptCounter',
  declineCounter: 'declineCounter',
} as const satisfies Record<ChangeAction, SessionEvent['action']>

export const illegal = (status: SessionStatus, state: ChangeState | null) =>
  refuse('ILLEGAL_TRANSITION', 409, { status, state })

/** A change request that the actor can see. Refuses NOT_FOUND. */
export async function changeById(tx: Tx, id: string): Promise<ChangeRow> {
  const [row] = await changesById(tx, [id])
  if (!row) throw notFound()
  return row
}

/**
 * Locks the session of a change request and checks the action. Null if the command has already taken effect.
 * Refuses NOT_FOUND, and ILLEGAL_TRANSITION with the current states.
 */
export async function beginChange(
  tx: Tx,
  action: ChangeAction,
  act: Act,
  sessionId: string,
  now: Date,
): Promise<Begun | null> {
  const [session, repeated, change] = await Promise.all([
    lockSession(tx, sessionId),
    isRepeat(tx, { ...act, id: sessionId }, events[action]),
    changeById(tx, act.id),
  ])
  if (!session || session.deleted) throw notFound()
  if (repeated) return null
  const viewer = tx.actor.role === 'therapist' ? 'therapist' : 'client'
  const isSlotHolding = (holdingStatuses as readonly string[]).includes(session.status)
  if (!isSlotHolding || !mayChange(action, viewer, change, now)) throw illegal(session.status, change.state)
  return { change, session }
}

/** Updates the state of a change request. */
export const setChange = (
  tx: Tx,
  id: string,
  set: {
    state: ChangeState
    answer?: string
    counter_starts_at?: string
    counter_ends_at?: string
    answered_at: Date | null
  },
) => tx.kysely.updateTable('change_request').set(set).where('id', '=', id).execute()
