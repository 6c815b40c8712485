import { withCalendarLock, scheduleSessionReminders, slotTakenRefusal } from '../../schedule/schedule.ts'
import { saveProfile, readZone } from '../../../people/profile/profile.ts'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  expireChangeRequestsOf,
  moveSessionsToZone,
  notifyOfBulkCommand,
  recordHistoryEvents,
} from '../../session/session.ts'
import {
  moveEventsAndAbsencesToZone,
  moveSeriesToZone,
  seriesRuleSql,
  type ZoneShift,
  shiftTimes,
  type ShiftableTimes,
} from './rows.ts'

/** A change of the therapist's time zone. */
export type ZoneChange = {
  zone: string
  /** 'instant': no session, event or absence moves. 'wall-clock': all of them keep their wall-clock times. */
  keep: 'instant' | 'wall-clock'
  command: string
}

const minute = 60_000

/**
 * Changes the therapist's time zone. If `keep` is 'instant', no session, event or absence moves. If `keep` is
 * 'wall-clock', all of them keep their wall-clock times, and each affected client is notified once. A session that
 * has begun or would move into the past keeps its instant.
 * Repeating the command changes nothing. Refuses with SLOT_TAKEN if sessions overlap that did not overlap before.
 */
export async function changeZone(tx: Tx, change: ZoneChange, now: Date): Promise<{ moved: number }> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const [from, done] = await Promise.all([readZone(tx), countMovedByCommand(tx, change.command)])
    if (done || from === change.zone) return { moved: done }
    const moved = change.keep === 'wall-clock' ? await moveAll(tx, { from, zone: change.zone }, change.command, now) : 0
    await saveProfile(tx, { zone: change.zone }, now)
    return { moved }
  })
}

type Planned = ShiftableTimes & { status: SessionStatus; sequence: number; bookedAnyway: boolean; name: string }

async function moveAll(tx: Tx, shift: ZoneShift, command: string, now: Date): Promise<number> {
  const planned = await lockPlannedSessions(tx, shift.from, now)
  const after = planned.map((session) => {
    const moved = shiftTimes(session, shift)
    return moved.startsAt > now.toISOString() && session.startsAt > now.toISOString()
      ? { ...session, ...moved }
      : session
  })
  refuseNewOverlaps(planned, after)
  const before = new Map(planned.map((session) => [session.id, session]))
  const moved = after.filter((session) => session.startsAt !== before.get(session.id)?.startsAt)
  await moveSessionsToZone(tx, moved, now)
  await moveEventsAndAbsencesToZone(tx, shift, now)
  // Moves the series last, because `moveEventsAndAbsencesToZone` reads their old rules.
  await moveSeriesToZone(tx, shift, now)
  const ids = moved.map(({ id }) => id)
  const therapistId = tx.actor.id
  await Promise.all([
    expireChangeRequestsOf(tx, ids, now),
    recordHistoryEvents(
      tx,
      command,
      moved.map(({ id, status, startsAt }) => ({
        sessionId: id,
        action: 'move',
        from: status,
        to: 'rescheduled',
        before: before.get(id)?.startsAt ?? startsAt,
        after: startsAt,
      })),
    ),
    scheduleSessionReminders(
      tx,
      moved.map(({ id, sequence, startsAt }) => ({ id, therapistId, startsAt, sequence: sequence + 1 })),
      now,
    ),
  ])
  await notifyOfBulkCommand(tx, 'series-changed', command, ids)
  return moved.length
}

/** Returns the number of sessions that an earlier call with this command has moved. */
async function countMovedByCommand(tx: Tx, command: string): Promise<number> {
  const { rows } = await tx.run<{ count: number }>(
    'select count(*)::int as count from app.session_history where therapist_id = $1 and act = $2',
    [tx.actor.id, command],
  )
  return rows[0]?.count ?? 0
}

/** Locks and returns the therapist's sessions that occupy a slot and have not ended, sorted by start. */
async function lockPlannedSessions(tx: Tx, from: string, now: Date): Promise<Planned[]> {
  const { rows } = await tx.run<Planned>(
    `select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.status, s.sequence, s.booked_anyway as "bookedAnyway",
       ${seriesRuleSql('s', '$5')} as rule,
       coalesce((select string_agg(c.first_name || ' ' || left(c.last_name, 1) || '.', ', ' order by c.last_name)
         from app.session_client sc join app.client_name c on c.id = sc.client_id
         where sc.therapist_id = s.therapist_id and sc.session_id = s.id), '') as name
     from app.session s
     where s.therapist_id = $1 and s.ends_at > $2 and s.starts_at > $3 and s.status = any ($4::text[]) order by s.starts_at, s.id for update`,
    [tx.actor.id, now, new Date(now.getTime() - 1440 * minute), [...slotHoldingStatuses], from],
  )
  return rows
}

/**
 * Refuses with SLOT_TAKEN if sessions overlap only after the move. This is possible if the two zones change their
 * clocks on different days.
 */
function refuseNewOverlaps(before: Planned[], after: Planned[]): void {
  const known = new Set(overlapsOf(before).map(([one, other]) => `${one.id} ${other.id}`))
  const fresh = overlapsOf(after).filter(
    ([one, other]) => !known.has(`${one.id} ${other.id}`) && !known.has(`${other.id} ${one.id}`),
  )
  const conflicts = fresh.map(([, { id, startsAt, endsAt, name }]): Conflict => ({
    kind: 'session',
    startsAt,
    endsAt,
    sessionId: id,
    name,
  }))
  if (conflicts.length) throw slotTakenRefusal(conflicts.slice(0, 20))
}

function overlapsOf(sessions: Planned[]): [Planned, Planned][] {
  const held = sessions
    .filter(({ bookedAnyway }) => !bookedAnyway)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return held.flatMap((one, at) => {
    const overlapping: [Planned, Planned][] = []
    for (const other of held.slice(at + 1)) {
      if (other.startsAt >= one.endsAt) break
      overlapping.push([one, other])
    }
    return overlapping
  })
}
