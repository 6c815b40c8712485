import type { SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readSessionsById } from '../session/session.ts'

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

/** The acting client's participation that they have accepted; undefined for the therapist and without one. */
export const acceptedIn = ({ actor }: Tx, { participants }: Session) =>
  actor.role === 'client' ? participants.find(({ answer }) => answer === 'accepted') : undefined

/** Whether the actor may take part in the call of a session: the therapist, and a client who has accepted. */
export const mayTakePart = (tx: Tx, session: Session): boolean =>
  hasCall(session) && (tx.actor.role === 'therapist' || acceptedIn(tx, session) !== undefined)

/**
 * Whether the browsers of a call reach each other through the relay alone, so that no client learns the address of another. It follows from the kind
 * of therapy, which each participant sees.
 */
export const isRelayOnly = ({ therapyType }: Session): boolean => therapyType !== 'individual'
