import { withCalendarLock } from '../../schedule/schedule.ts'
import type { SeriesChange } from '@attune/contract/features/schedule/series/series'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, illegalTransition } from '../../../../platform/policy/refusal.ts'
import { listExceptions, isUpcoming, planChange, type RecurrencePlan } from '../../recurrence/recurrence.ts'
import { listClientsByIds, listStoredAnswers, requireFittingCall } from '../../session/session.ts'
import { type SeriesCommand, lockSeriesOf, countRepeatedSessions } from '../series.command.ts'
import { type SeriesEdit, seriesEditOf } from './edit.ts'
import { assertNoSeriesConflict, maxSeriesDates, addConflicts, addLockedConflicts } from '../series.conflicts.ts'
import type { SeriesSession } from '../../session/session.ts'
import { holdsSlot, type SessionSeriesRow } from '../series.queries.ts'
import { sessionOccurrences } from '../create/store.ts'
import { undoSeriesMove } from './undo.ts'
import { isTimeChanged, writeSeriesUpdate } from './write.ts'

export type SeriesUpdate = SeriesCommand &
  Required<Omit<SeriesChange, 'repeat' | 'revision' | 'undoes' | 'callInAttune'>> &
  Pick<SeriesChange, 'repeat' | 'revision' | 'undoes' | 'callInAttune'>
type ChangeRequestInput = Pick<SeriesUpdate, 'sessionId' | 'scope' | 'startsAt' | 'durationMinutes' | 'repeat'>

/**
 * Returns the dates that a change would produce, with the conflicts of each new time. Writes nothing. Refuses with NOT_FOUND, ILLEGAL_TRANSITION,
 * BAD_REQUEST and IN_THE_PAST like `changeSeries`.
 */
export async function previewChange(tx: Tx, input: ChangeRequestInput, now: Date) {
  const { series, rows, anchor } = await lockSeriesOf(tx, input.sessionId)
  const shape = shapeOf(
    { ...input, leaveOut: [] },
    { series, rows, anchor, exceptions: await listExceptions(tx, series.id) },
    now,
  )
  const dates = datesOf(shape)
  const datesWithConflicts = await findConflictsOfShape(tx, shape, addConflicts)
  const conflicts = new Map(datesWithConflicts.map((date) => [date.day, date.conflicts]))
  return {
    dates: dates.slice(0, maxSeriesDates).map((date) => ({ ...date, conflicts: conflicts.get(date.day) ?? [] })),
    total: dates.length,
    unchanged: shape.overridden.filter(({ row }) => row.detached && isUpcoming(row, now)).length,
  }
}

export type SeriesChangePlan = RecurrencePlan<SeriesSession>
type LoadedSeries = { series: SessionSeriesRow; rows: SeriesSession[]; anchor: SeriesSession; exceptions: string[] }

function shapeOf(
  input: ChangeRequestInput & { leaveOut: string[] },
  loaded: LoadedSeries,
  now: Date,
): SeriesChangePlan {
  const { anchor } = loaded
  if (!holdsSlot(anchor) || !isUpcoming(anchor, now)) throw illegalTransition({ status: anchor.status })
  return planChange({ ...input, ...loaded }, sessionOccurrences, now)
}

const datesOf = (shape: SeriesChangePlan) =>
  [...shape.kept.map(({ to }) => to), ...shape.added].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))

/**
 * Finds the conflicts of the new times with the function `find`. Ignores conflicts with sessions that the change moves
 * or removes.
 */
const findConflictsOfShape = (tx: Tx, { kept, added, removed }: SeriesChangePlan, find: typeof addConflicts) =>
  find(
    tx,
    [...kept.filter(isTimeChanged).map(({ to }) => to), ...added],
    [...kept.map(({ row }) => row.id), ...removed.map(({ id }) => id)],
  )

/**
 * Moves or edits the upcoming sessions of a series, or changes its recurrence, in one command. Sessions keep their rows; individually changed
 * sessions stay unchanged. With `undoes`, undoes the recent move with this command id instead. Repeating the command changes nothing. Returns the
 * number of changed sessions. Refuses with NOT_FOUND, with CONFLICT if the command id was used for another action, with ILLEGAL_TRANSITION, with
 * CHANGED for an outdated `revision`, with BAD_REQUEST for a rule without the new day, with IN_THE_PAST, with CALL_TOO_LARGE if a session has too
 * many clients for a call in Attune, and with SERIES_TAKEN and the dates that have conflicts.
 */
export async function changeSeries(tx: Tx, change: SeriesUpdate, now: Date): Promise<number> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const done = await countRepeatedSessions(tx, change, ['move', 'edit', 'create', 'cancel'])
    if (done) return done
    if (change.undoes) return undoSeriesMove(tx, { ...change, undoes: change.undoes }, now)
    const { series, rows, anchor } = await lockSeriesOf(tx, change.sessionId)
    if (change.revision !== undefined && change.revision !== anchor.revision) throw createRefusal('CHANGED', 409)
    const [exceptions, clients] = await Promise.all([
      listExceptions(tx, series.id),
      listClientsByIds(tx, series.template.clientIds),
    ])
    const shape = shapeOf(change, { series, rows, anchor, exceptions }, now)
    const active = clients.filter(({ status }) => status !== 'inactive')
    // If all clients of the series are inactive, the change adds no sessions.
    if (!active.length) shape.added = []
    const taken = assertNoSeriesConflict(await findConflictsOfShape(tx, shape, addLockedConflicts), change.anyway)
    const edited = seriesEditOf(change, series.template, anchor)
    await requireFittingCalls(tx, edited, shape, active.length)
    return writeSeriesUpdate(tx, { change, series, shape, exceptions, taken, edited, clients: active, now })
  })
}

/** Refuses with CALL_TOO_LARGE if a change moves the calls of the series to Attune and one of the sessions has too many clients for that. */
async function requireFittingCalls(tx: Tx, { template }: SeriesEdit, { kept }: SeriesChangePlan, clients: number) {
  if (!template.callInAttune) return
  requireFittingCall({ callInAttune: true }, clients)
  const moving = kept.filter(({ row }) => !row.callInAttune).map(({ row }) => row.id)
  const answers = await listStoredAnswers(tx, moving)
  const taking = Map.groupBy(
    answers.filter(({ answer }) => answer !== 'declined'),
    ({ id }) => id,
  )
  for (const participants of taking.values()) requireFittingCall({ callInAttune: true }, participants.length)
}
