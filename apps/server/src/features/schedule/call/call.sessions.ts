import type { ClientId, GuardianId, SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readCallTerms } from '../terms/terms.ts'
import { findGuardianship, hasOthersInCall } from './call.guardians.ts'
import { findOwnPart, findOwnStay, readSessionsById } from '../session/session.ts'

/** Returns a session as the actor may see it. Refuses with NOT_FOUND. */
export async function requireSession(tx: Tx, id: SessionId, now: Date): Promise<Session> {
  const session = await findSession(tx, id, now)
  if (!session) throw notFound()
  return session
}

export const findSession = async (tx: Tx, id: SessionId, now: Date): Promise<Session | undefined> =>
  (await readSessionsById(tx, [id], now)).get(id)

/** Whether a session can have a call: its call is in Attune, and the session is booked, or was completed during the call. */
export const hasCall = (session: Session): boolean =>
  session.callInAttune && (holdsTime(session) || session.status === 'completed')

/** The actor's part in the call of a session. Both ids are null for the therapist, and `guardianId` is null for a client. */
export type Part = { clientId: ClientId | null; guardianId: GuardianId | null }

/**
 * Returns the part that the actor may have in the call of a session; null if there is no call, if the client has not accepted or is disconnected, or
 * if a guardian has no right to the sessions of the client.
 */
export async function findPart(tx: Tx, session: Session): Promise<Part | null> {
  if (!hasCall(session)) return null
  if (tx.actor.role === 'therapist') return { clientId: null, guardianId: null }
  const clientId = await findOwnPart(tx, session.id)
  if (clientId === null || tx.actor.role !== 'guardian')
    return clientId === null ? null : { clientId, guardianId: null }
  const guardianId = await findGuardianship(tx)
  return guardianId === null ? null : { clientId, guardianId }
}

/**
 * Whether the actor may stay in a call that they are in. Moving the session does not end its call, even if the client has not accepted the new time
 * yet.
 */
export const isStillAllowed = async (tx: Tx, session: Session): Promise<boolean> =>
  hasCall(session) && (tx.actor.role === 'therapist' || (await findOwnStay(tx, session.id)) !== null)

/**
 * Whether the actor's browser reaches the other people in a call only through the relay, so that no client learns the network address of another.
 * Depends on the type of therapy, which each participant sees, on the therapist's settings, and for a guardian on whether other people may join.
 */
export const isRelayOnly = async (tx: Tx, session: Session): Promise<boolean> =>
  session.therapyType !== 'individual' ||
  (await readCallTerms(tx, session.therapist.id)).callsThroughRelay ||
  (await isAddressHidden(tx, session))

/**
 * Whether the others in the call of an individual session reach the actor only through the relay: true for a guardian if the client or another
 * guardian may join.
 */
export const isAddressHidden = async (tx: Tx, { id }: Session): Promise<boolean> =>
  tx.actor.role === 'guardian' && (await hasOthersInCall(tx, id))
