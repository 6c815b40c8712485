import type { ChangeRequestId, SessionId } from '@attune/contract/common/ids'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readTherapistName } from '../../people/profile/profile.ts'
import {
  listChangeRequestsOfSession,
  enqueueStartJob,
  storeChangeRequest,
  lockSession,
  notifyParticipants,
  listParticipants,
  recordSessionHistory,
} from '../session/session.ts'
import { proposeOtherTimeForChange } from './change-request.therapist-answer.ts'

type Proposal = { id: ChangeRequestId; sessionId: SessionId; startsAt: string; endsAt: string }

/**
 * Proposes another time for a session to its only client, on behalf of the acting therapist. The session keeps its time until the client accepts.
 * If the client has an open request, the proposal answers it; otherwise it is stored as a request with the id `id` that the therapist has already
 * answered. Refuses with NOT_FOUND, ILLEGAL_TRANSITION and IN_THE_PAST. The caller has checked that the session can be moved.
 */
export async function proposeTime(tx: Tx, { id, sessionId, startsAt, endsAt }: Proposal, now: Date): Promise<void> {
  const [session, changes, clients, name] = await Promise.all([
    lockSession(tx, sessionId),
    listChangeRequestsOfSession(tx, sessionId),
    listParticipants(tx, sessionId),
    readTherapistName(tx),
  ])
  const [client] = clients
  if (!session || !client) throw notFound()
  if (Date.parse(startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
  const open = changes.find(({ state }) => state === 'open' || state === 'countered')
  const durationMinutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
  if (open) return proposeOtherTimeForChange(tx, { id: open.id, command: id, startsAt, durationMinutes }, now)
  await storeChangeRequest(tx, {
    id,
    therapist_id: session.therapistId,
    session_id: sessionId,
    client_id: client.id,
    kind: 'update',
    state: 'countered',
    original_starts_at: session.startsAt,
    original_ends_at: session.endsAt,
    proposed_starts_at: startsAt,
    proposed_ends_at: endsAt,
    counter_starts_at: startsAt,
    counter_ends_at: endsAt,
    answered_at: now,
  })
  const event = {
    session,
    from: session.status,
    to: session.status,
    action: 'counterChange',
    startsAtAfter: startsAt,
  } as const
  await Promise.all([
    recordSessionHistory(tx, { ...event, command: id }),
    notifyParticipants(tx, 'change-countered', { ...session, startsAt }, [client], { name }),
    enqueueStartJob(tx, session, now),
  ])
}
