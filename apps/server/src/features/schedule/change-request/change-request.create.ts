import type { ChangeRequestId, ClientId, SessionId } from '@attune/contract/common/ids'
import { checkOffer, listBusyTimes, type TimeSlot, slotOf, slotTakenRefusal } from '../schedule/schedule.ts'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { mayRequestChange } from '@attune/contract/features/schedule/session/session.states'
import { lateness } from '@attune/contract/features/schedule/terms/terms.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import {
  type ChangeRequestRow,
  listChangeRequestsOfSession,
  enqueueStartJob,
  storeChangeRequest,
  type LockedSession,
  lockSession,
  recordSessionHistory,
  requireReachable,
  countOtherAnswers,
  findOwnAnswer,
  findOwnRecordIn,
  setAnswers,
  updateSession,
  notifySessionTherapist,
} from '../session/session.ts'
import { readTerms } from '../terms/terms.ts'

type CancelRequest = { id: ChangeRequestId; sessionId: SessionId; reason: string }
type MoveRequest = CancelRequest & { startsAt: string; durationMinutes: number }
type RequestContext = {
  /** The request that an earlier call with the same id created. */
  known: ChangeRequestRow | undefined
  session: LockedSession
  /** The id of the acting client's record. */
  record: string
  /** Equals `record` if the session has other participants, because the history entries then concern only this client. Otherwise null. */
  alone: string | null
}

/**
 * Requests another time for a session on behalf of the acting client. The session keeps its time until the therapist
 * answers. Repeating a call with the same id and content changes nothing.
 * Refuses with NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_OPEN, THERAPIST_UNREACHABLE, IN_THE_PAST, and with CONFLICT for the same id with other
 * content. Refuses with SLOT_TAKEN, which contains only the times of the conflicts. Refuses with NOT_OFFERED for a
 * time that clients cannot book if the therapist does not allow them to propose times.
 */
export async function requestMove(tx: Tx, request: MoveRequest, now: Date): Promise<void> {
  const { known, ...begun } = await lockForRequest(tx, request, now)
  const { session } = begun
  const slot = slotOf(session.id, session.therapistId, request)
  if (known) {
    const same = known.proposedStartsAt === slot.startsAt && known.proposedEndsAt === slot.endsAt
    if (!same || known.reason !== request.reason) throw conflict()
    return
  }
  await requireReachable(tx, session.therapistId)
  if (Date.parse(slot.startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
  const [terms, busy] = await Promise.all([readTerms(tx, session.therapistId), listBusyTimes(tx, slot)])
  const notOffered = () => createRefusal('NOT_OFFERED', 409)
  const offer = terms.proposeTimes
    ? null
    : await checkOffer(tx, slot, session.format as Session['format'], now, { moving: session })
  if (offer && !offer.offered()) throw notOffered()
  if (busy.length) throw slotTakenRefusal(busy)
  if (offer && !(await offer.free())) throw notOffered()
  const late = lateness(terms.move, session, now) !== 'free'
  await Promise.all([
    insertRequest(tx, request, begun, { kind: 'update', late, slot }),
    recordSessionHistory(tx, {
      ...unchanged(session),
      action: 'askMove',
      startsAtAfter: slot.startsAt,
      reason: request.reason,
      command: request.id,
      clientId: begun.alone,
    }),
    notifySessionTherapist(tx, 'change-asked', session),
    enqueueStartJob(tx, session, now),
  ])
}

/**
 * Requests to cancel a session on behalf of the acting client. If the therapist's terms accept early cancellations,
 * an early cancellation takes effect immediately: the client is removed from the session. A session without other
 * participants is cancelled.
 * Refuses with NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_OPEN, and with CONFLICT for the same id with other content.
 */
export async function requestCancel(tx: Tx, request: CancelRequest, now: Date): Promise<void> {
  const { known, ...begun } = await lockForRequest(tx, request, now)
  const { session, alone } = begun
  if (known) {
    if (known.kind !== 'cancel' || known.reason !== request.reason) throw conflict()
    return
  }
  const terms = await readTerms(tx, session.therapistId)
  const late = lateness(terms.cancel, session, now) !== 'free'
  const atOnce = terms.acceptEarlyCancels && !late
  await Promise.all([
    insertRequest(tx, request, begun, { kind: 'cancel', late, acceptedAt: atOnce ? now : null }),
    recordSessionHistory(tx, {
      ...unchanged(session),
      action: 'askCancel',
      reason: request.reason,
      command: request.id,
      clientId: alone,
    }),
    notifySessionTherapist(tx, atOnce ? 'session-left' : 'change-asked', session),
    atOnce ? removeClient(tx, session, alone, now) : enqueueStartJob(tx, session, now),
  ])
}

/**
 * Removes the acting client from the session. If `clientId` is null, the session has no other participants and is
 * cancelled.
 */
async function removeClient(tx: Tx, session: LockedSession, clientId: ClientId | null, now: Date): Promise<void> {
  const to = clientId ? session.status : 'cancelled'
  await Promise.all([
    updateSession(tx, session, { status: to }, now),
    setAnswers(tx, session.id, 'declined'),
    recordSessionHistory(tx, { ...unchanged(session), action: 'acceptChange', to, clientId, by: 'product' }),
  ])
}

const unchanged = (session: LockedSession) => ({ session, from: session.status, to: session.status })

async function lockForRequest(tx: Tx, request: CancelRequest, now: Date): Promise<RequestContext> {
  const [session, changes, record, others, answer] = await Promise.all([
    lockSession(tx, request.sessionId),
    listChangeRequestsOfSession(tx, request.sessionId),
    findOwnRecordIn(tx, request.sessionId),
    countOtherAnswers(tx, request.sessionId),
    findOwnAnswer(tx, request.sessionId),
  ])
  if (!session || !record) throw notFound()
  const alone = others.awaited + others.accepted > 0 ? record : null
  const known = changes.find(({ id }) => id === request.id)
  if (known) return { known, session, record, alone }
  if (answer === 'declined') throw illegalTransition({ status: 'cancelled', state: null })
  if (!mayRequestChange(session, now)) throw illegalTransition({ status: session.status, state: null })
  if (changes.some(({ state }) => state === 'open' || state === 'countered')) throw createRefusal('CHANGE_OPEN', 409)
  return { known: undefined, session, record, alone }
}

type RequestDetails = { late: boolean } & (
  | { kind: 'update'; slot: TimeSlot }
  | { kind: 'cancel'; acceptedAt: Date | null }
)

const insertRequest = (
  tx: Tx,
  request: CancelRequest,
  { session, record }: Omit<RequestContext, 'known'>,
  details: RequestDetails,
) =>
  storeChangeRequest(tx, {
    id: request.id,
    therapist_id: session.therapistId,
    session_id: session.id,
    client_id: record,
    kind: details.kind,
    late: details.late,
    reason: request.reason,
    original_starts_at: session.startsAt,
    original_ends_at: session.endsAt,
    ...(details.kind === 'update'
      ? { state: 'open', proposed_starts_at: details.slot.startsAt, proposed_ends_at: details.slot.endsAt }
      : { state: details.acceptedAt ? 'accepted' : 'open', answered_at: details.acceptedAt }),
  })
