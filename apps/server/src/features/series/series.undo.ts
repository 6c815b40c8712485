import { remindOfAll } from '../schedule/schedule.ts'
import { undoSeconds } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { tellOfAct } from '../session/session.ts'
import { beginAct } from './series.act.ts'
import { assertDatesFree, withLockedConflicts } from './series.look.ts'
import { removeSeries, replaceGaps, type Row, type SeriesRow, setSeries } from './series.queries.ts'
import type { Shape } from './series.reshape.ts'
import { answersOf, type Answer, type Line, noteAll, putBack, reopenChanges, setDaysApart } from './series.rows.ts'

/** The state before a move; `revision` is the one that the move has given each session. */
type Before = {
  act: string
  at: string
  series: SeriesRow
  parts: boolean
  cutoff: string
  gaps: string[]
  rows: Row[]
  answers: Answer[]
}

type UndoInput = { act: string; series: SeriesRow; shape: Shape; gaps: string[]; lines: Line[]; now: Date }

/** Stores the previous state with a series if a command only moves sessions; other commands cannot be undone. */
export async function keepBefore(tx: Tx, seriesId: string, input: UndoInput): Promise<void> {
  const { act, series, shape, gaps, lines, now } = input
  const { parts, cutoff } = shape
  const moves = lines.length > 0 && !shape.dead.length && lines.every(({ action }) => action === 'move')
  const touched = new Set(lines.map(({ sessionId }) => sessionId))
  const rows = [...shape.kept, ...shape.alone].map(({ row }) => ({
    ...row,
    revision: touched.has(row.id) ? row.revision + 1 : row.revision,
  }))
  const answers = moves ? await answersOf(tx, [...touched]) : []
  const before: Before = { act, at: now.toISOString(), series, parts, cutoff, gaps, rows, answers }
  await sql`update app.series set undo = ${moves ? JSON.stringify(before) : null}::jsonb where id = ${seriesId}`.execute(
    tx.kysely,
  )
}

/**
 * Undoes a recent move as a whole: restores the time, status and answers of each session, and merges a series that
 * was split. The caller has locked the calendar. Refuses NOT_FOUND, CHANGED where it is too late or something changed
 * since, SERIES_TAKEN where a time was booked.
 */
export async function undoMove(
  tx: Tx,
  { sessionId, undoes, command }: { sessionId: string; undoes: string; command: string },
  now: Date,
): Promise<number> {
  const { series, rows } = await beginAct(tx, sessionId)
  const before = await storedState(tx, series.id)
  if (before?.act !== undoes || now.getTime() - Date.parse(before.at) > undoSeconds * 1000) throw changed()
  const previous = new Map(before.rows.map((row) => [row.id, row]))
  const untouched = rows.filter((row) => !previous.has(row.id))
  if (before.parts ? untouched.length : untouched.some(({ day }) => day >= before.cutoff)) throw changed()
  const current = rows.flatMap((row) => (previous.has(row.id) ? [row] : []))
  if (current.length !== previous.size || current.some((row) => row.revision !== previous.get(row.id)?.revision))
    throw changed()
  const pairs = current.map((row) => ({ row, to: previous.get(row.id) as Row }))
  const moved = pairs.filter(({ row, to }) => row.startsAt !== to.startsAt || row.endsAt !== to.endsAt)
  await refuseRebooked(tx, before.rows, moved)

  if (!before.parts) await setDaysApart(tx, [...previous.keys()])
  await setSeries(tx, before.series.id, before.series, now)
  const lines = moved.map(({ row, to }) => ({
    sessionId: row.id,
    action: 'move' as const,
    from: row.status,
    to: to.status,
    before: row.startsAt,
    after: to.startsAt,
  }))
  await Promise.all([
    putBack(tx, before.series.id, before.rows, before.answers, now),
    reopenChanges(
      tx,
      lines.map((line) => line.sessionId),
      before.at,
    ),
    replaceGaps(tx, before.series.id, '0001-01-01', before.series.id, before.gaps),
    before.parts && removeSeries(tx, series.id),
    sql`update app.series set undo = null where id = ${before.series.id}`.execute(tx.kysely),
    noteAll(tx, command, lines),
  ])
  const therapistId = tx.actor.id as string
  await remindOfAll(
    tx,
    moved.map(({ row, to }) => ({ id: row.id, startsAt: to.startsAt, therapistId, sequence: row.sequence + 1 })),
    now,
  )
  const movedIds = lines.map((line) => line.sessionId)
  // In the app only: the waiting email of the move is dropped, and the sessions are where they were before.
  await tellOfAct(tx, 'series-changed', command, movedIds, null)
  return lines.length
}

const changed = () => refuse('CHANGED', 409)

async function storedState(tx: Tx, id: string): Promise<Before | null> {
  const { rows } = await sql<{ undo: Before | null }>`select undo from app.series where id = ${id}`.execute(tx.kysely)
  return rows[0]?.undo ?? null
}

/** Busy times and absences do not block the undo; a session that was booked over a conflict before may be again. */
async function refuseRebooked(tx: Tx, all: Row[], moved: { to: Row }[]): Promise<void> {
  const dates = moved.map(({ to: { day, startsAt, endsAt } }) => ({
    day,
    startsAt,
    endsAt,
    wallClock: 'once' as const,
  }))
  const datesWithConflicts = await withLockedConflicts(
    tx,
    dates,
    all.map(({ id }) => id),
  )
  const sessions = datesWithConflicts.map((date) => ({
    ...date,
    conflicts: date.conflicts.filter(({ kind }) => kind === 'session'),
  }))
  assertDatesFree(
    sessions,
    moved.filter(({ to }) => to.bookedAnyway).map(({ to }) => to.day),
  )
}
