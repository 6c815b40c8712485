import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sessionStatusAfter } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { reopenChangeRequests } from '../change-requests/rows.ts'
import { listParticipants, notifyParticipants } from '../notify/notifications.ts'
import { type SessionCommand, sessionTarget, updateSession } from './command.ts'
import { listConflictsWithSlot, withCalendarLock, bookedAnywayColumn } from '../../schedule/schedule.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { findSessionRow } from '../read/view.queries.ts'

/**
 * Undoes the acting therapist’s own cancellation while the emails about it wait. Restores the session and its change requests, drops these emails and
 * sends no other. The sequence number does not change, so calendars and reminders need no update. Refuses with NOT_FOUND and ILLEGAL_TRANSITION, with
 * SLOT_TAKEN if the time was booked in the meantime, and with CLIENT_INACTIVE if a client is no longer active.
 */
export async function restoreSession(tx: Tx, act: SessionCommand, now: Date): Promise<void> {
  // Reads the session before the calendar is locked, so that the conflict query can be sent together with the lock.
  // This is safe, because the time of a cancelled session does not change.
  const cancelled = await findSessionRow(tx, act.id)
  if (!cancelled) throw notFound()
  const slot = { ...cancelled, therapistId: cancelled.therapist_id }
  const load = () =>
    Promise.all([
      listConflictsWithSlot(tx, slot),
      listParticipants(tx, act.id),
      readTherapistName(tx),
      findStateBefore(tx, act.id),
    ])
  const command = { ...act, action: 'restore', now } as const
  const restore = () =>
    runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [conflicts, clients, name, before]) => {
      if (clients.some((client) => client.status === 'inactive')) throw createRefusal('CLIENT_INACTIVE', 409)
      // An absence does not prevent the restore, because scheduled sessions may overlap absences.
      const rebooked = conflicts.filter(({ kind }) => kind !== 'absence')
      const taken = bookedAnywayColumn(rebooked, cancelled.bookedAnyway)
      const to = sessionStatusAfter('restore', session.status, before?.status)
      // Changes of the series apply to the session again if it was cancelled individually and was never moved
      // individually. Otherwise the session stays detached.
      const follows = before?.alone && before.moves === 0
      await Promise.all([
        updateSession(tx, session, { status: to, ...taken, ...(follows && { detached: false }) }, now),
        reopenChangeRequests(tx, [session.id], session.calledOffAt),
        record({ to }),
        tx.run('select def.take_cancel_back($1)', [session.id]),
        notifyParticipants(tx, 'session-restored', session, clients, { name }, null),
      ])
    })
  await withCalendarLock(tx, tx.actor.id, restore)
}

type StateBefore = { status: SessionStatus; alone: boolean; moves: number }

async function findStateBefore(tx: Tx, session: string): Promise<StateBefore | undefined> {
  const { rows } = await sql<StateBefore>`
    select from_status as status, alone,
      count(*) filter (where alone and action in ('move', 'acceptChange', 'acceptCounter')) over () as moves
    from app.session_history
    where therapist_id = ${tx.actor.id} and session_id = ${session} order by id desc limit 1`.execute(tx.kysely)
  return rows[0]
}
