import type { ClientId } from '@attune/contract/common/ids'
import { type SessionAction, sessionStatusAfter } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { requireReachable } from './reachable.ts'
import { expireChangeRequests, withdrawOpenChange } from '../change-requests/rows.ts'
import {
  undoWindowSeconds,
  listParticipants,
  notifyParticipants,
  notifySessionTherapist,
} from '../notify/notifications.ts'
import { attendanceAfter, listParticipations, saveAttendance, type RecordedAttendance } from './attendance.ts'
import { type SessionCommand, sessionTarget, setAnswers, updateSession } from './command.ts'

/** The therapist’s actions that `transitionSession` runs. Each other action of the therapist has its own operation. */
type TherapistStep = Extract<SessionAction, 'deny' | 'acceptOnBehalf' | 'cancel' | 'complete' | 'noShow' | 'correct'>
type ClientStep = Extract<SessionAction, 'withdraw' | 'accept' | 'decline'>

/**
 * Runs an action of the acting therapist on a session. Refuses with NOT_FOUND for an unknown session, or if `recorded`
 * contains a client who is not a participant. Refuses with ILLEGAL_TRANSITION and the current status.
 */
export async function transitionSession(
  tx: Tx,
  action: TherapistStep,
  act: SessionCommand,
  now: Date,
  recorded: RecordedAttendance = {},
): Promise<void> {
  const load = () => Promise.all([listParticipants(tx, act.id), readTherapistName(tx), listParticipations(tx, act.id)])
  const command = { ...act, action, now }
  await runCommand(tx, { ...sessionTarget, load }, command, async (session, record, loaded) => {
    const [clients, name, participations] = loaded
    const attendance = attendanceAfter(action, session.status, participations, recorded)
    const to = attendance?.outcome ?? sessionStatusAfter(action, session.status)
    await Promise.all([
      updateSession(tx, session, { status: to }, now),
      action === 'acceptOnBehalf' && setAnswers(tx, session.id, 'accepted'),
      attendance && saveAttendance(tx, session.id, attendance.of),
      record({ to }),
      endsRequests(action) && expireChangeRequests(tx, session.id, now),
      action === 'cancel' && notifyParticipants(tx, 'session-cancelled', session, clients, { name }, undoWindowSeconds),
      action === 'deny' && notifyParticipants(tx, 'session-denied', session, clients, { name }),
      action === 'acceptOnBehalf' && notifyParticipants(tx, 'session-accepted', session, clients, { name }),
    ])
  })
}

const endsRequests = (action: TherapistStep) => action === 'cancel' || action === 'complete' || action === 'noShow'

/**
 * Runs an action of the acting client on a session. With several participants, the session is confirmed when it awaits
 * no other answer, and cancelled when all participants have declined. Until then, only the client’s own answer changes.
 * Refuses with NOT_FOUND, ILLEGAL_TRANSITION, and to accept also with THERAPIST_UNREACHABLE.
 */
export async function answerSession(tx: Tx, action: ClientStep, act: SessionCommand, now: Date): Promise<void> {
  const load = () => Promise.all([countOtherAnswers(tx, act.id), findOwnRecordIn(tx, act.id)])
  const command = { ...act, action, now }
  await runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [others, ownRecord]) => {
    if (action === 'accept') await requireReachable(tx, session.therapistId)
    const isLast = others.awaited + others.accepted === 0
    const endsForAll = action === 'withdraw' || (action === 'accept' ? others.awaited === 0 : isLast)
    const to = endsForAll ? sessionStatusAfter(action, session.status) : session.status
    await Promise.all([
      updateSession(tx, session, { status: to }, now),
      action !== 'withdraw' && setAnswers(tx, session.id, action === 'accept' ? 'accepted' : 'declined'),
      record({ to, clientId: isLast ? null : ownRecord }),
      action === 'decline' && withdrawOpenChange(tx, session.id, now),
      notifySessionTherapist(tx, notificationTypes[action], session),
    ])
  })
}

const notificationTypes = {
  withdraw: 'session-withdrawn',
  accept: 'session-accepted',
  decline: 'session-declined',
} as const

/**
 * Counts the answers of the other participants, which the acting client cannot read. The caller must have locked the
 * session.
 */
export async function countOtherAnswers(tx: Tx, session: string): Promise<{ awaited: number; accepted: number }> {
  const { rows } = await sql<{ awaited: number; accepted: number }>`
    select awaited, accepted from def.others_in(${session})`.execute(tx.kysely)
  return rows[0] ?? { awaited: 0, accepted: 0 }
}

/**
 * Returns the client record with which the acting client takes part in a session; null if the client is not a
 * participant.
 */
export async function findOwnRecordIn(tx: Tx, session: string): Promise<string | null> {
  const { rows } = await sql<{ client_id: ClientId }>`
    select client_id from app.session_client where session_id = ${session}`.execute(tx.kysely)
  return rows[0]?.client_id ?? null
}
