import { busyTimesWithin, scheduleSessionReminder, slotTaken, tryCalendarLock } from '../schedule/schedule.ts'
import type { SessionStatus } from '@attune/contract/features/session.states'
import type { Tx } from '../../platform/database/actor.ts'
import { enqueueMailJobs } from '../notification/notification.ts'
import { recordSessionHistory, otherAnswersIn, notifySessionTherapist } from '../session/session.ts'
import {
  type ChangeRequestCommand,
  lockChangeRequest,
  changeRequestById,
  changeRequestEvents,
  illegalChangeRequestAction,
  updateChangeRequest,
} from './change-request.lock.ts'

/** The client withdraws the request, or declines the proposed time. The session stays unchanged. */
export async function closeChangeRequest(
  tx: Tx,
  action: 'withdraw' | 'declineCounter',
  act: ChangeRequestCommand,
  now: Date,
): Promise<void> {
  const { sessionId, clientId } = await changeRequestById(tx, act.id)
  const [begun, others] = await Promise.all([
    lockChangeRequest(tx, action, act, sessionId, now),
    otherAnswersIn(tx, sessionId),
  ])
  if (!begun) return
  const { session } = begun
  await Promise.all([
    updateChangeRequest(tx, act.id, { state: action === 'withdraw' ? 'withdrawn' : 'declined', answered_at: now }),
    recordSessionHistory(tx, {
      session,
      action: changeRequestEvents[action],
      from: session.status,
      to: session.status,
      reason: act.reason,
      command: act.command,
      clientId: others.awaited + others.accepted > 0 ? clientId : null,
    }),
    notifySessionTherapist(tx, action === 'withdraw' ? 'change-withdrawn' : 'counter-declined', session),
  ])
}

/**
 * The client accepts the proposed time after a new conflict check. Other participants need to answer again. Refuses NOT_FOUND,
 * ILLEGAL_TRANSITION (also for an inactive client), SLOT_TAKEN with the times alone.
 */
export async function acceptCounter(tx: Tx, act: ChangeRequestCommand, now: Date): Promise<void> {
  const wanted = await changeRequestById(tx, act.id)
  const { therapistId, sessionId, clientId } = wanted
  return tryCalendarLock(tx, therapistId, async (granted) => {
    const [connected, begun, others] = await Promise.all([
      granted,
      lockChangeRequest(tx, 'acceptCounter', act, sessionId, now),
      otherAnswersIn(tx, sessionId),
    ])
    if (!begun) return
    const { session, change } = begun
    if (!connected) throw illegalChangeRequestAction(session.status, change.state)
    const slot = {
      id: sessionId,
      therapistId,
      startsAt: change.counterStartsAt ?? '',
      endsAt: change.counterEndsAt ?? '',
    }
    const busy = await busyTimesWithin(tx, slot)
    if (busy.length) throw slotTaken(busy)
    const { rows } = await tx.run<{ state: SessionStatus | null }>('select def.take_counter($1, $2) as state', [
      act.id,
      now,
    ])
    const to = rows[0]?.state
    if (!to) throw new Error('a counter that stands could not be taken')
    const several = others.awaited + others.accepted > 0
    const moved = { ...session, startsAt: slot.startsAt, sequence: session.sequence + 1 }
    const step = { session, from: session.status, to, startsAtAfter: slot.startsAt } as const
    await Promise.all([
      recordSessionHistory(tx, {
        ...step,
        action: 'acceptCounter',
        command: act.command,
        clientId: several ? clientId : null,
      }),
      several ? recordSessionHistory(tx, { ...step, action: 'move', by: 'product' }) : null,
      several ? notifyOthers(tx, sessionId, session.startsAt) : null,
      notifySessionTherapist(tx, 'counter-accepted', moved),
      scheduleSessionReminder(tx, moved, now),
    ])
  })
}

/** Notifies the other participants, whom the acting client cannot see, in the therapist's name. */
async function notifyOthers(tx: Tx, session: string, before: string): Promise<void> {
  const { rows } = await tx.run<{ mail: string }>('select def.tell_others($1, $2) as mail', [session, before])
  await enqueueMailJobs(
    tx,
    rows.map((row) => row.mail),
  )
}
