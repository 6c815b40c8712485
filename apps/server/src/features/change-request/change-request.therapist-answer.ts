import { conflictsWithSlot, withCalendarLock, assertNoConflict, type TimeSlot, slotOf } from '../schedule/schedule.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'
import {
  participantsOf,
  expireChangeRequests,
  recordSessionHistory,
  actingTherapistName,
  type Participant,
  setAnswers,
  updateSession,
  setSessionTime,
  notifyParticipants,
  notifyMoved,
} from '../session/session.ts'
import {
  type ChangeRequestCommand,
  lockChangeRequest,
  type LockedChangeRequest,
  changeRequestById,
  updateChangeRequest,
} from './change-request.lock.ts'

/**
 * The therapist accepts a change request. The session moves after a new conflict check, or the client leaves it; if the last client
 * leaves, the session is cancelled. Refuses NOT_FOUND, ILLEGAL_TRANSITION, SLOT_TAKEN.
 */
export async function acceptChange(tx: Tx, act: ChangeRequestCommand & { anyway: boolean }, now: Date): Promise<void> {
  // Reads the request before the lock, so that the conflict query can be sent with the lock. The requested time never changes.
  const { sessionId, therapistId, proposedStartsAt, proposedEndsAt } = await changeRequestById(tx, act.id)
  const slot =
    proposedStartsAt && proposedEndsAt
      ? { id: sessionId, therapistId, startsAt: proposedStartsAt, endsAt: proposedEndsAt }
      : null
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const [conflicts, begun, clients, name] = await Promise.all([
      slot ? conflictsWithSlot(tx, slot) : [],
      lockChangeRequest(tx, 'accept', act, sessionId, now),
      participantsOf(tx, sessionId),
      actingTherapistName(tx),
    ])
    if (!begun) return
    const taken = assertNoConflict(conflicts, act.anyway)
    const accepted = updateChangeRequest(tx, act.id, { state: 'accepted', answered_at: now })
    const others = clients.filter(({ id }) => id !== begun.change.clientId)
    const answered = { ...begun, askerOf: askerOf(clients, begun.change.clientId), others, name }
    await Promise.all([
      accepted,
      slot ? moveToRequestedTime(tx, act, answered, { ...slot, ...taken }, now) : cancelAsAsked(tx, act, answered, now),
    ])
  })
}

type AcceptedContext = LockedChangeRequest & { askerOf: Participant[]; others: Participant[]; name: string }

async function moveToRequestedTime(
  tx: Tx,
  act: ChangeRequestCommand,
  { change: { clientId }, session, askerOf, others, name }: AcceptedContext,
  { booked_anyway, ...slot }: TimeSlot & { booked_anyway: boolean },
  now: Date,
) {
  const to = others.length ? 'rescheduled' : 'confirmed'
  const moved = await setSessionTime(tx, session, slot, { status: to, booked_anyway }, now)
  await setAnswers(tx, session.id, others.length ? 'awaited' : 'accepted')
  const step = { session, from: session.status, to, startsAtAfter: slot.startsAt } as const
  await Promise.all([
    others.length ? setParticipantAnswer(tx, session.id, clientId, { answer: 'accepted' }) : null,
    expireChangeRequests(tx, session.id, now, act.id),
    recordSessionHistory(tx, {
      ...step,
      action: 'acceptChange',
      command: act.command,
      clientId: others.length ? clientId : null,
    }),
    others.length ? recordSessionHistory(tx, { ...step, action: 'move' }) : null,
    notifyParticipants(tx, 'change-accepted', moved, askerOf, { name, startsAtBefore: session.startsAt }),
    notifyMoved(tx, moved, session, others, name),
  ])
}

async function cancelAsAsked(
  tx: Tx,
  act: ChangeRequestCommand,
  { change, session, askerOf, others, name }: AcceptedContext,
  now: Date,
) {
  const { clientId, late } = change
  const to = others.length ? session.status : 'cancelled'
  await Promise.all([
    updateSession(tx, session, { status: to }, now),
    setParticipantAnswer(tx, session.id, clientId, { answer: 'declined', late_cancel: late }),
    recordSessionHistory(tx, {
      session,
      action: 'acceptChange',
      from: session.status,
      to,
      command: act.command,
      clientId: others.length ? clientId : null,
    }),
    notifyParticipants(tx, 'change-accepted', session, askerOf, { name }),
  ])
}

/** The therapist declines the request. The session stays unchanged. */
export async function declineChange(tx: Tx, act: ChangeRequestCommand, now: Date): Promise<void> {
  await answer(tx, 'decline', act, now, async ({ session, change }) => {
    await updateChangeRequest(tx, act.id, { state: 'declined', answer: act.reason ?? '', answered_at: now })
    return { kind: 'change-declined', session, clientId: change.clientId } as const
  })
}

/** The therapist proposes another time, which the client can accept. Until then the session stays unchanged. Refuses IN_THE_PAST. */
export async function counterChange(
  tx: Tx,
  act: ChangeRequestCommand & { startsAt: string; durationMinutes: number },
  now: Date,
): Promise<void> {
  await answer(tx, 'counter', act, now, async ({ session, change }) => {
    const slot = slotOf(session.id, session.therapistId, act)
    if (Date.parse(slot.startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
    await updateChangeRequest(tx, act.id, {
      state: 'countered',
      answer: act.reason ?? '',
      counter_starts_at: slot.startsAt,
      counter_ends_at: slot.endsAt,
      answered_at: now,
    })
    return {
      kind: 'change-countered',
      session: { ...session, startsAt: slot.startsAt },
      clientId: change.clientId,
    } as const
  })
}

type ClientNotification = {
  kind: 'change-declined' | 'change-countered'
  session: LockedChangeRequest['session']
  clientId: string
}

async function answer(
  tx: Tx,
  action: 'decline' | 'counter',
  act: ChangeRequestCommand,
  now: Date,
  write: (begun: LockedChangeRequest) => Promise<ClientNotification>,
): Promise<void> {
  const { sessionId } = await changeRequestById(tx, act.id)
  const begun = await lockChangeRequest(tx, action, act, sessionId, now)
  if (!begun) return
  const { session } = begun
  const [news, clients, name] = await Promise.all([
    write(begun),
    participantsOf(tx, sessionId),
    actingTherapistName(tx),
  ])
  await Promise.all([
    recordSessionHistory(tx, {
      session,
      action: action === 'decline' ? 'declineChange' : 'counterChange',
      from: session.status,
      to: session.status,
      startsAtAfter: news.session.startsAt,
      reason: act.reason,
      command: act.command,
      clientId: clients.length > 1 ? news.clientId : null,
    }),
    notifyParticipants(tx, news.kind, news.session, askerOf(clients, news.clientId), { name }),
  ])
}

const askerOf = <Client extends { id: string }>(clients: Client[], clientId: string) =>
  clients.filter(({ id }) => id === clientId)

const setParticipantAnswer = (
  tx: Tx,
  session: string,
  client: string,
  set: { answer: string; late_cancel?: boolean },
) =>
  tx.kysely
    .updateTable('session_client')
    .set(set)
    .where('session_id', '=', session)
    .where('client_id', '=', client)
    .execute()
