import { withCalendarLock } from '../schedule/schedule.ts'
import type { SeriesChange } from '@attune/contract/features/series'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { clientsOf, illegal } from '../session/session.ts'
import { type Act, beginAct, doneBefore } from './series.act.ts'
import { editOf } from './series.edit.ts'
import { assertDatesFree, shown, withLockedConflicts } from './series.look.ts'
import { gapsOf, holds, type Row, type SeriesRow, toCome } from './series.queries.ts'
import { reshape, type Shape } from './series.reshape.ts'
import { undoMove } from './series.undo.ts'
import { isMoved, writeShape } from './series.write.ts'

export type Change = Act &
  Required<Omit<SeriesChange, 'repeat' | 'revision' | 'undoes'>> &
  Pick<SeriesChange, 'repeat' | 'revision' | 'undoes'>
type ChangeRequestInput = Pick<Change, 'sessionId' | 'scope' | 'startsAt' | 'durationMinutes' | 'repeat'>

/** The result of a change with the conflicts of each new time; writes nothing. */
export async function previewChange(tx: Tx, input: ChangeRequestInput, now: Date) {
  const { series, rows, anchor } = await beginAct(tx, input.sessionId)
  const shape = shapeOf({ ...input, leaveOut: [] }, { series, rows, anchor, gaps: await gapsOf(tx, series.id) }, now)
  const dates = datesOf(shape)
  const datesWithConflicts = await conflictsOfShape(tx, shape)
  const conflicts = new Map(datesWithConflicts.map((date) => [date.day, date.conflicts]))
  return {
    dates: dates.slice(0, shown).map((date) => ({ ...date, conflicts: conflicts.get(date.day) ?? [] })),
    total: dates.length,
    unchanged: shape.alone.filter(({ row }) => row.detached && toCome(row, now)).length,
  }
}

type LoadedSeries = { series: SeriesRow; rows: Row[]; anchor: Row; gaps: string[] }

function shapeOf(input: ChangeRequestInput & { leaveOut: string[] }, loaded: LoadedSeries, now: Date): Shape {
  const { anchor } = loaded
  if (!holds(anchor) || !toCome(anchor, now)) throw illegal(anchor.status)
  return reshape({ ...input, ...loaded }, now)
}

const datesOf = (shape: Shape) =>
  [...shape.kept.map(({ to }) => to), ...shape.missing].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))

/** The conflicts of the new times. The sessions that change do not conflict with each other. */
const conflictsOfShape = (tx: Tx, { kept, missing, surplus }: Shape) =>
  withLockedConflicts(
    tx,
    [...kept.filter(isMoved).map(({ to }) => to), ...missing],
    [...kept.map(({ row }) => row.id), ...surplus.map(({ id }) => id)],
  )

/**
 * Moves or edits the upcoming sessions of a series, or changes its recurrence, in one command. Sessions keep their
 * rows; overridden ones are left unchanged. `undoes` undoes a recent move instead. Repeating the command changes
 * nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION, CHANGED, IN_THE_PAST, SERIES_TAKEN with the dates whose time is
 * taken. Returns the number of changed sessions.
 */
export async function changeSeries(tx: Tx, change: Change, now: Date): Promise<number> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const done = await doneBefore(tx, change, ['move', 'edit', 'create', 'cancel'])
    if (done) return done
    if (change.undoes) return undoMove(tx, { ...change, undoes: change.undoes }, now)
    const { series, rows, anchor } = await beginAct(tx, change.sessionId)
    if (change.revision !== undefined && change.revision !== anchor.revision) throw refuse('CHANGED', 409)
    const [gaps, clients] = await Promise.all([gapsOf(tx, series.id), clientsOf(tx, series.template.clientIds)])
    const shape = shapeOf(change, { series, rows, anchor, gaps }, now)
    const active = clients.filter(({ status }) => status !== 'inactive')
    // Without active participants no sessions are added.
    if (!active.length) shape.missing = []
    const taken = assertDatesFree(await conflictsOfShape(tx, shape), change.anyway)
    const edited = editOf(change, series.template, anchor)
    return writeShape(tx, { change, series, shape, gaps, taken, edited, clients: active, now })
  })
}
