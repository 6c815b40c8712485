import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { expireChangeRequests } from '../change-requests/rows.ts'
import { listParticipants, notifyParticipants, notifySessionTherapist } from '../notify/notifications.ts'
import { lockSession, recordSessionHistory, updateSession } from '../commands/command.ts'
import { enqueueStartJob } from './request.ts'

/**
 * Runs the job at the start of a session. Denies an unanswered request and notifies both sides. Expires open change
 * requests and notifies the clients who made them. Running the job twice changes nothing.
 */
export async function expireRequestsAtStart(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { sessionId, therapistId }: { sessionId: SessionId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const [session, clients, name] = await Promise.all([
      lockSession(tx, sessionId),
      listParticipants(tx, sessionId),
      readTherapistName(tx),
    ])
    if (!session) return
    if (now.getTime() < Date.parse(session.startsAt)) {
      // The session has not started, because it was moved or because the clocks of database and server differ. Only an
      // unanswered request needs another job, because a move has already expired the change requests.
      if (session.status === 'pending') await enqueueStartJob(tx, session, now)
      return
    }
    if (session.status === 'pending') {
      await Promise.all([
        updateSession(tx, session, { status: 'denied' }, now),
        recordSessionHistory(tx, {
          session,
          action: 'expire',
          from: 'pending',
          to: 'denied',
          reason: 'expired',
          by: 'product',
        }),
        notifyParticipants(tx, 'session-expired', session, clients, { name }),
        notifySessionTherapist(tx, 'session-expired', session, ''),
      ])
    }
    const requesters = await expireChangeRequests(tx, session.id, now)
    const notified = clients.filter(({ id }) => requesters.includes(id))
    await Promise.all([
      ...requesters.map((clientId) =>
        recordSessionHistory(tx, {
          session,
          action: 'expire',
          from: session.status,
          to: session.status,
          clientId,
          by: 'product',
        }),
      ),
      notifyParticipants(tx, 'session-expired', session, notified, { name }),
    ])
  })
}
