import type { EventScope } from '@attune/contract/features/calendar'
import { shiftDay, wallOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { lockCalendar } from '../session/session.ts'
import { zoneOf } from '../account/account.ts'
import {
  eventById,
  eventSeries,
  type EventSeries,
  firstOfAll,
  gapsOfSeries,
  type KnownEvent,
  rowsOfSeries,
  type SeriesRow,
  toEvent,
} from './calendar.queries.ts'
import { refuseTaken, type Span } from './conflicts.ts'
import { daysOf, insertEvents, insertSeries, newSeries, rowsFor, spanOn } from './event.add.ts'
import { type Plan, planChange, type Wanted } from './event.plan.ts'
import { changeRule, endRule, putGaps, removeRows, type Rowful, setRows } from './event.rows.ts'
import { keepingBefore } from './event.undo.ts'

export type Edit = Wanted & {
  id: string
  scope: EventScope
  anyway: boolean
  revision: number
  command?: string | undefined
}

/**
 * Changes a busy block: it alone, it and those after it, or all that have not begun. What was changed by itself before keeps
 * its time. Refuses NOT_FOUND, SLOT_TAKEN, and CHANGED with what stands where the change was decided on an earlier revision.
 */
export async function editEvent(tx: Tx, edit: Edit, now: Date): Promise<void> {
  const [, known, zone] = await Promise.all([
    lockCalendar(tx, tx.actor.id as string),
    eventById(tx, edit.id),
    zoneOf(tx),
  ])
  if (!known) throw notFound()
  if (known.revision !== edit.revision) {
    if (stands(known, edit)) return
    throw refuse('CHANGED', 409, toEvent(known))
  }
  const series = known.seriesId ? await eventSeries(tx, known.seriesId) : undefined
  if (!series)
    return edit.repeat ? begin(tx, { ...edit, repeat: edit.repeat }, zone, now) : editOne(tx, edit, known, false, now)
  await keepingBefore(tx, series, edit.command, now, () =>
    edit.scope === 'one' ? editOne(tx, edit, known, true, now) : editMany(tx, edit, known, series, now),
  )
}

/** Whether an event holds what is wanted: an edit whose answer was lost, sent again. */
const stands = (known: KnownEvent, edit: Edit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

async function editOne(tx: Tx, edit: Edit, known: KnownEvent, detached: boolean, now: Date) {
  const isMoved = edit.startsAt !== known.startsAt || edit.endsAt !== known.endsAt
  if (isMoved) await refuseTaken(tx, [edit], edit.anyway, [edit.id])
  await setRows(tx, edit, [{ ...edit, seriesId: known.seriesId, day: known.day, detached }], now)
}

/** A single one that repeats from now on. */
async function begin(tx: Tx, edit: Edit & { repeat: NonNullable<Edit['repeat']> }, zone: string, now: Date) {
  const series = newSeries(randomUUID(), edit, zone, now)
  const [first, ...rest] = rowsFor(series, edit, daysOf(series, series.laidOutUntil))
  await refuseTaken(tx, [edit, ...rest], edit.anyway, [edit.id])
  await insertSeries(tx, series)
  await setRows(tx, edit, [{ ...edit, seriesId: series.id, day: first?.day ?? series.firstDay, detached: false }], now)
  await insertEvents(tx, edit, series.id, rest)
}

/** Those of a series that a change reaches: what has begun stays, but for the one at which it was made. */
async function reached(tx: Tx, scope: EventScope, known: KnownEvent, series: EventSeries, now: Date) {
  const all = await rowsOfSeries(tx, series.id, scope === 'all' ? firstOfAll : (known.day ?? firstOfAll))
  return all.filter((row) => Date.parse(row.startsAt) > now.getTime())
}

async function editMany(tx: Tx, edit: Edit, known: KnownEvent, series: EventSeries, now: Date): Promise<void> {
  const rows = await reached(tx, edit.scope, known, series, now)
  const from = rows[0]?.day
  // One that has begun is changed by itself, and those to come go along.
  if (!rows.some((row) => row.id === known.id)) await editOne(tx, edit, known, true, now)
  if (!from) return
  if (edit.repeat === null) return endWith(tx, edit, known, series, rows, now)
  const today = wallOf(now.toISOString(), series.zone).day
  const gaps = await gapsOfSeries(tx, series.id, from)
  const plan = planChange(series, known, { ...edit, repeat: edit.repeat ?? undefined }, { from, rows, gaps, today })
  if (!plan) throw refuse('BAD_REQUEST', 400)
  await carryOut(tx, edit, known, rows, plan, from, now)
}

async function carryOut(tx: Tx, edit: Edit, known: KnownEvent, rows: SeriesRow[], plan: Plan, from: string, now: Date) {
  const splits = (await rowsOfSeries(tx, plan.series.id, firstOfAll)).length > rows.length
  const series = splits ? { ...plan.series, id: randomUUID() } : plan.series
  const before = new Map(rows.map((row) => [row.id, row]))
  const set: Rowful[] = plan.kept.map(({ id, day, isOwn }) => {
    const place = { id, seriesId: series.id, day, detached: isOwn }
    if (id === known.id) return { ...place, startsAt: edit.startsAt, endsAt: edit.endsAt }
    const row = before.get(id)
    return { ...place, ...(isOwn && row ? row : spanOn(series, day)), day, id }
  })
  const missing = rowsFor({ ...series, firstDay: '' }, edit, plan.missing)
  const moved: Span[] = set.filter(({ id, startsAt, endsAt }) => {
    const row = before.get(id)
    return row?.startsAt !== startsAt || row.endsAt !== endsAt
  })
  await refuseTaken(
    tx,
    [...moved, ...missing],
    edit.anyway,
    rows.map((row) => row.id),
  )
  await removeRows(
    tx,
    plan.surplus.filter((row) => !row.detached).map((row) => row.id),
  )
  if (splits) await Promise.all([endRule(tx, plan.series.id, from, now), insertSeries(tx, series)])
  else await changeRule(tx, series, now)
  await putGaps(tx, plan.series.id, from, series.id, plan.gaps)
  const alone = plan.surplus
    .filter((row) => row.detached)
    .map((row) => ({ ...row, seriesId: null, day: null, detached: false }))
  await setRows(tx, edit, [...set, ...alone], now)
  await insertEvents(tx, edit, series.id, missing)
}

/** No more repeating: the changed one stays by itself, and so do those that were changed by themselves. */
async function endWith(tx: Tx, edit: Edit, known: KnownEvent, series: EventSeries, rows: SeriesRow[], now: Date) {
  const from = rows[0]?.day ?? series.firstDay
  const stays = (row: SeriesRow) => row.detached || row.id === known.id
  await refuseTaken(tx, [edit], edit.anyway, [known.id, ...rows.map((row) => row.id)])
  await removeRows(
    tx,
    rows.filter((row) => !stays(row)).map((row) => row.id),
  )
  await endRule(tx, series.id, from, now)
  await putGaps(tx, series.id, from, series.id, [])
  const alone = rows.filter(stays).map((row) => ({
    ...(row.id === known.id ? { startsAt: edit.startsAt, endsAt: edit.endsAt } : row),
    id: row.id,
    seriesId: null,
    day: null,
    detached: row.detached && row.id !== known.id,
  }))
  await setRows(tx, edit, alone, now)
}

type Removal = { id: string; scope: EventScope; command?: string | undefined }

/**
 * Takes a busy block away: it alone, it and those after it, or all that have not begun; of a series its day stays empty.
 * Refuses NOT_FOUND.
 */
export async function removeEvent(tx: Tx, { id, scope, command }: Removal, now: Date): Promise<void> {
  const [, known] = await Promise.all([lockCalendar(tx, tx.actor.id as string), eventById(tx, id)])
  if (!known) throw notFound()
  const series = known.seriesId ? await eventSeries(tx, known.seriesId) : undefined
  if (!series) return removeRows(tx, [id])
  await keepingBefore(tx, series, command, now, () => removeOf(tx, series, known, scope, now))
}

async function removeOf(tx: Tx, series: EventSeries, known: KnownEvent, scope: EventScope, now: Date) {
  const day = known.day ?? series.firstDay
  if (scope === 'one') {
    await removeRows(tx, [known.id])
    return putGaps(tx, series.id, day, series.id, [day], day)
  }
  const rows = await reached(tx, scope, known, series, now)
  await removeRows(tx, [known.id, ...rows.map((row) => row.id)])
  // What has begun stays in the series, and with it the days before.
  await endRule(tx, series.id, scope === 'all' ? (rows[0]?.day ?? shiftDay(day, 1)) : day, now)
}
