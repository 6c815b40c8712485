import type { ChangeRequestId } from '@attune/contract/common/ids'
import {
  listLockedBusyTimes,
  scheduleSessionReminder,
  slotTakenRefusal,
  tryCalendarLock,
} from '../schedule/schedule.ts'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { runCommand } from '../../../platform/command/run-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { readFullName } from '../../people/profile/profile.ts'
import {
  notifyParticipants,
  notifySessionTherapist,
  countOtherAnswers,
  type Participant,
  recordSessionHistory,
  requireReachable,
  type SessionReference,
  updateChangeRequest,
} from '../session/session.ts'
import { type ChangeRequestCommand, readChangeRequest, changeRequestTarget, onSession } from './change-request.lock.ts'

/**
 * Withdraws the acting client's request, or declines the time that the therapist proposed. The session stays unchanged; the therapist is notified.
 * Repeating the command changes nothing. Refuses with NOT_FOUND and ILLEGAL_TRANSITION.
 */
export async function closeChangeRequest(
  tx: Tx,
  action: 'withdrawChange' | 'declineCounter',
  act: ChangeRequestCommand,
  now: Date,
): Promise<void> {
  const { sessionId, clientId } = await readChangeRequest(tx, act.id)
  const load = () => countOtherAnswers(tx, sessionId)
  const command = onSession(act, sessionId, action, now)
  const isWithdrawn = action === 'withdrawChange'
  await runCommand(tx, { ...changeRequestTarget, load }, command, async ({ session }, record, others) => {
    const several = others.awaited + others.accepted > 0
    await Promise.all([
      updateChangeRequest(tx, act.id, { state: isWithdrawn ? 'withdrawn' : 'declined', answered_at: now }),
      record({ to: session.status, clientId: several ? clientId : null }),
      notifySessionTherapist(tx, isWithdrawn ? 'change-withdrawn' : 'counter-declined', session),
    ])
  })
}

/**
 * Accepts the time that the therapist proposed, on behalf of the acting client. Checks for conflicts again. The other
 * participants must answer again.
 * Refuses with NOT_FOUND, with ILLEGAL_TRANSITION (also for an inactive client), with THERAPIST_UNREACHABLE, and with
 * SLOT_TAKEN, which contains only the times of the conflicts.
 */
export async function acceptCounter(tx: Tx, act: ChangeRequestCommand, now: Date): Promise<void> {
  const wanted = await readChangeRequest(tx, act.id)
  const { therapistId, sessionId, clientId } = wanted
  const command = onSession(act, sessionId, 'acceptCounter', now)
  await tryCalendarLock(tx, therapistId, (granted) => {
    const load = () => Promise.all([granted, countOtherAnswers(tx, sessionId)])
    const target = { ...changeRequestTarget, load }
    return runCommand(tx, target, command, async ({ session, change }, record, [connected, others]) => {
      if (!connected) throw changeRequestTarget.machine.refusal({ session, change }, command)
      await requireReachable(tx, therapistId)
      const slot = {
        id: sessionId,
        therapistId,
        startsAt: change.counterStartsAt ?? '',
        endsAt: change.counterEndsAt ?? '',
      }
      const busy = await listLockedBusyTimes(tx, slot)
      if (busy.length) throw slotTakenRefusal(busy)
      const to = await takeCounter(tx, act.id, now)
      const several = others.awaited + others.accepted > 0
      const moved = { ...session, startsAt: slot.startsAt, sequence: session.sequence + 1 }
      const step = { to, startsAtAfter: slot.startsAt }
      await Promise.all([
        record({ ...step, clientId: several ? clientId : null }),
        several && recordSessionHistory(tx, { ...step, session, from: session.status, action: 'move', by: 'product' }),
        several && notifyOthers(tx, moved, session.startsAt),
        notifySessionTherapist(tx, 'counter-accepted', moved),
        scheduleSessionReminder(tx, moved, now),
      ])
    })
  })
}

/** Moves the session to the proposed time and returns its new status. */
async function takeCounter(tx: Tx, id: ChangeRequestId, now: Date): Promise<SessionStatus> {
  const { rows } = await tx.run<{ state: SessionStatus | null }>('select def.take_counter($1, $2) as state', [id, now])
  const to = rows[0]?.state
  if (!to) throw new Error('a legal counter-proposal could not be accepted')
  return to
}

/** Notifies the other participants on behalf of the therapist. A database function returns them, because the acting client cannot see them. */
async function notifyOthers(tx: Tx, moved: SessionReference, startsAtBefore: string): Promise<void> {
  const [others, name] = await Promise.all([
    tx.run<Participant>('select id, account_id, status from def.other_participants($1)', [moved.id]),
    readFullName(tx, moved.therapistId),
  ])
  await notifyParticipants(tx, 'session-moved', moved, others.rows, { name, startsAtBefore })
}
