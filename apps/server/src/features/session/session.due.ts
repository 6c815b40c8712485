import type { House } from '../../house.ts'
import { endOpenChanges } from './session.changes.ts'
import { clientsIn, ownName, tellClients, tellTherapist } from './session.news.ts'
import { lockSession, note, setSession } from './session.record.ts'
import { enqueueDue } from './session.request.ts'

/**
 * The job at the start of a session: a wish that nobody has confirmed is denied, and both sides are told; what a client asked of a session
 * that stands expires, and the client is told. Safe to run twice.
 */
export async function sessionDue(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { sessionId, therapistId }: { sessionId: string; therapistId: string },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const [session, clients, name] = await Promise.all([
      lockSession(tx, sessionId),
      clientsIn(tx, sessionId),
      ownName(tx),
    ])
    if (!session) return
    if (now.getTime() < Date.parse(session.startsAt)) {
      // Two clocks that differ a little; a session that was moved has ended what was asked of it.
      if (session.status === 'pending') await enqueueDue(tx, session, now)
      return
    }
    if (session.status === 'pending') {
      await Promise.all([
        setSession(tx, session, { status: 'denied' }, now),
        note(tx, { session, action: 'expire', from: 'pending', to: 'denied', reason: 'expired', by: 'product' }),
        tellClients(tx, 'session-expired', session, clients, { name }),
        tellTherapist(tx, 'session-expired', session, ''),
      ])
    }
    const askers = await endOpenChanges(tx, session.id, now)
    const told = clients.filter(({ id }) => askers.includes(id))
    await Promise.all([
      ...askers.map((clientId) =>
        note(tx, { session, action: 'expire', from: session.status, to: session.status, clientId, by: 'product' }),
      ),
      tellClients(tx, 'session-expired', session, told, { name }),
    ])
  })
}
