import type { EventScope } from '@attune/contract/features/calendar'
import type { Repeat } from '@attune/contract/common/recurrence'
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
import { type Asked, refuseTaken, type Span } from './conflicts.ts'
import { daysOf, insertEvents, insertSeries, newSeries, rowsFor, spanOn } from './event.add.ts'
import { planChange, type Wanted } from './event.plan.ts'
import { changeRule, endRule, putGaps, removeRows, type Rowful, setRows } from './event.rows.ts'
import { keepingBefore } from './event.undo.ts'

export type Edit = Wanted & {
  id: string
  scope: EventScope
  anyway: string[]
  revision: number
  command?: string | undefined
}
type Change = Omit<Edit, 'anyway' | 'revision' | 'command'>

/** What a change asks of the calendar, and how it is written where that may be. */
type Act = Asked & { write: () => Promise<void> }

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
  const series = await seriesOf(tx, known)
  const act = await actOf(tx, edit, { known, series, zone }, now)
  await refuseTaken(tx, act, edit.anyway)
  await (series ? keepingBefore(tx, series, edit.command, now, act.write) : act.write())
}

const seriesOf = async (tx: Tx, { seriesId }: KnownEvent) => (seriesId ? eventSeries(tx, seriesId) : undefined)

/** The times that a change of a busy block would ask for; nothing is written. Refuses BAD_REQUEST. */
export async function timesAsked(
  tx: Tx,
  wish: Omit<Change, 'title' | 'location'>,
  zone: string,
  now: Date,
): Promise<Asked> {
  const known = await eventById(tx, wish.id)
  if (!known) return { spans: [wish], but: [wish.id] }
  const { title, location } = known
  return actOf(tx, { ...wish, title, location }, { known, series: await seriesOf(tx, known), zone }, now)
}

type Found = { known: KnownEvent; series: EventSeries | undefined; zone: string }

function actOf(tx: Tx, edit: Change, { known, series, zone }: Found, now: Date): Act | Promise<Act> {
  if (!series && edit.repeat) return begin(tx, { ...edit, repeat: edit.repeat }, zone, now)
  if (!series || edit.scope === 'one') return editOne(tx, edit, known, now)
  return editMany(tx, edit, known, series, now)
}

/** Whether an event holds what is wanted: an edit whose answer was lost, sent again. */
const stands = (known: KnownEvent, edit: Edit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

/** One by itself, which of a series it leaves the rule for. */
function editOne(tx: Tx, edit: Change, known: KnownEvent, now: Date): Act {
  const isMoved = edit.startsAt !== known.startsAt || edit.endsAt !== known.endsAt
  const { seriesId, day } = known
  return {
    spans: isMoved ? [edit] : [],
    but: [edit.id],
    write: () => setRows(tx, edit, [{ ...edit, seriesId, day, detached: seriesId !== null }], now),
  }
}

/** A single one that repeats from now on. */
function begin(tx: Tx, edit: Change & { repeat: Repeat }, zone: string, now: Date): Act {
  const series = newSeries(randomUUID(), edit, zone, now)
  const [first, ...rest] = rowsFor(series, edit, daysOf(series, series.laidOutUntil))
  const day = first?.day ?? series.firstDay
  return {
    spans: [edit, ...rest],
    but: [edit.id],
    async write() {
      await insertSeries(tx, series)
      await setRows(tx, edit, [{ ...edit, seriesId: series.id, day, detached: false }], now)
      await insertEvents(tx, edit, series.id, rest)
    },
  }
}

/** Those of a series that a change reaches: what has begun stays, but for the one at which it was made. */
async function reached(tx: Tx, scope: EventScope, known: KnownEvent, series: EventSeries, now: Date) {
  const all = await rowsOfSeries(tx, series.id, scope === 'all' ? firstOfAll : (known.day ?? firstOfAll))
  return all.filter((row) => Date.parse(row.startsAt) > now.getTime())
}

async function editMany(tx: Tx, edit: Change, known: KnownEvent, series: EventSeries, now: Date): Promise<Act> {
  const rows = await reached(tx, edit.scope, known, series, now)
  const [first] = rows
  // One that has begun is changed by itself, and those to come go along.
  const alone = rows.some((row) => row.id === known.id) ? null : editOne(tx, edit, known, now)
  if (!first) return alone ?? editOne(tx, edit, known, now)
  const many =
    edit.repeat === null
      ? endWith(tx, edit, known, series, rows, now)
      : await goOn(tx, { ...edit, repeat: edit.repeat }, known, series, rows, now)
  return {
    spans: [...(alone?.spans ?? []), ...many.spans],
    but: [known.id, ...rows.map((row) => row.id)],
    async write() {
      await alone?.write()
      await many.write()
    },
  }
}

type Many = Pick<Act, 'spans' | 'write'>

/** The series goes on otherwise; those that come before keep the rule that they had. */
async function goOn(
  tx: Tx,
  edit: Change & { repeat: Repeat | undefined },
  known: KnownEvent,
  old: EventSeries,
  rows: SeriesRow[],
  now: Date,
): Promise<Many> {
  const from = rows[0]?.day ?? old.firstDay
  const [gaps, all] = await Promise.all([gapsOfSeries(tx, old.id, from), rowsOfSeries(tx, old.id, firstOfAll)])
  const plan = planChange(old, known, edit, { from, rows, gaps, today: wallOf(now.toISOString(), old.zone).day })
  if (!plan) throw refuse('BAD_REQUEST', 400)
  const splits = all.length > rows.length
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
  return {
    spans: [...moved, ...missing],
    async write() {
      await removeRows(
        tx,
        plan.surplus.filter((row) => !row.detached).map((row) => row.id),
      )
      if (splits) await Promise.all([endRule(tx, old.id, from, now), insertSeries(tx, series)])
      else await changeRule(tx, series, now)
      await putGaps(tx, old.id, from, series.id, plan.gaps)
      const alone = plan.surplus
        .filter((row) => row.detached)
        .map((row) => ({ ...row, seriesId: null, day: null, detached: false }))
      await setRows(tx, edit, [...set, ...alone], now)
      await insertEvents(tx, edit, series.id, missing)
    },
  }
}

/** No more repeating: the changed one stays by itself, and so do those that were changed by themselves. */
function endWith(tx: Tx, edit: Change, known: KnownEvent, series: EventSeries, rows: SeriesRow[], now: Date): Many {
  const from = rows[0]?.day ?? series.firstDay
  const stays = (row: SeriesRow) => row.detached || row.id === known.id
  const alone = rows.filter(stays).map((row) => ({
    ...(row.id === known.id ? { startsAt: edit.startsAt, endsAt: edit.endsAt } : row),
    id: row.id,
    seriesId: null,
    day: null,
    detached: row.detached && row.id !== known.id,
  }))
  return {
    spans: [edit],
    async write() {
      await removeRows(
        tx,
        rows.filter((row) => !stays(row)).map((row) => row.id),
      )
      await endRule(tx, series.id, from, now)
      await putGaps(tx, series.id, from, series.id, [])
      await setRows(tx, edit, alone, now)
    },
  }
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
