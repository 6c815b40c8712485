import { withCalendarLock, type Asked, refuseTaken, type Span } from '../schedule/schedule.ts'
import { zoneOf } from '../profile/profile.ts'
import type { EventScope } from '@attune/contract/features/calendar'
import type { Repeat } from '@attune/contract/common/recurrence'
import { shiftDay, wallOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
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

/** The times that a change takes, and the function that writes it. */
type Prepared = Asked & { write: () => Promise<void> }

/**
 * Changes an event: it alone, it and the following ones, or all that have not begun. Individually changed events keep their times.
 * Refuses NOT_FOUND, SLOT_TAKEN, and CHANGED with the current event if the change is based on an old revision.
 */
export async function editEvent(tx: Tx, edit: Edit, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const [known, zone] = await Promise.all([eventById(tx, edit.id), zoneOf(tx)])
    if (!known) throw notFound()
    if (known.revision !== edit.revision) {
      if (hasContent(known, edit)) return
      throw refuse('CHANGED', 409, toEvent(known))
    }
    const series = await seriesOf(tx, known)
    const prepared = await prepare(tx, edit, { known, series, zone }, now)
    await refuseTaken(tx, prepared, edit.anyway)
    await (series ? keepingBefore(tx, series, edit.command, now, prepared.write) : prepared.write())
  })
}

const seriesOf = async (tx: Tx, { seriesId }: KnownEvent) => (seriesId ? eventSeries(tx, seriesId) : undefined)

/** The times that a change of an event would take. Writes nothing. Refuses BAD_REQUEST. */
export async function timesAsked(
  tx: Tx,
  wish: Omit<Change, 'title' | 'location'>,
  zone: string,
  now: Date,
): Promise<Asked> {
  const known = await eventById(tx, wish.id)
  if (!known) return { spans: [wish], but: [wish.id] }
  const { title, location } = known
  return prepare(tx, { ...wish, title, location }, { known, series: await seriesOf(tx, known), zone }, now)
}

type Context = { known: KnownEvent; series: EventSeries | undefined; zone: string }

function prepare(tx: Tx, edit: Change, { known, series, zone }: Context, now: Date): Prepared | Promise<Prepared> {
  if (!series && edit.repeat) return startSeries(tx, { ...edit, repeat: edit.repeat }, zone, now)
  if (!series || edit.scope === 'one') return changeOne(tx, edit, known, now)
  return changeMany(tx, edit, known, series, now)
}

/** Whether an event already has the new content, because an edit whose response was lost is sent again. */
const hasContent = (known: KnownEvent, edit: Edit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

/** Changes one event. An event of a series no longer follows its rule. */
function changeOne(tx: Tx, edit: Change, known: KnownEvent, now: Date): Prepared {
  const isMoved = edit.startsAt !== known.startsAt || edit.endsAt !== known.endsAt
  const { seriesId, day } = known
  return {
    spans: isMoved ? [edit] : [],
    but: [edit.id],
    write: () => setRows(tx, edit, [{ ...edit, seriesId, day, detached: seriesId !== null }], now),
  }
}

/** Turns a single event into a series. */
function startSeries(tx: Tx, edit: Change & { repeat: Repeat }, zone: string, now: Date): Prepared {
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

/** The events of a series in the scope that have not begun. */
async function eventsInScope(tx: Tx, scope: EventScope, known: KnownEvent, series: EventSeries, now: Date) {
  const all = await rowsOfSeries(tx, series.id, scope === 'all' ? firstOfAll : (known.day ?? firstOfAll))
  return all.filter((row) => Date.parse(row.startsAt) > now.getTime())
}

async function changeMany(tx: Tx, edit: Change, known: KnownEvent, series: EventSeries, now: Date): Promise<Prepared> {
  const rows = await eventsInScope(tx, edit.scope, known, series, now)
  const [first] = rows
  // An event that has begun is changed individually, in addition to the upcoming ones.
  const alone = rows.some((row) => row.id === known.id) ? null : changeOne(tx, edit, known, now)
  if (!first) return alone ?? changeOne(tx, edit, known, now)
  const rest =
    edit.repeat === null
      ? endSeries(tx, edit, known, series, rows, now)
      : await changeSeries(tx, { ...edit, repeat: edit.repeat }, known, series, rows, now)
  return {
    spans: [...(alone?.spans ?? []), ...rest.spans],
    but: [known.id, ...rows.map((row) => row.id)],
    async write() {
      await alone?.write()
      await rest.write()
    },
  }
}

type SeriesWrite = Pick<Prepared, 'spans' | 'write'>

/** Changes the rule from this event on. Earlier events keep the old rule. */
async function changeSeries(
  tx: Tx,
  edit: Change & { repeat: Repeat | undefined },
  known: KnownEvent,
  old: EventSeries,
  rows: SeriesRow[],
  now: Date,
): Promise<SeriesWrite> {
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

/** Ends the repetition. The changed event and individually changed ones stay as single events. */
function endSeries(
  tx: Tx,
  edit: Change,
  known: KnownEvent,
  series: EventSeries,
  rows: SeriesRow[],
  now: Date,
): SeriesWrite {
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
 * Removes an event: it alone, it and the following ones, or all that have not begun. A removed day of a series stays empty.
 * Refuses NOT_FOUND.
 */
export async function removeEvent(tx: Tx, { id, scope, command }: Removal, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const known = await eventById(tx, id)
    if (!known) throw notFound()
    const series = known.seriesId ? await eventSeries(tx, known.seriesId) : undefined
    if (!series) return removeRows(tx, [id])
    await keepingBefore(tx, series, command, now, () => removeInScope(tx, series, known, scope, now))
  })
}

async function removeInScope(tx: Tx, series: EventSeries, known: KnownEvent, scope: EventScope, now: Date) {
  const day = known.day ?? series.firstDay
  if (scope === 'one') {
    await removeRows(tx, [known.id])
    return putGaps(tx, series.id, day, series.id, [day], day)
  }
  const rows = await eventsInScope(tx, scope, known, series, now)
  await removeRows(tx, [known.id, ...rows.map((row) => row.id)])
  // Past events and their days stay in the series.
  await endRule(tx, series.id, scope === 'all' ? (rows[0]?.day ?? shiftDay(day, 1)) : day, now)
}
