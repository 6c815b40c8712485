import type { CallId } from '@attune/contract/common/ids'
import type { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { findOwnRow, type OwnRow } from '../call.people.ts'
import { findNameInCall } from '../call.guardians.ts'
import { findSession, isStillAllowed, isAddressHidden } from '../call.sessions.ts'
import { standingOf } from '../call.standing.ts'

/** The place of a person in a call, or the reason why they may not be in it. */
export type Access =
  | { refused: keyof typeof callCloseCodes }
  | {
      refused?: never
      row: OwnRow
      isAdmitted: boolean
      isAskedToWait: boolean
      name: string
      /** Whether the others reach the person through the relay alone, in a call that is direct for the rest. */
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
 * A client is known by the first name, and in a group by the name that they have chosen for the call. A guardian is known by the first name where all
 * who may join may learn it, otherwise by the chosen name.
 */
async function nameInCall(tx: Tx, session: Session, { personId, callName }: OwnRow): Promise<string> {
  const { id, therapist, therapyType, participants } = session
  if (tx.actor.role === 'therapist') return therapist.name
  if (tx.actor.role === 'guardian') return (await findNameInCall(tx, id)) ?? callName ?? ''
  if (therapyType === 'group') return callName ?? ''
  return participants.find(({ clientId }) => clientId === personId)?.firstName ?? ''
}
