import type { ChangeRequestId, SessionId } from '@attune/contract/common/ids'
import {
  type ChangeRequestAction,
  holdsTime,
  mayTakeChangeRequestAction,
} from '@attune/contract/features/schedule/session/session.states'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import type { RowCommand, CommandTarget } from '../../../platform/command/run-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import {
  readChangeRequestsById,
  type ChangeRequestRow,
  type LockedSession,
  lockSession,
  type SessionCommandEvent,
  sessionCommandHistory,
} from '../session/session.ts'

export type ChangeRequestCommand = {
  id: ChangeRequestId
  /** The id of the command. Sending it again changes nothing; an id that was used for another session or action is refused with CONFLICT. */
  command: string
  reason?: string
}
export type LockedChangeRequest = { change: ChangeRequestRow; session: LockedSession }

/** Maps each action in the history of the session to the action on the change request. */
const actionOfEvent = {
  acceptChange: 'accept',
  declineChange: 'decline',
  counterChange: 'counter',
  withdrawChange: 'withdraw',
  acceptCounter: 'acceptCounter',
  declineCounter: 'declineCounter',
} as const satisfies Partial<Record<SessionEvent['action'], ChangeRequestAction>>

/** Returns a change request that the actor may see. Refuses with NOT_FOUND. */
export async function readChangeRequest(tx: Tx, id: ChangeRequestId): Promise<ChangeRequestRow> {
  const [row] = await readChangeRequestsById(tx, [id])
  if (!row) throw notFound()
  return row
}

type ChangeRequestInput = RowCommand<keyof typeof actionOfEvent> & { changeId: ChangeRequestId; reason?: string }

/**
 * Defines how `runCommand` runs commands on change requests. Each command locks the session and is recorded in the
 * history of the session.
 */
export const changeRequestTarget: CommandTarget<LockedChangeRequest, ChangeRequestInput, SessionCommandEvent> = {
  lock: async (tx, { id, changeId }) => {
    const [session, change] = await Promise.all([lockSession(tx, id), readChangeRequest(tx, changeId)])
    return session && { session, change }
  },
  machine: {
    isGone: ({ session }) => session.deleted,
    isLegal: ({ session, change }, { action, now }, { role }) =>
      holdsTime(session) &&
      mayTakeChangeRequestAction(actionOfEvent[action], role === 'therapist' ? 'therapist' : 'client', change, now),
    refusal: ({ session, change }) => illegalTransition({ status: session.status, state: change.state }),
  },
  history: {
    find: sessionCommandHistory.find,
    record: (tx, { session }, command, event) => sessionCommandHistory.record(tx, session, command, event),
  },
}

/**
 * Returns the command for `changeRequestTarget`. Its `id` is the id of the session, and its `changeId` is the id of
 * the change request.
 */
export const onSession = <Action extends keyof typeof actionOfEvent>(
  act: ChangeRequestCommand,
  id: SessionId,
  action: Action,
  now: Date,
) => ({ ...act, id, changeId: act.id, action, now })
