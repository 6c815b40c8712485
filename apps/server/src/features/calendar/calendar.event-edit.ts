import { withCalendarLock, type RequestedTimes, assertOnlySeenConflicts, type TimeSpan } from '../schedule/schedule.ts'
import { zoneOf } from '../profile/profile.ts'
import type { EventScope } from '@attune/contract/features/calendar'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { shiftDay, wallClockOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../platform/policy/refusal.ts'
import {
  eventById,
  eventSeries,
  type EventSeries,
  earliestDay,
  seriesExceptions,
  type StoredEvent,
  eventsOfSeries,
  type EventSeriesRow,
  toEvent,
} from './calendar.queries.ts'
import {
  eventSeriesDays,
  insertEvents,
  insertEventSeries,
  newEventSeries,
  eventRowsFor,
  eventSpanOn,
} from './calendar.event-add.ts'
import { planEventSeriesChange, type EventChange } from './calendar.event-plan.ts'
import {
  updateEventSeries,
  endEventSeries,
  replaceSeriesExceptions,
  deleteEvents,
  type EventRowUpdate,
  updateEvents,
} from './calendar.event-rows.ts'
import { withUndoRecord } from './calendar.event-undo.ts'

export type EventEdit = EventChange & {
  id: string
  scope: EventScope
  anyway: string[]
  revision: number
  command?: string | undefined
}
type Change = Omit<EventEdit, 'anyway' | 'revision' | 'command'>

/** The times that a change takes, and the function that writes it. */
type Prepared = RequestedTimes & { write: () => Promise<void> }

/**
 * Changes an event: it alone, it and the following ones, or all that have not begun. Individually changed events keep their times.
 * Refuses NOT_FOUND, SLOT_TAKEN, and CHANGED with the current event if the change is based on an old revision.
 */
export async function editEvent(tx: Tx, edit: EventEdit, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const [known, zone] = await Promise.all([eventById(tx, edit.id), zoneOf(tx)])
    if (!known) throw notFound()
    if (known.revision !== edit.revision) {
      if (hasContent(known, edit)) return
      throw createRefusal('CHANGED', 409, toEvent(known))
    }
    const series = await seriesOf(tx, known)
    const prepared = await prepare(tx, edit, { known, series, zone }, now)
    await assertOnlySeenConflicts(tx, prepared, edit.anyway)
    await (series ? withUndoRecord(tx, series, edit.command, now, prepared.write) : prepared.write())
  })
}

const seriesOf = async (tx: Tx, { seriesId }: StoredEvent) => (seriesId ? eventSeries(tx, seriesId) : undefined)

/** The times that a change of an event would take. Writes nothing. Refuses BAD_REQUEST. */
export async function timesOfEventChange(
  tx: Tx,
  wish: Omit<Change, 'title' | 'location'>,
  zone: string,
  now: Date,
): Promise<RequestedTimes> {
  const known = await eventById(tx, wish.id)
  if (!known) return { spans: [wish], except: [wish.id] }
  const { title, location } = known
  return prepare(tx, { ...wish, title, location }, { known, series: await seriesOf(tx, known), zone }, now)
}

type Context = { known: StoredEvent; series: EventSeries | undefined; zone: string }

function prepare(tx: Tx, edit: Change, { known, series, zone }: Context, now: Date): Prepared | Promise<Prepared> {
  if (!series && edit.repeat) return startSeries(tx, { ...edit, repeat: edit.repeat }, zone, now)
  if (!series || edit.scope === 'one') return changeOne(tx, edit, known, now)
  return changeMany(tx, edit, known, series, now)
}

