import type { AppContext } from '../../platform/app-context.ts'
import { endOpenChanges } from './session.changes.ts'
import { clientsIn, ownName, tellClients, tellTherapist } from './session.news.ts'
import { lockSession, note, setSession } from './session.record.ts'
import { enqueueDue } from './session.request.ts'

/**
 * The job at the start of a session. Denies an unanswered request and notifies both sides; expires open change
 * requests and notifies the clients who made them. Safe to run twice.
 */
export async function sessionDue(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
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
      // The clocks of database and server differ, or the session was moved; a move has already ended its change
      // requests.
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
    const requesters = await endOpenChanges(tx, session.id, now)
    const notified = clients.filter(({ id }) => requesters.includes(id))
    await Promise.all([
      ...requesters.map((clientId) =>
        note(tx, { session, action: 'expire', from: session.status, to: session.status, clientId, by: 'product' }),
      ),
      tellClients(tx, 'session-expired', session, notified, { name }),
    ])
  })
}
