import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readCallTerms } from '../terms/terms.ts'
import { findOwnPart, readSessionsById } from '../session/session.ts'

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

/** How the actor takes part in the call of a session: as the therapist, or with a client record. */
export type Part = { clientId: ClientId | null }

/** Returns how the actor may take part in the call of a session; null if there is none, or a client has not accepted or is disconnected. */
export async function findPart(tx: Tx, session: Session): Promise<Part | null> {
  if (!hasCall(session)) return null
  if (tx.actor.role === 'therapist') return { clientId: null }
  const clientId = await findOwnPart(tx, session.id)
  return clientId === null ? null : { clientId }
}

/**
 * Whether the browsers of a call reach each other through the relay alone, so that no client learns the address of another. It follows from the kind
 * of therapy, which each participant sees, and from what the therapist has set.
 */
export const isRelayOnly = async (tx: Tx, { therapyType, therapist }: Session): Promise<boolean> =>
  therapyType !== 'individual' || (await readCallTerms(tx, therapist.id)).callsThroughRelay
