import { undoSeconds } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { remindOfAll, tellOfAct } from '../session/session.ts'
import { beginAct } from './series.act.ts'
import { passOver, withConflicts } from './series.look.ts'
import { removeSeries, replaceGaps, type Row, type SeriesRow, setSeries } from './series.queries.ts'
import type { Shape } from './series.reshape.ts'
import { answersOf, type Answer, type Line, noteAll, putBack, reopenChanges, setDaysApart } from './series.rows.ts'

/** How everything stood before a move; `revision` is the one that the move has left each session with. */
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

type Kept = { act: string; series: SeriesRow; shape: Shape; gaps: string[]; lines: Line[]; now: Date }

/** Keeps with a series how its sessions stood, where an act only moves them; an act that does more cannot be taken back. */
export async function keepBefore(tx: Tx, seriesId: string, kept: Kept): Promise<void> {
  const { act, series, shape, gaps, lines, now } = kept
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
 * Takes a move of a moment ago back, as a whole: each session has its time, its state and its answers again, and a series that was split
 * off is one with the other again. The caller has locked the calendar. Refuses NOT_FOUND, CHANGED where it is too late or something
 * happened since, SERIES_TAKEN where a time was given away.
 */
export async function undoMove(
  tx: Tx,
  { sessionId, undoes, command }: { sessionId: string; undoes: string; command: string },
  now: Date,
): Promise<number> {
  const { series, rows } = await beginAct(tx, sessionId)
  const before = await beforeOf(tx, series.id)
  if (before?.act !== undoes || now.getTime() - Date.parse(before.at) > undoSeconds * 1000) throw changed()
  const was = new Map(before.rows.map((row) => [row.id, row]))
  const untouched = rows.filter((row) => !was.has(row.id))
  if (before.parts ? untouched.length : untouched.some(({ day }) => day >= before.cutoff)) throw changed()
  const stands = rows.flatMap((row) => (was.has(row.id) ? [row] : []))
  if (stands.length !== was.size || stands.some((row) => row.revision !== was.get(row.id)?.revision)) throw changed()
  const pairs = stands.map((row) => ({ row, to: was.get(row.id) as Row }))
  const moved = pairs.filter(({ row, to }) => row.startsAt !== to.startsAt || row.endsAt !== to.endsAt)
  await refuseGivenAway(tx, before.rows, moved)

  if (!before.parts) await setDaysApart(tx, [...was.keys()])
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
  const told = lines.map((line) => line.sessionId)
  // The mail of the move finds nothing left to say, and of where the sessions have been all along none need leave.
  await tellOfAct(tx, 'series-changed', command, told, null)
  return lines.length
}

const changed = () => refuse('CHANGED', 409)

async function beforeOf(tx: Tx, id: string): Promise<Before | null> {
  const { rows } = await sql<{ undo: Before | null }>`select undo from app.series where id = ${id}`.execute(tx.kysely)
  return rows[0]?.undo ?? null
}

/** Blocks and absences gave their time to nobody; what was booked over something before may be so again. */
async function refuseGivenAway(tx: Tx, all: Row[], moved: { to: Row }[]): Promise<void> {
  const dates = moved.map(({ to: { day, startsAt, endsAt } }) => ({
    day,
    startsAt,
    endsAt,
    wallClock: 'once' as const,
  }))
  const looked = await withConflicts(
    tx,
    dates,
    all.map(({ id }) => id),
  )
  const sessions = looked.map((date) => ({
    ...date,
    conflicts: date.conflicts.filter(({ kind }) => kind === 'session'),
  }))
  passOver(
    sessions,
    moved.filter(({ to }) => to.bookedAnyway).map(({ to }) => to.day),
  )
}
