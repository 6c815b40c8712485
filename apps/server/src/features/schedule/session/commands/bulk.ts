import type { SessionId } from '@attune/contract/common/ids'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import type { SessionBatchResult } from '@attune/contract/features/schedule/session/session.batch'
import {
  mayTakeSessionAction,
  type SessionAction,
  sessionStatusAfter,
} from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, notFound } from '../../../../platform/policy/refusal.ts'
import { notifyOfBulkCommand } from '../notify/bulk-notifications.ts'
import { expireChangeRequests } from '../change-requests/rows.ts'
import { type LockedSession, lockSession, recordSessionHistory, setAnswers, updateSession } from './command.ts'
import { lockedConflictsInSpans, withCalendarLock, type TimeSlot, slotOf } from '../../schedule/schedule.ts'
import { setSessionTime } from './time-changes.ts'

/** A bulk command of the therapist, which applies to each session separately. */
type BulkCommand = {
  /** The id of the command. Sending it again changes nothing. */
  command: string
  reason: string
}

/**
 * Cancels many sessions, and denies those that are unanswered requests. Skips sessions that can no longer be cancelled, and returns them in `left`.
 * Refuses with NOT_FOUND if one of the sessions does not exist, and with CONFLICT if the command id was used for another action; changes nothing in
 * these cases.
 */
export async function cancelSessionsInBulk(
  tx: Tx,
  act: BulkCommand & { ids: SessionId[] },
  now: Date,
): Promise<SessionBatchResult> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const batch = await lockBatch(tx, act, act.ids, ['cancel', 'deny'])
    const { sessions, before } = batch
    const actionOf = ({ status }: LockedSession) => (status === 'pending' ? 'deny' : 'cancel')
    const affected = before ? [] : sessions.filter((one) => mayTakeSessionAction(actionOf(one), 'therapist', one, now))
    for (const session of affected) {
      const action = actionOf(session)
      const to = sessionStatusAfter(action, session.status)
      await Promise.all([
        updateSession(tx, session, { status: to }, now),
        recordSessionHistory(tx, { session, action, from: session.status, to, reason: act.reason, act: act.command }),
        expireChangeRequests(tx, session.id, now),
      ])
    }
    return notifyAndReturn(tx, 'sessions-cancelled', act, batch, idsOf(affected))
  })
}

/**
 * Moves many sessions, each to its own new time. The new time may be the old time of another session in the command. A session keeps its old time if
 * its new time is taken; other sessions of the command then cannot move to that old time. Refuses with NOT_FOUND if one of the sessions does not
 * exist, and with CONFLICT if the command id was used for another action.
 */
export async function moveSessionsInBulk(
  tx: Tx,
  act: BulkCommand & { moves: { id: SessionId; startsAt: string }[] },
  now: Date,
): Promise<SessionBatchResult> {
  const starts = new Map(act.moves.map(({ id, startsAt }) => [id, startsAt]))
  return withCalendarLock(tx, tx.actor.id, async () => {
    const batch = await lockBatch(tx, act, [...starts.keys()], ['move'])
    const { sessions, before } = batch
    const plannedMoves = sessions
      .filter((one) => !before?.includes(one.id) && mayTakeSessionAction('move', 'therapist', one, now))
      .map((session) => ({ session, slot: slotAt(session, starts.get(session.id) as string) }))
    const { free, taken } = await resolveMoves(tx, plannedMoves)
    // Defers the constraint against overlapping sessions until all moves are written. A session may move to a time that
    // another session of this command still has.
    await tx.run('set constraints app.session_slot deferred', [])
    for (const { session, slot } of before ? [] : free) {
      await setSessionTime(tx, session, slot, { status: 'rescheduled', booked_anyway: false }, now)
      await Promise.all([
        setAnswers(tx, session.id, 'awaited'),
        expireChangeRequests(tx, session.id, now),
        recordSessionHistory(tx, {
          session,
          action: 'move',
          from: session.status,
          to: 'rescheduled',
          startsAtAfter: slot.startsAt,
          reason: act.reason,
          act: act.command,
        }),
      ])
    }
    await tx.run('set constraints app.session_slot immediate', [])
    return notifyAndReturn(tx, 'sessions-moved', act, batch, idsOf(free.map(({ session }) => session)), taken)
  })
}

