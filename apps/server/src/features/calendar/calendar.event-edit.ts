import { withCalendarLock, type RequestedTimes, assertOnlySeenConflicts, type TimeSpan } from '../schedule/schedule.ts'
import { zoneOf } from '../profile/profile.ts'
import type { EventScope } from '@attune/contract/features/calendar'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { instantOf, minutesBetween, shiftWallClock, wallClockOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../platform/policy/refusal.ts'
import {
  endSeriesBefore,
  exceptionsOf,
  fitToDay,
  insertSeries,
  isUpcoming,
  planChange,
  replaceExceptions,
  type StoredOccurrence,
  updateSeries,
} from '../recurrence/recurrence.ts'
import {
  eventById,
  eventSeries,
  type EventSeries,
  type StoredEvent,
  eventsOfSeries,
  toEvent,
} from './calendar.queries.ts'
import { insertEvents, materializeEventSeries, spanMinutes, timesOf } from './calendar.event-add.ts'
import { deleteEvents, type EventRowUpdate, updateEvents } from './calendar.event-rows.ts'
import { eventOccurrences } from './calendar.event-store.ts'
import { withUndoRecord } from './calendar.event-undo.ts'

type EventChange = TimeSpan & {
  id: string
  scope: EventScope
  title: string
  location: string
  repeat?: Repeat | null | undefined
}
export type EventEdit = EventChange & { anyway: string[]; revision: number; command?: string | undefined }

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
  wish: Omit<EventChange, 'title' | 'location'>,
  zone: string,
  now: Date,
): Promise<RequestedTimes> {
  const known = await eventById(tx, wish.id)
  if (!known) return { spans: [wish], except: [wish.id] }
  const { title, location } = known
  return prepare(tx, { ...wish, title, location }, { known, series: await seriesOf(tx, known), zone }, now)
}

type Context = { known: StoredEvent; series: EventSeries | undefined; zone: string }

function prepare(tx: Tx, edit: EventChange, { known, series, zone }: Context, now: Date): Prepared | Promise<Prepared> {
  if (!series && edit.repeat) return startSeries(tx, { ...edit, repeat: edit.repeat }, zone, now)
  if (!series || edit.scope === 'one') return changeOne(tx, edit, known, now)
  return changeMany(tx, { ...edit, scope: edit.scope }, known, series, now)
}

