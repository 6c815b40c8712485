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

/** Whether there can be a call: the session is in Attune and booked, or completed while the call goes on. */
export const hasCall = (session: Session): boolean =>
  session.callInAttune && (holdsTime(session) || session.status === 'completed')

/** How the actor takes part in the call of a session: as the therapist, with a client record, or as a guardian for a client record. */
export type Part = { clientId: ClientId | null; guardianId: GuardianId | null }

/**
 * Returns how the actor may take part in the call of a session. Null if there is no call, if the client has not accepted or is disconnected, or if a
 * guardian has no right to the sessions of the client.
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

/** Whether the actor may stay in a call that they are in. A session that is moved meanwhile cuts no call, though its client has not accepted the new time yet. */
export const isStillAllowed = async (tx: Tx, session: Session): Promise<boolean> =>
  hasCall(session) && (tx.actor.role === 'therapist' || (await findOwnStay(tx, session.id)) !== null)

/**
 * Whether the browser of the actor reaches the others of a call through the relay alone, so that no client learns the address of another. It follows
 * from the kind of therapy, which each participant sees, from what the therapist has set, and for a guardian from whether others may join.
 */
export const isRelayOnly = async (tx: Tx, session: Session): Promise<boolean> =>
  session.therapyType !== 'individual' ||
  (await readCallTerms(tx, session.therapist.id)).callsThroughRelay ||
  (await isAddressHidden(tx, session))

/** Whether the others of an individual session's call reach the actor through the relay alone: a guardian, if the client or another guardian may join. */
export const isAddressHidden = async (tx: Tx, { id }: Session): Promise<boolean> =>
  tx.actor.role === 'guardian' && (await hasOthersInCall(tx, id))
