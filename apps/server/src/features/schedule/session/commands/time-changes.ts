import { scheduleSessionReminder } from '../../schedule/schedule.ts'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { undoSeconds } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { expireChangeRequests } from '../change-requests/rows.ts'
import {
  undoWindowSeconds,
  listParticipants,
  type Participant,
  type SessionReference,
  notifyParticipants,
} from '../notify/notifications.ts'
import {
  type SessionCommand,
  type LockedSession,
  sessionTarget,
  setAnswers,
  updateSession,
  setParticipantStart,
} from './command.ts'
import { readCallPlace } from './call-place.ts'
import {
  listConflictsWithSlot,
  withCalendarLock,
  bookedAnywayColumn,
  type TimeSlot,
  slotOf,
} from '../../schedule/schedule.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { findSessionRow, toSession } from '../read/view.queries.ts'

type Time = { startsAt: string; durationMinutes: number }
export type SessionMove = SessionCommand & Time & { agreed: boolean; anyway: boolean; revision?: number | undefined }
export type CounterProposal = SessionCommand & Time & { anyway: boolean }

/**
 * Confirms a requested session for the acting therapist and notifies the clients. Refuses with NOT_FOUND and ILLEGAL_TRANSITION, and with SLOT_TAKEN
 * and the conflicts unless `act.anyway` is true.
 */
export async function confirmSession(tx: Tx, act: SessionCommand & { anyway: boolean }, now: Date): Promise<void> {
  // Reads the session before the calendar is locked, so that the conflict query can be sent together with the lock. If
  // another command changes the time in between, it also changes the status, which is checked after the lock.
  const requested = await findSessionRow(tx, act.id)
  if (!requested) throw notFound()
  const slot = { ...requested, therapistId: requested.therapist_id }
  const load = () =>
    Promise.all([
      listConflictsWithSlot(tx, slot),
      listParticipants(tx, act.id),
      readTherapistName(tx),
      readCallPlace(tx, { format: requested.format, clients: requested.participants.length }),
    ])
  const command = { ...act, action: 'confirm', now } as const
  const confirm = () =>
    runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [conflicts, clients, name, place]) => {
      const taken = bookedAnywayColumn(conflicts, act.anyway)
      await Promise.all([
        updateSession(tx, session, { status: 'confirmed', booked_at: now, ...place, ...taken }, now),
        record({ to: 'confirmed' }),
        notifyParticipants(tx, 'session-confirmed', session, clients, { name }),
        scheduleSessionReminder(tx, session, now),
      ])
    })
  await withCalendarLock(tx, tx.actor.id, confirm)
}

/**
 * Answers a request with another time. The session takes the slot at that time while the client’s answer is awaited. Refuses with NOT_FOUND and
 * ILLEGAL_TRANSITION, with IN_THE_PAST for a past time, and with SLOT_TAKEN and the conflicts unless `act.anyway` is true.
 */
export async function proposeOtherTimeForSession(tx: Tx, act: CounterProposal, now: Date): Promise<void> {
  const slot = slotOf(act.id, tx.actor.id, act)
  const load = () => Promise.all([listConflictsWithSlot(tx, slot), listParticipants(tx, act.id), readTherapistName(tx)])
  const command = { ...act, action: 'counter', now } as const
  const counter = () =>
    runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [conflicts, clients, name]) => {
      if (Date.parse(slot.startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
      const taken = bookedAnywayColumn(conflicts, act.anyway)
      const place = await readCallPlace(tx, {
        ...session,
        callInAttune: session.callInAttune || undefined,
        clients: clients.length,
      })
      const moved = await setSessionTime(tx, session, slot, { status: 'rescheduled', ...taken, ...place }, now)
      await Promise.all([
        setAnswers(tx, session.id, 'awaited'),
        record({ to: 'rescheduled', startsAtAfter: slot.startsAt }),
        notifyParticipants(tx, 'session-countered', moved, clients, { name, startsAtBefore: session.startsAt }),
      ])
    })
  await withCalendarLock(tx, slot.therapistId, counter)
}

/**
 * Moves a session to another time. Keeps the row, its id and its history. Refuses with NOT_FOUND and ILLEGAL_TRANSITION, with SLOT_TAKEN and the
 * conflicts unless `move.anyway` is true, and with CHANGED and the current session if the move is based on another revision.
 */
