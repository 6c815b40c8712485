import type { ClientId } from '@attune/contract/common/ids'
import {
  listConflictsWithSlot,
  withCalendarLock,
  bookedAnywayColumn,
  type TimeSlot,
  slotOf,
} from '../schedule/schedule.ts'
import { type Recorder, runCommand } from '../../../platform/command/run-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import {
  listParticipants,
  expireChangeRequests,
  recordSessionHistory,
  type SessionCommandEvent,
  type Participant,
  setAnswers,
  setParticipantAnswer,
  updateChangeRequest,
  updateSession,
  setSessionTime,
  notifyParticipants,
  notifyMoved,
} from '../session/session.ts'
import { readTherapistName } from '../../people/profile/profile.ts'
import {
  type ChangeRequestCommand,
  changeRequestTarget,
  type LockedChangeRequest,
  readChangeRequest,
  onSession,
} from './change-request.lock.ts'

/**
 * Accepts a change request as the therapist. If the client requested another time, the session moves after a new
 * conflict check. If the client requested a cancellation, the client is removed from the session, and a session
 * without other participants is cancelled.
 * Refuses with NOT_FOUND, ILLEGAL_TRANSITION, and with SLOT_TAKEN unless `anyway` is true.
 */
export async function acceptChange(tx: Tx, act: ChangeRequestCommand & { anyway: boolean }, now: Date): Promise<void> {
  // Reads the request before locking, so that the lock and the conflict query can be sent together. The requested
  // time never changes.
  const { sessionId, therapistId, proposedStartsAt, proposedEndsAt } = await readChangeRequest(tx, act.id)
  const slot =
    proposedStartsAt && proposedEndsAt
      ? { id: sessionId, therapistId, startsAt: proposedStartsAt, endsAt: proposedEndsAt }
      : null
  const load = () =>
    Promise.all([slot ? listConflictsWithSlot(tx, slot) : [], listParticipants(tx, sessionId), readTherapistName(tx)])
  const command = onSession(act, sessionId, 'acceptChange', now)
  const accept = () =>
    runCommand(tx, { ...changeRequestTarget, load }, command, async (row, record, [conflicts, clients, name]) => {
      const taken = bookedAnywayColumn(conflicts, act.anyway)
      const accepted = updateChangeRequest(tx, act.id, { state: 'accepted', answered_at: now })
      const others = clients.filter(({ id }) => id !== row.change.clientId)
      const context = { ...row, record, askerOf: askerOf(clients, row.change.clientId), others, name }
      await Promise.all([
        accepted,
        slot ? moveToRequestedTime(tx, context, { ...slot, ...taken }, now) : cancelAsAsked(tx, context, now),
      ])
    })
  await withCalendarLock(tx, tx.actor.id, accept)
}

type AcceptedContext = LockedChangeRequest & {
  record: Recorder<SessionCommandEvent>
  askerOf: Participant[]
  others: Participant[]
  name: string
}

async function moveToRequestedTime(
  tx: Tx,
  { change, session, record, askerOf, others, name }: AcceptedContext,
  { booked_anyway, ...slot }: TimeSlot & { booked_anyway: boolean },
  now: Date,
) {
  const to = others.length ? 'rescheduled' : 'confirmed'
  const moved = await setSessionTime(tx, session, slot, { status: to, booked_anyway }, now)
  await setAnswers(tx, session.id, others.length ? 'awaited' : 'accepted')
  const step = { to, startsAtAfter: slot.startsAt } as const
  await Promise.all([
    others.length && setParticipantAnswer(tx, session.id, change.clientId, { answer: 'accepted' }),
    expireChangeRequests(tx, session.id, now, change.id),
    record({ ...step, clientId: others.length ? change.clientId : null }),
    others.length && recordSessionHistory(tx, { ...step, session, from: session.status, action: 'move' }),
    notifyParticipants(tx, 'change-accepted', moved, askerOf, { name, startsAtBefore: session.startsAt }),
    notifyMoved(tx, moved, session, others, name),
  ])
}

async function cancelAsAsked(tx: Tx, { change, session, record, askerOf, others, name }: AcceptedContext, now: Date) {
  const { clientId, late } = change
  const to = others.length ? session.status : 'cancelled'
  await Promise.all([
    updateSession(tx, session, { status: to }, now),
    setParticipantAnswer(tx, session.id, clientId, { answer: 'declined', late_cancel: late }),
    record({ to, clientId: others.length ? clientId : null }),
    notifyParticipants(tx, 'change-accepted', session, askerOf, { name }),
  ])
}

/**
 * Declines the change request as the therapist and notifies the client. The session stays unchanged. Refuses with NOT_FOUND and ILLEGAL_TRANSITION.
 */
export async function declineChange(tx: Tx, act: ChangeRequestCommand, now: Date): Promise<void> {
  await answer(tx, 'declineChange', act, now, async ({ session, change }) => {
    await updateChangeRequest(tx, act.id, { state: 'declined', answer: act.reason ?? '', answered_at: now })
    return { kind: 'change-declined', session, clientId: change.clientId } as const
  })
}

/**
 * Proposes another time to the client as the therapist and notifies the client. The session keeps its time until the client accepts. Refuses with
 * NOT_FOUND, ILLEGAL_TRANSITION and IN_THE_PAST.
 */
export async function proposeOtherTimeForChange(
  tx: Tx,
  act: ChangeRequestCommand & { startsAt: string; durationMinutes: number },
  now: Date,
): Promise<void> {
  await answer(tx, 'counterChange', act, now, async ({ session, change }) => {
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
  clientId: ClientId
}

async function answer(
  tx: Tx,
  action: 'declineChange' | 'counterChange',
  act: ChangeRequestCommand,
  now: Date,
  write: (row: LockedChangeRequest) => Promise<ClientNotification>,
): Promise<void> {
  const { sessionId } = await readChangeRequest(tx, act.id)
  const load = () => Promise.all([listParticipants(tx, sessionId), readTherapistName(tx)])
  const command = onSession(act, sessionId, action, now)
  await runCommand(tx, { ...changeRequestTarget, load }, command, async (row, record, [clients, name]) => {
    const result = await write(row)
    const { status } = row.session
    await Promise.all([
      record({
        to: status,
        startsAtAfter: result.session.startsAt,
        clientId: clients.length > 1 ? result.clientId : null,
      }),
      notifyParticipants(tx, result.kind, result.session, askerOf(clients, result.clientId), { name }),
    ])
  })
}

const askerOf = <Client extends { id: ClientId }>(clients: Client[], clientId: ClientId) =>
  clients.filter(({ id }) => id === clientId)