/** Whether an event already has the new content, because an edit whose response was lost is sent again. */
const hasContent = (known: StoredEvent, edit: EventEdit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

/** Changes one event. An event of a series no longer follows its rule. */
function changeOne(tx: Tx, edit: Change, known: StoredEvent, now: Date): Prepared {
  const isMoved = edit.startsAt !== known.startsAt || edit.endsAt !== known.endsAt
  const { seriesId, day } = known
  return {
    spans: isMoved ? [edit] : [],
    except: [edit.id],
    write: () => updateEvents(tx, edit, [{ ...edit, seriesId, day, detached: seriesId !== null }], now),
  }
}

/** Turns a single event into a series. */
function startSeries(tx: Tx, edit: Change & { repeat: Repeat }, zone: string, now: Date): Prepared {
  const series = newEventSeries(randomUUID(), edit, zone, now)
  const [first, ...rest] = eventRowsFor(series, edit, eventSeriesDays(series, series.laidOutUntil))
  const day = first?.day ?? series.firstDay
  return {
    spans: [edit, ...rest],
    except: [edit.id],
    async write() {
      await insertEventSeries(tx, series)
      await updateEvents(tx, edit, [{ ...edit, seriesId: series.id, day, detached: false }], now)
      await insertEvents(tx, edit, series.id, rest)
    },
  }
}

/** The events of a series in the scope that have not begun. */
async function eventsInScope(tx: Tx, scope: EventScope, known: StoredEvent, series: EventSeries, now: Date) {
  const all = await eventsOfSeries(tx, series.id, scope === 'all' ? earliestDay : (known.day ?? earliestDay))
  return all.filter((row) => Date.parse(row.startsAt) > now.getTime())
}

async function changeMany(tx: Tx, edit: Change, known: StoredEvent, series: EventSeries, now: Date): Promise<Prepared> {
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
    except: [known.id, ...rows.map((row) => row.id)],
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
  known: StoredEvent,
  old: EventSeries,
  rows: EventSeriesRow[],
  now: Date,
): Promise<SeriesWrite> {
  const from = rows[0]?.day ?? old.firstDay
  const [gaps, all] = await Promise.all([seriesExceptions(tx, old.id, from), eventsOfSeries(tx, old.id, earliestDay)])
  const plan = planEventSeriesChange(old, known, edit, {
    from,
    rows,
    gaps,
    today: wallClockOf(now.toISOString(), old.zone).day,
  })
  if (!plan) throw createRefusal('BAD_REQUEST', 400)
  const splits = all.length > rows.length
  const series = splits ? { ...plan.series, id: randomUUID() } : plan.series
  const before = new Map(rows.map((row) => [row.id, row]))
  const set: EventRowUpdate[] = plan.kept.map(({ id, day, isOverridden: isOwn }) => {
    const place = { id, seriesId: series.id, day, detached: isOwn }
    if (id === known.id) return { ...place, startsAt: edit.startsAt, endsAt: edit.endsAt }
    const row = before.get(id)
    return { ...place, ...(isOwn && row ? row : eventSpanOn(series, day)), day, id }
  })
  const missing = eventRowsFor({ ...series, firstDay: '' }, edit, plan.missing)
  const moved: TimeSpan[] = set.filter(({ id, startsAt, endsAt }) => {
    const row = before.get(id)
    return row?.startsAt !== startsAt || row.endsAt !== endsAt
  })
  return {
    spans: [...moved, ...missing],
    async write() {
      await deleteEvents(
        tx,
        plan.removed.filter((row) => !row.detached).map((row) => row.id),
      )
      if (splits) await Promise.all([endEventSeries(tx, old.id, from, now), insertEventSeries(tx, series)])
      else await updateEventSeries(tx, series, now)
      await replaceSeriesExceptions(tx, old.id, from, series.id, plan.exceptions)
      const alone = plan.removed
        .filter((row) => row.detached)
        .map((row) => ({ ...row, seriesId: null, day: null, detached: false }))
      await updateEvents(tx, edit, [...set, ...alone], now)
      await insertEvents(tx, edit, series.id, missing)
    },
  }
}

/** Ends the repetition. The changed event and individually changed ones stay as single events. */
function endSeries(
  tx: Tx,
  edit: Change,
  known: StoredEvent,
  series: EventSeries,
  rows: EventSeriesRow[],
  now: Date,
): SeriesWrite {
  const from = rows[0]?.day ?? series.firstDay
  const stays = (row: EventSeriesRow) => row.detached || row.id === known.id
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
      await deleteEvents(
        tx,
        rows.filter((row) => !stays(row)).map((row) => row.id),
      )
      await endEventSeries(tx, series.id, from, now)
      await replaceSeriesExceptions(tx, series.id, from, series.id, [])
      await updateEvents(tx, edit, alone, now)
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
    if (!series) return deleteEvents(tx, [id])
    await withUndoRecord(tx, series, command, now, () => removeInScope(tx, series, known, scope, now))
  })
}

async function removeInScope(tx: Tx, series: EventSeries, known: StoredEvent, scope: EventScope, now: Date) {
  const day = known.day ?? series.firstDay
  if (scope === 'one') {
    await deleteEvents(tx, [known.id])
    return replaceSeriesExceptions(tx, series.id, day, series.id, [day], day)
  }
  const rows = await eventsInScope(tx, scope, known, series, now)
  await deleteEvents(tx, [known.id, ...rows.map((row) => row.id)])
  // Past events and their days stay in the series.
  await endEventSeries(tx, series.id, scope === 'all' ? (rows[0]?.day ?? shiftDay(day, 1)) : day, now)
}
