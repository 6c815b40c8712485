import { remindOfAll } from '../schedule/schedule.ts'
import { undoSeconds } from '@attune/contract/features/session.states'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { afterthoughtSeconds, type Participant, roomsFor, type Subject, tellOfAct } from '../session/session.ts'
import type { Change } from './series.change.ts'
import type { Edited } from './series.edit.ts'
import { endSeriesBefore, insertSeries, replaceGaps, type Row, type SeriesRow, setSeries } from './series.queries.ts'
import type { Shape } from './series.reshape.ts'
import {
  cancelRows,
  endChangesOf,
  insertRows,
  lastMoves,
  leaveSeries,
  type Line,
  noteAll,
  setDays,
  setDaysApart,
  updateRows,
} from './series.rows.ts'
import { keepBefore } from './series.undo.ts'

export type Writing = {
  change: Change
  series: SeriesRow
  shape: Shape
  /** The exceptions of the series before the change. */
  gaps: string[]
  /** Days whose conflicts are accepted. */
  taken: Set<string>
  edited: Edited
  /** The clients who still take part. */
  clients: Participant[]
  now: Date
}

export const isMoved = ({ row, to }: Shape['kept'][number]) => row.startsAt !== to.startsAt || row.endsAt !== to.endsAt

/**
 * Writes the new shape of a series with history, reminders and notifications; returns the number of changed sessions.
 */
export async function writeShape(tx: Tx, writing: Writing): Promise<number> {
  const { change, series, shape, edited, clients, now } = writing
  const therapistId = tx.actor.id as string
  const { surplus, alone, parts } = shape
  const seriesId = parts ? change.command : series.id
  const agreed = change.agreed || (series.template.agreed && !shape.kept.some(isMoved))
  const { kept, born: created } = await resultingSessions(tx, writing)
  const touched = kept.filter((one) => one.moved || one.edited)
  const moved = touched.filter((one) => one.moved)
  const createdStatus = agreed ? 'confirmed' : 'scheduled'
  const next = { ...shape.rule, ...shape, template: { ...edited.template, agreed } }
  const shiftedOverrides = alone.filter(({ row, day }) => parts || row.day !== day)
  const newDays = parts ? kept : kept.filter(({ row, day }) => row.day !== day)

  await (parts ? insertSeries(tx, { ...next, id: seriesId }) : setSeries(tx, seriesId, next, now))
  // Frees the days first: no two sessions may have the same series day.
  await Promise.all([
    parts && endSeriesBefore(tx, series.id, shape.cutoff, now),
    cancelRows(tx, ids(surplus), true, now),
    leaveSeries(tx, ids(shape.dead)),
    !parts && setDaysApart(tx, [...ids(newDays), ...ids(shiftedOverrides.map(({ row }) => row))]),
    replaceGaps(tx, series.id, shape.cutoff, seriesId, shape.gaps),
  ])
  const subjectOf = (one: Omit<Subject, 'therapistId'>): Subject => ({ ...one, therapistId })
  const [movedSubjects, createdSubjects] = [
    moved.map(subjectOf),
    created.map((one) => subjectOf({ ...one, sequence: 0 })),
  ]
  const lines = historyLines(kept, surplus, created, createdStatus)
  const undone = await isUndone(tx, writing, lines)
  await keepBefore(tx, seriesId, { act: change.command, series, shape, gaps: writing.gaps, lines, now })
  await Promise.all([
    updateRows(tx, seriesId, touched, now),
    setDays(tx, seriesId, [
      ...newDays.filter((one) => !touched.includes(one)),
      ...shiftedOverrides.map(({ row, day }) => ({ id: row.id, day })),
    ]),
    insertRows(tx, created, {
      ...edited.template,
      seriesId,
      therapistId,
      clientIds: ids(clients),
      status: createdStatus,
      now,
    }),
    endChangesOf(tx, [...ids(moved), ...ids(surplus)], now),
    noteAll(tx, change.command, lines, change.reason),
    remindOfAll(tx, [...movedSubjects, ...createdSubjects], now),
  ])
  const changedIds = lines.map(({ sessionId }) => sessionId)
  await tellOfAct(tx, 'series-changed', change.command, changedIds, undone ? null : afterthoughtSeconds)
  return lines.length
}

/** The sessions after the change: those that stay in the series, and new ones. */
async function resultingSessions(tx: Tx, { change, shape, edited, taken }: Writing) {
  const { kept, missing } = shape
  const { format, videoUrl } = edited.template
  const rooms = await roomsFor(tx, kept.length + missing.length, format, videoUrl)
  const to = change.agreed ? ('confirmed' as const) : ('rescheduled' as const)
  const answer = change.agreed ? ('accepted' as const) : ('awaited' as const)
  return {
    kept: kept.map((one, number) => {
      const { row } = one
      const moved = isMoved(one)
      return {
        ...edited.of(row, rooms[number] ?? null),
        row,
        id: row.id,
        day: one.to.day,
        startsAt: one.to.startsAt,
        endsAt: one.to.endsAt,
        status: moved ? to : row.status,
        sequence: moved ? row.sequence + 1 : row.sequence,
        moved,
        bookedAnyway: moved ? taken.has(one.to.day) : row.bookedAnyway,
        detached: one.detached,
        answer: moved ? answer : null,
      }
    }),
    born: missing.map((date, number) => ({
      ...date,
      id: randomUUID() as string,
      videoUrl: rooms[kept.length + number] ?? null,
      bookedAnyway: taken.has(date.day),
    })),
  }
}

type Sessions = Awaited<ReturnType<typeof resultingSessions>>

function historyLines(
  kept: Sessions['kept'],
  surplus: Row[],
  created: Sessions['born'],
  createdStatus: 'confirmed' | 'scheduled',
): Line[] {
  return [
    ...kept
      .filter((one) => one.moved || one.edited)
      .map(({ row, ...one }): Line => ({
        sessionId: row.id,
        action: one.moved ? 'move' : 'edit',
        from: row.status,
        to: one.status,
        before: row.startsAt,
        after: one.startsAt,
      })),
    ...surplus.map((row): Line => ({
      sessionId: row.id,
      action: 'cancel',
      from: row.status,
      to: 'cancelled',
      before: row.startsAt,
      after: row.startsAt,
    })),
    ...created.map((one): Line => ({
      sessionId: one.id,
      action: 'create',
      from: null,
      to: createdStatus,
      before: null,
      after: one.startsAt,
    })),
  ]
}

/**
 * Whether a move reverses the previous one within the undo window: the first email has not been sent, so neither
 * needs to be.
 */
async function isUndone(tx: Tx, { shape, now }: Writing, lines: Line[]): Promise<boolean> {
  if (!lines.length || lines.some(({ action }) => action !== 'move')) return false
  const since = now.getTime() - undoSeconds * 1000
  if (shape.kept.some((one) => isMoved(one) && Date.parse(one.row.bookedAt) < since)) return false
  const before = await lastMoves(
    tx,
    lines.map(({ sessionId }) => sessionId),
  )
  return lines.every(({ sessionId, after }) => before.get(sessionId) === after)
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
