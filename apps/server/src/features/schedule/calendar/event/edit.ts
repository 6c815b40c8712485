import { withCalendarLock, type RequestedTimes, assertOnlySeenConflicts } from '../../schedule/schedule.ts'
import { readZone } from '../../../people/profile/profile.ts'
import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { listExceptions, insertSeries, isUpcoming, type StoredOccurrence } from '../../recurrence/recurrence.ts'
import {
  findStoredEvent,
  findEventSeries,
  type EventSeries,
  type StoredEvent,
  listEventsOfSeries,
  toEvent,
} from '../calendar.queries.ts'
import { insertEvents, materializeEventSeries } from './add.ts'
import { updateEvents } from './rows.ts'
import {
  changeEventSeries,
  endEventSeries,
  type EventChange,
  isMoved,
  type EventSeriesChange,
  type Prepared,
} from './series.ts'
import { withUndoRecord } from './undo.ts'

export type EventEdit = EventChange & { anyway: string[]; revision: number; command?: string | undefined }

/**
 * Changes the event with this id. `scope` extends the change to the following events or to all events of the series, except other events that have
 * begun. Individually changed events keep their times. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - BAD_REQUEST for an invalid rule
 * - SLOT_TAKEN for conflicts that `anyway` does not list
 * - CHANGED and the current event if the edit is based on an old revision and the event does not have this content already
 */
export async function editEvent(tx: Tx, edit: EventEdit, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const [known, zone] = await Promise.all([findStoredEvent(tx, edit.id), readZone(tx)])
    if (!known) throw notFound()
    if (known.revision !== edit.revision) {
      if (hasContent(known, edit)) return
      throw createRefusal('CHANGED', 409, toEvent(known))
    }
    const series = await findSeriesOfEvent(tx, known)
    const prepared = await prepare(tx, edit, { known, series, zone }, now)
    await assertOnlySeenConflicts(tx, prepared, edit.anyway)
    await (series ? withUndoRecord(tx, series, edit.command, now, prepared.write) : prepared.write())
  })
}

const findSeriesOfEvent = async (tx: Tx, { seriesId }: StoredEvent) =>
  seriesId ? findEventSeries(tx, seriesId) : undefined

/**
 * Returns the times that a change of an event would occupy. Writes nothing. Refuses with BAD_REQUEST for an invalid
 * rule.
 */
export async function readTimesOfEventChange(
  tx: Tx,
  wish: Omit<EventChange, 'title' | 'location'>,
  zone: string,
  now: Date,
): Promise<RequestedTimes> {
  const known = await findStoredEvent(tx, wish.id)
  if (!known) return { spans: [wish], except: [wish.id] }
  const { title, location } = known
  return prepare(tx, { ...wish, title, location }, { known, series: await findSeriesOfEvent(tx, known), zone }, now)
}

type Context = { known: StoredEvent; series: EventSeries | undefined; zone: string }

function prepare(tx: Tx, edit: EventChange, { known, series, zone }: Context, now: Date): Prepared | Promise<Prepared> {
  if (!series && edit.repeat) return startSeries(tx, { ...edit, repeat: edit.repeat }, zone, now)
  if (!series || edit.scope === 'one') return changeOne(tx, edit, known, now)
  return changeMany(tx, { ...edit, scope: edit.scope }, known, series, now)
}

/**
 * Returns whether the stored event already has the new content. This is the case if the browser repeats an edit
 * because the response was lost.
 */
const hasContent = (known: StoredEvent, edit: EventEdit) =>
  known.title === edit.title &&
  known.location === edit.location &&
  known.startsAt === edit.startsAt &&
  known.endsAt === edit.endsAt &&
  (edit.repeat === undefined || isDeepStrictEqual(known.repeat, edit.repeat))

/**
 * Prepares a change of one event. An event of a series becomes individually changed and no longer follows the rule.
 */
function changeOne(tx: Tx, edit: EventChange, known: StoredEvent, now: Date): Prepared {
  const { seriesId, day } = known
  return {
    spans: isMoved(known, edit) ? [edit] : [],
    except: [edit.id],
    write: () => updateEvents(tx, edit, [{ ...edit, seriesId, day, detached: seriesId !== null }], now),
  }
}

/** Prepares a change that turns a single event into a series. */
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

/** Returns the events within the scope that have not begun. */
export const upcomingInScope = (rows: StoredOccurrence[], scope: EventScope, known: StoredEvent, now: Date) =>
  rows.filter((row) => isUpcoming(row, now) && (scope === 'all' || !known.day || row.day >= known.day))

async function changeMany(
  tx: Tx,
  edit: EventSeriesChange,
  known: StoredEvent,
  series: EventSeries,
  now: Date,
): Promise<Prepared> {
  const [rows, exceptions] = await Promise.all([listEventsOfSeries(tx, series.id), listExceptions(tx, series.id)])
  const upcoming = upcomingInScope(rows, edit.scope, known, now)
  // If the edited event has begun, it is changed separately. The new times of the upcoming events are then calculated
  // from `anchor`: the first of them that was not changed individually.
  const hasBegun = !isUpcoming(known, now)
  const anchor = upcoming.find((row) => (hasBegun ? !row.detached : row.id === known.id))
  const alone = hasBegun || !anchor ? changeOne(tx, edit, known, now) : null
  const rest =
    edit.repeat === null
      ? endEventSeries(tx, edit, series, upcoming, now)
      : anchor && changeEventSeries(tx, edit, { known, series, rows, exceptions, anchor }, now)
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