const idsOf = (sessions: LockedSession[]) => sessions.map(({ id }) => id)

type LockedBatch = {
  sessions: LockedSession[]
  /** The ids of the sessions that an earlier request with the same command id has changed; null for a new command. */
  before: string[] | null
}

/**
 * Locks the sessions, always in the order of their ids. Returns them ordered by start. Refuses with NOT_FOUND for an
 * unknown session, and with CONFLICT if the command id was used for another action.
 */
async function lockBatch(tx: Tx, act: BulkCommand, ids: SessionId[], actions: SessionAction[]): Promise<LockedBatch> {
  const sessions: LockedSession[] = []
  for (const id of [...new Set(ids)].toSorted()) {
    const session = await lockSession(tx, id)
    if (!session || session.deleted) throw notFound()
    sessions.push(session)
  }
  const { rows } = await tx.run<{ session_id: SessionId; action: string; act: string | null }>(
    `select session_id, action, act from app.session_history where therapist_id = $1 and (act = $2 or command = $2)`,
    [tx.actor.id, act.command],
  )
  const same = rows.every((row) => row.act === act.command && actions.some((action) => action === row.action))
  if (!same) throw conflict()
  const before = rows.length ? rows.map((row) => row.session_id) : null
  return { sessions: sessions.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)), before }
}

type PlannedMove = { session: LockedSession; slot: TimeSlot }

const slotAt = ({ id, therapistId, startsAt, endsAt }: LockedSession, start: string): TimeSlot =>
  slotOf(id, therapistId, {
    startsAt: start,
    durationMinutes: (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000,
  })

/**
 * Returns the sessions that can move (`free`), and the conflicts of those that cannot (`taken`). A new time must be free after all other sessions of
 * the command have moved. A session that cannot move is a conflict for the others, so the check repeats until no further session has a conflict.
 */
async function resolveMoves(
  tx: Tx,
  plannedMoves: PlannedMove[],
): Promise<{ free: PlannedMove[]; taken: Map<string, Conflict[]> }> {
  const taken = new Map<string, Conflict[]>()
  let free = plannedMoves
  for (let settled = false; !settled && free.length;) {
    const spans = free.map(({ slot }) => slot)
    const found = await lockedConflictsInSpans(tx, tx.actor.id, spans, idsOf(free.map(({ session }) => session)))
    const staying = free.filter(({ slot }, place) => {
      const conflicts = [...(found[place] ?? []), ...overlapping(slot, spans.slice(0, place))]
      if (conflicts.length) taken.set(slot.id, conflicts)
      return conflicts.length > 0
    })
    free = free.filter((one) => !staying.includes(one))
    settled = staying.length === 0
  }
  return { free, taken }
}

/** Returns the slots in `others` that overlap a slot, as conflicts. */
const overlapping = (slot: TimeSlot, others: TimeSlot[]): Conflict[] =>
  others
    .filter(({ startsAt, endsAt }) => startsAt < slot.endsAt && endsAt > slot.startsAt)
    .map(({ id, startsAt, endsAt }) => ({ kind: 'session', startsAt, endsAt, sessionId: id, name: '' }))

async function notifyAndReturn(
  tx: Tx,
  kind: 'sessions-moved' | 'sessions-cancelled',
  act: BulkCommand,
  { sessions, before }: LockedBatch,
  affected: string[],
  taken = new Map<string, Conflict[]>(),
): Promise<SessionBatchResult> {
  const done = before ?? affected
  if (!before) await notifyOfBulkCommand(tx, kind, act.command, done)
  const left = sessions.filter(({ id }) => !done.includes(id))
  return { done, left: left.map(({ id, status }) => ({ id, status, conflicts: taken.get(id) ?? [] })) }
}