export async function moveSession(tx: Tx, move: SessionMove, now: Date): Promise<void> {
  const slot = slotOf(move.id, tx.actor.id, move)
  const load = () =>
    Promise.all([
      listConflictsWithSlot(tx, slot),
      listParticipants(tx, move.id),
      readTherapistName(tx),
      findLastStep(tx, move.id),
    ])
  const command = { ...move, action: 'move', now } as const
  const run = () =>
    runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [conflicts, clients, name, before]) => {
      await assertRevision(tx, session, move.revision, now)
      const taken = bookedAnywayColumn(conflicts, move.anyway)
      const to: SessionStatus = move.agreed ? 'confirmed' : 'rescheduled'
      const undone = isUndone(before, session, slot, now)
      // If this undoes the only individual move of the session, the session has the time of its series again. Changes
      // of the series then apply to the session again.
      const follows = undone && before?.moves === 1 && before.alone
      const time = { status: to, ...taken, ...(follows && { detached: false }) }
      const moved = await setSessionTime(tx, session, slot, time, now)
      await Promise.all([
        setAnswers(tx, session.id, move.agreed ? 'accepted' : 'awaited'),
        expireChangeRequests(tx, session.id, now),
        record({ to, startsAtAfter: slot.startsAt }),
        notifyMoved(tx, moved, session, clients, name, undone),
      ])
    })
  await withCalendarLock(tx, slot.therapistId, run)
}

/** The last history event of a session. */
type LastStep = {
  action: string
  startsAtBefore: string | null
  /** Whether the event concerned only this session and not its series. */
  alone: boolean
  /** The number of individual moves of the session. */
  moves: number
}

async function findLastStep(tx: Tx, session: string): Promise<LastStep | undefined> {
  const { rows } = await sql<LastStep>`
    select action, starts_at_before as "startsAtBefore", alone,
      count(*) filter (where alone and action in ('move', 'acceptChange', 'acceptCounter')) over () as moves
    from app.session_history
    where therapist_id = ${tx.actor.id} and session_id = ${session} order by id desc limit 1`.execute(tx.kysely)
  return rows[0]
}

/**
 * Returns whether a move reverses the previous move within the undo window. In this case neither move needs an email,
 * because the email about the previous move has not been sent yet.
 */
const isUndone = (before: LastStep | undefined, session: LockedSession, slot: TimeSlot, now: Date) =>
  before?.action === 'move' &&
  before.startsAtBefore === slot.startsAt &&
  now.getTime() - Date.parse(session.bookedAt) < undoSeconds * 1000

/**
 * Notifies the participants of a move in the app at once. The emails wait for the undo window. An undo sends no emails.
 */
export const notifyMoved = (
  tx: Tx,
  moved: SessionReference,
  before: LockedSession,
  clients: Participant[],
  name: string,
  isUndo = false,
) =>
  notifyParticipants(
    tx,
    'session-moved',
    moved,
    clients,
    { name, startsAtBefore: before.startsAt },
    isUndo ? null : undoWindowSeconds,
  )

/** Refuses with CHANGED and the current session if `revision` is not the current revision. */
export async function assertRevision(
  tx: Tx,
  session: LockedSession,
  revision: number | undefined,
  now: Date,
): Promise<void> {
  if (revision === undefined || revision === session.revision) return
  const row = await findSessionRow(tx, session.id)
  if (row) throw createRefusal('CHANGED', 409, toSession(row, tx.actor.role, now))
}

type TimeChange = {
  status: SessionStatus
  booked_anyway: boolean
  video_url?: string | null
  in_attune?: boolean
  detached?: boolean
}

/** Sets the time of a locked session and schedules its reminders. Returns the values that notifications need. */
export async function setSessionTime(
  tx: Tx,
  session: LockedSession,
  slot: TimeSlot,
  to: TimeChange,
  now: Date,
): Promise<SessionReference> {
  const sequence = session.sequence + 1
  const time = { starts_at: slot.startsAt, ends_at: slot.endsAt, sequence, booked_at: now }
  const moved = { id: session.id, therapistId: session.therapistId, startsAt: slot.startsAt, sequence }
  await Promise.all([
    updateSession(tx, session, { ...time, ...to }, now),
    setParticipantStart(tx, session.id, slot.startsAt),
    scheduleSessionReminder(tx, moved, now),
  ])
  return moved
}
