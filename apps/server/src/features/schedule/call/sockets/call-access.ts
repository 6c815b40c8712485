import type { CallId } from '@attune/contract/common/ids'
import type { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { findOwnRow, type OwnRow } from '../call.people.ts'
import { findNameInCall } from '../call.guardians.ts'
import { findSession, isStillAllowed, isAddressHidden } from '../call.sessions.ts'
import { standingOf } from '../call.standing.ts'

/** The access of a person to a call, with their standing in it, or the reason why they may not be in the call. */
export type Access =
  | { refused: keyof typeof callCloseCodes }
  | {
      refused?: never
      row: OwnRow
      isAdmitted: boolean
      isAskedToWait: boolean
      name: string
      /** Whether the other people reach this person only through the relay, even if they reach each other directly. */
      relayOnly: boolean
    }

/** Reads whether the actor may be in a call now, and their standing in it. Returns null if they have never joined it. */
export const readAccess = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: PersonActor,
  call: CallId,
): Promise<Access | null> => db.asActor(actor, (tx) => accessOf(tx, call, clock.now()))

async function accessOf(tx: Tx, call: CallId, now: Date): Promise<Access | null> {
  const row = await findOwnRow(tx, call)
  if (!row) return null
  const session = await findSession(tx, row.sessionId, now)
  if (!session || !(await isStillAllowed(tx, session))) return { refused: 'notAllowed' }
  const standing = standingOf(row, now)
  if (standing === 'removed') return { refused: 'removed' }
  if (row.endedAt !== null) return { refused: 'ended' }
  const { askedToWaitAt, waitingSince } = row
  return {
    row,
    isAdmitted: standing === 'admitted',
    isAskedToWait: askedToWaitAt !== null && waitingSince !== null && askedToWaitAt >= waitingSince,
    name: await nameInCall(tx, session, row),
    relayOnly: await isAddressHidden(tx, session),
  }
}

/**
 * Returns the name by which the other people in the call see the actor: the therapist's name, a client's first name or, in a group, the name that the
 * client has chosen for the call. A guardian has the first name if everyone who may join may learn it, and otherwise the chosen name.
 */
async function nameInCall(tx: Tx, session: Session, { personId, callName }: OwnRow): Promise<string> {
  const { id, therapist, therapyType, participants } = session
  if (tx.actor.role === 'therapist') return therapist.name
  if (tx.actor.role === 'guardian') return (await findNameInCall(tx, id)) ?? callName ?? ''
  if (therapyType === 'group') return callName ?? ''
  return participants.find(({ clientId }) => clientId === personId)?.firstName ?? ''
}
