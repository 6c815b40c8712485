import type { ClientId } from '@attune/contract/common/ids'
import { type SessionAction, sessionStatusAfter } from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { requireReachable } from './reachable.ts'
import { expireChangeRequests, withdrawOpenChange } from '../change-requests/rows.ts'
import {
  undoWindowSeconds,
  listParticipants,
  notifyParticipants,
  notifySessionTherapist,
} from '../notify/notifications.ts'
import { type SessionCommand, type LockedSession, sessionTarget, setAnswers, updateSession } from './command.ts'

/** The therapist’s actions that `transitionSession` runs. Each other action of the therapist has its own operation. */
type TherapistStep = Extract<SessionAction, 'deny' | 'acceptOnBehalf' | 'cancel' | 'complete' | 'noShow' | 'correct'>
type ClientStep = Extract<SessionAction, 'withdraw' | 'accept' | 'decline'>

/**
 * Runs an action of the acting therapist on a session. Refuses with NOT_FOUND for an unknown session, or if `absent`
 * contains a client who is not a participant. Refuses with ILLEGAL_TRANSITION and the current status.
 */
export async function transitionSession(
  tx: Tx,
  action: TherapistStep,
  act: SessionCommand & { absent?: string[] },
  now: Date,
): Promise<void> {
  const load = () => Promise.all([listParticipants(tx, act.id), readTherapistName(tx)])
  const command = { ...act, action, now }
  await runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [clients, name]) => {
    const to = sessionStatusAfter(action, session.status)
    const absent = new Set(act.absent)
    if (absent.size > 0 && (await countIn(tx, session.id, [...absent])) < absent.size) throw notFound()
    await Promise.all([
      updateSession(tx, session, { status: to }, now),
      action === 'acceptOnBehalf' && setAnswers(tx, session.id, 'accepted'),
      setAttendance(tx, action, session, to, [...absent]),
      record({ to }),
      endsRequests(action) && expireChangeRequests(tx, session.id, now),
      action === 'cancel' && notifyParticipants(tx, 'session-cancelled', session, clients, { name }, undoWindowSeconds),
      action === 'deny' && notifyParticipants(tx, 'session-denied', session, clients, { name }),
      action === 'acceptOnBehalf' && notifyParticipants(tx, 'session-accepted', session, clients, { name }),
    ])
  })
}

const endsRequests = (action: TherapistStep) => action === 'cancel' || action === 'complete' || action === 'noShow'

/** Counts how many of the given clients are participants of a session, including those who declined. */
async function countIn(tx: Tx, session: string, clients: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.session_client
    where session_id = ${session} and client_id = any (${clients}::uuid[])`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

/**
 * Sets the attendance of the participants who have not declined. If the status becomes no-show, all of them are absent.
 * Otherwise the clients in `absent` are absent, and the others attended.
 */
function setAttendance(tx: Tx, action: TherapistStep, session: LockedSession, to: SessionStatus, absent: string[]) {
  if (action !== 'complete' && action !== 'noShow' && action !== 'correct') return null
  const attendance =
    to === 'no-show'
      ? sql<string>`'absent'`
      : sql<string>`case when client_id = any(${absent}::uuid[]) then 'absent' else 'attended' end`
  return tx.kysely
    .updateTable('session_client')
    .set({ attendance })
    .where('session_id', '=', session.id)
    .where('answer', '<>', 'declined')
    .execute()
}

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
