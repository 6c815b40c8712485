import type { SeriesId, SessionId } from '@attune/contract/common/ids'
import { scheduleSessionReminders } from '../../schedule/schedule.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  changedRefusal,
  restoreSeries,
  saveUndo,
  type SeriesSnapshot,
  findUndoState,
} from '../../recurrence/recurrence.ts'
import {
  type NewHistoryEvent,
  notifyOfBulkCommand,
  recordHistoryEvents,
  reopenChangeRequests,
  restoreSessions,
  type SeriesSession,
  type StoredAnswer,
  listStoredAnswers,
  vacateSeriesDays,
} from '../../session/session.ts'
import { lockSeriesOf } from '../series.command.ts'
import { assertNoSeriesConflict, addLockedConflicts } from '../series.conflicts.ts'
import type { SeriesChangePlan } from './change.ts'
import type { SessionSeriesRow } from '../series.queries.ts'

/** The state before a move. */
type Before = SeriesSnapshot & {
  /** Whether the move split the series. */
  parts: boolean
  /** The first day that the move affected. */
  cutoff: string
  /** The sessions with their values before the move, except `revision`, which is the revision after the move. */
  rows: SeriesSession[]
  /** The answers of the participants before the move. */
  answers: StoredAnswer[]
}

type UndoInput = {
  act: string
  series: SessionSeriesRow
  shape: SeriesChangePlan
  exceptions: string[]
  lines: NewHistoryEvent[]
  now: Date
}

/**
 * Stores the previous state of a series if the command only moved sessions. Otherwise stores null, because the command
 * cannot be undone.
 */
export async function storeUndoState(tx: Tx, seriesId: SeriesId, input: UndoInput): Promise<void> {
  const { act, series, shape, exceptions, lines, now } = input
  const { splits: parts, cutoff } = shape
  const moves = lines.length > 0 && !shape.cancelledBefore.length && lines.every(({ action }) => action === 'move')
  const touched = new Set(lines.map(({ sessionId }) => sessionId))
  const rows = [...shape.kept, ...shape.overridden].map(({ row }) => ({
    ...row,
    revision: touched.has(row.id) ? row.revision + 1 : row.revision,
  }))
  const answers = moves ? await listStoredAnswers(tx, [...touched]) : []
  const before: Before = { act, at: now.toISOString(), series, parts, cutoff, exceptions, rows, answers }
  await saveUndo(tx, seriesId, moves ? before : null)
}

/**
 * Undoes a recent move of a series as a whole. Restores the time, status and answers of each session, and merges a
 * series that the move split. The caller must hold the calendar lock. Refuses with NOT_FOUND for an unknown session.
 * Refuses with CHANGED if the undo window has passed or if something has changed since the move. Refuses with
 * SERIES_TAKEN if another session was booked at a previous time.
 */
export async function undoSeriesMove(
  tx: Tx,
  { sessionId, undoes, command }: { sessionId: SessionId; undoes: string; command: string },
  now: Date,
): Promise<number> {
  const { series, rows } = await lockSeriesOf(tx, sessionId)
  const before = await findUndoState<Before>(tx, series.id, undoes, now)
  if (!before) throw changedRefusal()
  const previous = new Map(before.rows.map((row) => [row.id, row]))
  const untouched = rows.filter((row) => !previous.has(row.id))
  if (before.parts ? untouched.length : untouched.some(({ day }) => day >= before.cutoff)) throw changedRefusal()
  const current = rows.flatMap((row) => (previous.has(row.id) ? [row] : []))
  if (current.length !== previous.size || current.some((row) => row.revision !== previous.get(row.id)?.revision))
    throw changedRefusal()
  const pairs = current.map((row) => ({ row, to: previous.get(row.id) as SeriesSession }))
  const moved = pairs.filter(({ row, to }) => row.startsAt !== to.startsAt || row.endsAt !== to.endsAt)
  await refuseRebooked(tx, before.rows, moved)

  if (!before.parts) await vacateSeriesDays(tx, [...previous.keys()])
  const lines = moved.map(({ row, to }) => ({
    sessionId: row.id,
    action: 'move' as const,
    from: row.status,
    to: to.status,
    before: row.startsAt,
    after: to.startsAt,
  }))
  await Promise.all([
    restoreSessions(tx, before.series.id, before.rows, before.answers, now),
    reopenChangeRequests(
      tx,
      lines.map((line) => line.sessionId),
      before.at,
    ),
    recordHistoryEvents(tx, command, lines),
  ])
  await restoreSeries(tx, before, before.parts ? series.id : null, now)
  const therapistId = tx.actor.id
  await scheduleSessionReminders(
    tx,
    moved.map(({ row, to }) => ({ id: row.id, startsAt: to.startsAt, therapistId, sequence: row.sequence + 1 })),
    now,
  )
  const movedIds = lines.map((line) => line.sessionId)
  // Null sends no emails. The waiting email about the move is dropped, because the sessions have their previous times
  // again.
  await notifyOfBulkCommand(tx, 'series-changed', command, movedIds, null)
  return lines.length
}

/**
 * Refuses with SERIES_TAKEN if another session was booked at a previous time, unless the restored session was already
 * booked over a conflict before the move. Busy times and absences do not prevent the undo.
 */
async function refuseRebooked(tx: Tx, all: SeriesSession[], moved: { to: SeriesSession }[]): Promise<void> {
  const dates = moved.map(({ to: { day, startsAt, endsAt } }) => ({
    day,
    startsAt,
    endsAt,
    wallClock: 'once' as const,
  }))
  const datesWithConflicts = await addLockedConflicts(
    tx,
    dates,
    all.map(({ id }) => id),
  )
  const sessions = datesWithConflicts.map((date) => ({
    ...date,
    conflicts: date.conflicts.filter(({ kind }) => kind === 'session'),
  }))
  assertNoSeriesConflict(
    sessions,
    moved.filter(({ to }) => to.bookedAnyway).map(({ to }) => to.day),
  )
}