/** Whether an event already has the new content, because an edit whose response was lost is sent again. */
const hasContent = (known: StoredEvent, edit: EventEdit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

const isMoved = (before: TimeSpan, after: TimeSpan) =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt

/** Changes one event. An event of a series no longer follows its rule. */
function changeOne(tx: Tx, edit: EventChange, known: StoredEvent, now: Date): Prepared {
  const { seriesId, day } = known
  return {
    spans: isMoved(known, edit) ? [edit] : [],
    except: [edit.id],
    write: () => updateEvents(tx, edit, [{ ...edit, seriesId, day, detached: seriesId !== null }], now),
  }
}

/** Turns a single event into a series. */
function startSeries(tx: Tx, edit: EventChange & { repeat: Repeat }, zone: string, now: Date): Prepared {
  const { series, rows } = materializeEventSeries(edit, zone, now)
  const rest = rows.slice(1)
  return {
    spans: [edit, ...rest],
    except: [edit.id],
    async write() {
      await insertSeries(tx, series)
      await updateEvents(tx, edit, [{ ...edit, seriesId: series.id, day: series.firstDay, detached: false }], now)
      await insertEvents(tx, edit, series.id, rest)
    },
  }
}

type ManyChange = EventChange & { scope: 'following' | 'all' }

/** The events of a series in the scope that have not begun. */
export const upcomingInScope = (rows: StoredOccurrence[], scope: EventScope, known: StoredEvent, now: Date) =>
  rows.filter((row) => isUpcoming(row, now) && (scope === 'all' || !known.day || row.day >= known.day))

async function changeMany(
  tx: Tx,
  edit: ManyChange,
  known: StoredEvent,
  series: EventSeries,
  now: Date,
): Promise<Prepared> {
  const [rows, gaps] = await Promise.all([eventsOfSeries(tx, series.id), exceptionsOf(tx, series.id)])
  const upcoming = upcomingInScope(rows, edit.scope, known, now)
  // An event that has begun is changed individually; the first upcoming one that follows the series leads the others.
  const hasBegun = !isUpcoming(known, now)
  const anchor = upcoming.find((row) => (hasBegun ? !row.detached : row.id === known.id))
  const alone = hasBegun || !anchor ? changeOne(tx, edit, known, now) : null
  const rest =
    edit.repeat === null
      ? endSeries(tx, edit, series, upcoming, now)
      : anchor && changeSeries(tx, edit, { known, series, rows, gaps, anchor }, now)
  if (!rest) return alone ?? changeOne(tx, edit, known, now)
  return {
    spans: [...(alone?.spans ?? []), ...rest.spans],
    except: [known.id, ...upcoming.map((row) => row.id)],
    async write() {
      await alone?.write()
      await rest.write()
    },
  }
}

type SeriesWrite = Pick<Prepared, 'spans' | 'write'>
type LoadedSeries = {
  known: StoredEvent
  series: EventSeries
  rows: StoredOccurrence[]
  gaps: string[]
  anchor: StoredOccurrence
}

/** Changes the rule from this event on. Earlier events keep the old rule. */
function changeSeries(tx: Tx, edit: ManyChange, { known, ...loaded }: LoadedSeries, now: Date): SeriesWrite {
  const { series: old } = loaded
  const change = { ...leadingChange(edit, known, loaded), scope: edit.scope, durationMinutes: spanMinutes(edit) }
  const plan = planChange({ ...loaded, ...change, leaveOut: [] }, eventOccurrences, now)
  const { splits, cutoff, laidOutUntil, lastDay, added } = plan
  const template = { title: edit.title, location: edit.location }
  const series = { ...old, ...plan.rule, id: splits ? randomUUID() : old.id, template, laidOutUntil, lastDay }
  // The edited event keeps its exact times.
  const kept = plan.kept.map(({ row, to, detached }) => {
    const after = {
      id: row.id,
      seriesId: series.id,
      day: to.day,
      detached,
      ...timesOf(row.id === known.id ? edit : to),
    }
    return { row, after }
  })
  const overridden = plan.overridden
    .filter(({ row, day }) => splits || row.day !== day)
    .map(({ row, day }): EventRowUpdate => ({
      ...row,
      ...(row.id === known.id && timesOf(edit)),
      seriesId: series.id,
      day,
    }))
  return {
    spans: [...kept.filter(({ row, after }) => isMoved(row, after)).map(({ after }) => after), ...added],
    async write() {
      await deleteEvents(
        tx,
        plan.removed.map(({ id }) => id),
      )
      if (splits) await Promise.all([endSeriesBefore(tx, old.id, cutoff, now), insertSeries(tx, series)])
      else await updateSeries(tx, old.id, series, now)
      await replaceExceptions(tx, { from: old.id, cutoff, to: series.id, days: plan.exceptions })
      await updateEvents(tx, edit, [...kept.map(({ after }) => after), ...overridden], now)
      await insertEvents(
        tx,
        edit,
        series.id,
        added.map((date) => ({ ...date, id: randomUUID() })),
      )
    },
  }
}

/** The new time and rule of the event that leads the others: the edited one, or one that moves by the same difference. */
function leadingChange(
  edit: ManyChange,
  known: StoredEvent,
  { anchor, series: { zone } }: Omit<LoadedSeries, 'known'>,
) {
  const { startsAt } = edit
  const repeat = edit.repeat ?? undefined
  if (anchor.id === known.id) return { startsAt, repeat }
  const by = minutesBetween(wallClockOf(known.startsAt, zone), wallClockOf(startsAt, zone))
  if (!by) return { startsAt: anchor.startsAt, repeat: repeat && fitToDay(repeat, anchor.day) }
  const { day, time } = shiftWallClock(wallClockOf(anchor.startsAt, zone), by)
  return { startsAt: instantOf(day, time, zone), repeat: repeat && fitToDay(repeat, day) }
}

/** Ends the repetition. The edited event and individually changed ones stay as single events. */
function endSeries(
  tx: Tx,
  edit: EventChange,
  series: EventSeries,
  rows: StoredOccurrence[],
  now: Date,
): SeriesWrite | undefined {
  const [first] = rows
  if (!first) return undefined
  const stays = (row: StoredOccurrence) => row.detached || row.id === edit.id
  const alone = rows.filter(stays).map((row) => ({
    ...timesOf(row.id === edit.id ? edit : row),
    id: row.id,
    seriesId: null,
    day: null,
    detached: row.detached && row.id !== edit.id,
  }))
  return {
    spans: [edit],
    async write() {
      await deleteEvents(
        tx,
        rows.filter((row) => !stays(row)).map((row) => row.id),
      )
      await endSeriesBefore(tx, series.id, first.day, now)
      await replaceExceptions(tx, { from: series.id, cutoff: first.day, days: [] })
      await updateEvents(tx, edit, alone, now)
    },
  }
}
