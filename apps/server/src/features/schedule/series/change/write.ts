import { createDatedId } from '@attune/contract/common/dated-id'
import { scheduleSessionReminders } from '../../schedule/schedule.ts'
import { undoSeconds } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  cancelSeriesSessions,
  expireChangeRequestsOf,
  insertSeriesSessions,
  type NewHistoryEvent,
  notifyOfBulkCommand,
  type Participant,
  readPreviousStarts,
  recordHistoryEvents,
  removeFromSeries,
  type SeriesSession,
  type SessionReference,
  setSeriesDays,
  undoWindowSeconds,
  updateSeriesSessions,
  vacateSeriesDays,
  readCallPlaces,
} from '../../session/session.ts'
import { endSeriesBefore, insertSeries, replaceExceptions, updateSeries } from '../../recurrence/recurrence.ts'
import type { SeriesChangePlan, SeriesUpdate } from './change.ts'
import type { SeriesEdit } from './edit.ts'
import type { SessionSeriesRow } from '../series.queries.ts'
import { storeUndoState } from './undo.ts'

export type SeriesWrite = {
  change: SeriesUpdate
  series: SessionSeriesRow
  shape: SeriesChangePlan
  /** The exceptions of the series before the change: days of the rule that have no session. */
  exceptions: string[]
  /** Days with conflicts that the therapist has accepted. */
  taken: Set<string>
  edited: SeriesEdit
  /** The clients of the series, except paused and disconnected ones. */
  clients: Participant[]
  now: Date
}

export const isTimeChanged = ({ row, to }: SeriesChangePlan['kept'][number]) =>
  row.startsAt !== to.startsAt || row.endsAt !== to.endsAt

/** Writes a changed series with its history, reminders and notifications. Returns the number of changed sessions. */
export async function writeSeriesUpdate(tx: Tx, writing: SeriesWrite): Promise<number> {
  const { change, series, shape, edited, clients, now } = writing
  const therapistId = tx.actor.id
  const { removed, overridden, splits: parts } = shape
  const seriesId = parts ? change.command : series.id
  const agreed = change.agreed || (series.template.agreed && !shape.kept.some(isTimeChanged))
  const { kept, created } = await listResultingSessions(tx, writing)
  const touched = kept.filter((one) => one.moved || one.edited)
  const moved = touched.filter((one) => one.moved)
  const createdStatus = agreed ? 'confirmed' : 'scheduled'
  const next = { ...shape.rule, ...shape, template: { ...edited.template, agreed } }
  const shiftedOverrides = overridden.filter(({ row, day }) => parts || row.day !== day)
  const newDays = parts ? kept : kept.filter(({ row, day }) => row.day !== day)

  await (parts ? insertSeries(tx, { ...next, id: seriesId, kind: 'session' }) : updateSeries(tx, seriesId, next, now))
  // Frees the series days first, because no two sessions of a series may have the same series day.
  await Promise.all([
    parts && endSeriesBefore(tx, series.id, shape.cutoff, now),
    cancelSeriesSessions(tx, ids(removed), true, now),
    removeFromSeries(tx, ids(shape.cancelledBefore)),
    !parts && vacateSeriesDays(tx, [...ids(newDays), ...ids(shiftedOverrides.map(({ row }) => row))]),
    replaceExceptions(tx, { from: series.id, cutoff: shape.cutoff, to: seriesId, days: shape.exceptions }),
  ])
  const subjectOf = (one: Omit<SessionReference, 'therapistId'>): SessionReference => ({ ...one, therapistId })
  const [movedSubjects, createdSubjects] = [
    moved.map(subjectOf),
    created.map((one) => subjectOf({ ...one, sequence: 0 })),
  ]
  const lines = historyLines(kept, removed, created, createdStatus)
  const undone = await isUndone(tx, writing, lines)
  await storeUndoState(tx, seriesId, { act: change.command, series, shape, exceptions: writing.exceptions, lines, now })
  await Promise.all([
    updateSeriesSessions(tx, seriesId, touched, now),
    setSeriesDays(tx, seriesId, [
      ...newDays.filter((one) => !touched.includes(one)),
      ...shiftedOverrides.map(({ row, day }) => ({ id: row.id, day })),
    ]),
    insertSeriesSessions(tx, created, {
      ...edited.template,
      seriesId,
      therapistId,
      clientIds: ids(clients),
      status: createdStatus,
      now,
    }),
    expireChangeRequestsOf(tx, [...ids(moved), ...ids(removed)], now),
    recordHistoryEvents(tx, change.command, lines, change.reason),
    scheduleSessionReminders(tx, [...movedSubjects, ...createdSubjects], now),
  ])
  const changedIds = lines.map(({ sessionId }) => sessionId)
  await notifyOfBulkCommand(tx, 'series-changed', change.command, changedIds, undone ? null : undoWindowSeconds)
  return lines.length
}

/**
 * Returns the sessions after the change: the sessions that stay in the series (`kept`), and the new sessions
 * (`created`).
 */
async function listResultingSessions(tx: Tx, { change, shape, edited, taken, clients }: SeriesWrite) {
  const { kept, added } = shape
  const { callInAttune, videoUrls } = await readCallPlaces(tx, kept.length + added.length, {
    ...edited.template,
    callInAttune: edited.template.callInAttune === true,
    clients: clients.length,
  })
  const to = change.agreed ? ('confirmed' as const) : ('rescheduled' as const)
  const answer = change.agreed ? ('accepted' as const) : ('awaited' as const)
  return {
    kept: kept.map((one, number) => {
      const { row } = one
      const moved = isTimeChanged(one)
      return {
        ...edited.applyTo(row, { videoUrl: videoUrls[number] ?? null, callInAttune }),
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
    created: added.map((date, number) => ({
      ...date,
      id: createDatedId(),
      videoUrl: videoUrls[kept.length + number] ?? null,
      callInAttune,
      bookedAnyway: taken.has(date.day),
    })),
  }
}

type Sessions = Awaited<ReturnType<typeof listResultingSessions>>

function historyLines(
  kept: Sessions['kept'],
  removed: SeriesSession[],
  created: Sessions['created'],
  createdStatus: 'confirmed' | 'scheduled',
): NewHistoryEvent[] {
  return [
    ...kept
      .filter((one) => one.moved || one.edited)
      .map(({ row, ...one }): NewHistoryEvent => ({
        sessionId: row.id,
        action: one.moved ? 'move' : 'edit',
        from: row.status,
        to: one.status,
        before: row.startsAt,
        after: one.startsAt,
      })),
    ...removed.map((row): NewHistoryEvent => ({
      sessionId: row.id,
      action: 'cancel',
      from: row.status,
      to: 'cancelled',
      before: row.startsAt,
      after: row.startsAt,
    })),
    ...created.map((one): NewHistoryEvent => ({
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
 * Returns whether a move reverses the previous move within the undo window. In this case neither move needs an email,
 * because the email about the previous move has not been sent yet.
 */
async function isUndone(tx: Tx, { shape, now }: SeriesWrite, lines: NewHistoryEvent[]): Promise<boolean> {
  if (!lines.length || lines.some(({ action }) => action !== 'move')) return false
  const since = now.getTime() - undoSeconds * 1000
  if (shape.kept.some((one) => isTimeChanged(one) && Date.parse(one.row.bookedAt) < since)) return false
  const before = await readPreviousStarts(
    tx,
    lines.map(({ sessionId }) => sessionId),
  )
  return lines.every(({ sessionId, after }) => before.get(sessionId) === after)
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
