import type { SeriesChange } from '@attune/contract/features/series'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { clientsOf, illegal, lockCalendar } from '../session/session.ts'
import { type Act, beginAct, doneBefore } from './series.act.ts'
import { editOf } from './series.edit.ts'
import { passOver, shown, withConflicts } from './series.look.ts'
import { gapsOf, holds, type Row, type SeriesRow, toCome } from './series.queries.ts'
import { reshape, type Shape } from './series.reshape.ts'
import { undoMove } from './series.undo.ts'
import { isMoved, writeShape } from './series.write.ts'

export type Change = Act &
  Required<Omit<SeriesChange, 'repeat' | 'revision' | 'undoes'>> &
  Pick<SeriesChange, 'repeat' | 'revision' | 'undoes'>
type Wish = Pick<Change, 'sessionId' | 'scope' | 'startsAt' | 'durationMinutes' | 'repeat'>

/** What a change would lead to, with what is in the way of each new time; nothing is written. */
export async function previewChange(tx: Tx, wish: Wish, now: Date) {
  const { series, rows, anchor } = await beginAct(tx, wish.sessionId)
  const shape = shapeOf({ ...wish, leaveOut: [] }, { series, rows, anchor, gaps: await gapsOf(tx, series.id) }, now)
  const dates = datesOf(shape)
  const looked = await look(tx, shape)
  const conflicts = new Map(looked.map((date) => [date.day, date.conflicts]))
  return {
    dates: dates.slice(0, shown).map((date) => ({ ...date, conflicts: conflicts.get(date.day) ?? [] })),
    total: dates.length,
    unchanged: shape.alone.filter(({ row }) => row.detached && toCome(row, now)).length,
  }
}

type Found = { series: SeriesRow; rows: Row[]; anchor: Row; gaps: string[] }

function shapeOf(wish: Wish & { leaveOut: string[] }, found: Found, now: Date): Shape {
  const { anchor } = found
  if (!holds(anchor) || !toCome(anchor, now)) throw illegal(anchor.status)
  return reshape({ ...wish, ...found }, now)
}

const datesOf = (shape: Shape) =>
  [...shape.kept.map(({ to }) => to), ...shape.missing].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))

/** What is in the way of the times that are new; the sessions that change make room for each other. */
const look = (tx: Tx, { kept, missing, surplus }: Shape) =>
  withConflicts(
    tx,
    [...kept.filter(isMoved).map(({ to }) => to), ...missing],
    [...kept.map(({ row }) => row.id), ...surplus.map(({ id }) => id)],
  )

/**
 * Moves, edits, or gives another rhythm to what of a series has not begun, in one act: rows stay what they are, those moved or called off
 * by themselves are left alone. `undoes` takes a move of a moment ago back instead. The same command again changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION, CHANGED, IN_THE_PAST,
 * SERIES_TAKEN with the dates whose time is taken. Answers how many sessions it concerned.
 */
export async function changeSeries(tx: Tx, change: Change, now: Date): Promise<number> {
  const [, done] = await Promise.all([
    lockCalendar(tx, tx.actor.id as string),
    doneBefore(tx, change, ['move', 'edit', 'create', 'cancel']),
  ])
  if (done) return done
  if (change.undoes) return undoMove(tx, { ...change, undoes: change.undoes }, now)
  const { series, rows, anchor } = await beginAct(tx, change.sessionId)
  if (change.revision !== undefined && change.revision !== anchor.revision) throw refuse('CHANGED', 409)
  const [gaps, clients] = await Promise.all([gapsOf(tx, series.id), clientsOf(tx, series.template.clientIds)])
  const shape = shapeOf(change, { series, rows, anchor, gaps }, now)
  const active = clients.filter(({ status }) => status !== 'inactive')
  // Whoever has left is not planned with any more.
  if (!active.length) shape.missing = []
  const taken = passOver(await look(tx, shape), change.anyway)
  const edited = editOf(change, series.template, anchor)
  return writeShape(tx, { change, series, shape, gaps, taken, edited, clients: active, now })
}
