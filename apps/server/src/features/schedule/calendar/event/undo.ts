import type { EventId, SeriesId } from '@attune/contract/common/ids'
import { lockedConflictsInSpans, withCalendarLock, slotTakenRefusal, type TimeSpan } from '../../schedule/schedule.ts'
import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { DB } from '../../../../platform/database/types.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import {
  changedRefusal,
  listExceptions,
  restoreSeries,
  saveUndo,
  type SeriesSnapshot,
  findUndoState,
} from '../../recurrence/recurrence.ts'
import { findEventSeries, type EventSeries } from '../calendar.queries.ts'
import { deleteEvents } from './rows.ts'

/** An event with all fields that a change can affect. */
type EventState = TimeSpan & {
  id: EventId
  title: string
  location: string
  seriesId: SeriesId | null
  day: string | null
  detached: boolean
  revision: number
}

/** The field of `EventState` that contains the value of a column, and the type of a Postgres array of the column's values. */
type StoredState = { field: keyof EventState; array: RawBuilder<unknown> }

/**
 * The columns of an event that an undo record contains. For every other column, the list contains the reason why an undo leaves the column unchanged.
 */
const stateColumns: FieldList<keyof DB['event'] & string, StoredState> = {
  id: { field: 'id', array: sql`uuid[]` },
  title: { field: 'title', array: sql`text[]` },
  location: { field: 'location', array: sql`text[]` },
  starts_at: { field: 'startsAt', array: sql`timestamptz[]` },
  ends_at: { field: 'endsAt', array: sql`timestamptz[]` },
  series_id: { field: 'seriesId', array: sql`uuid[]` },
  series_day: { field: 'day', array: sql`date[]` },
  detached: { field: 'detached', array: sql`boolean[]` },
  revision: { field: 'revision', array: sql`int[]` },
  therapist_id: leftOut('it selects the rows'),
  created_at: leftOut('a removed event is created again'),
  updated_at: leftOut('the undo is a change too'),
}
const state = entriesOf<keyof DB['event'] & string, StoredState>(stateColumns)
const stateSql = sql.join(state.map(([column, { field }]) => sql`${sql.ref(column)} as ${sql.ref(field)}`))

/** The columns that an undo sets to their values before the change. It does not restore the revision, which must only increase. */
const restored = state.map(([column]) => column).filter((column) => column !== 'id' && column !== 'revision')
const restoredColumnsSql = sql.join(restored.map((column) => sql.ref(column)))
const restoredValuesSql = sql.join(restored.map((column) => sql.ref(`r.${column}`)))

/** The state of a series before a change, and the result of the change. */
type UndoRecord = SeriesSnapshot & {
  /** The changed or removed events with their values before the change. */
  rows: EventState[]
  /** The changed or created events with their revisions after the change. */
  left: { id: EventId; revision: number }[]
  /** The id of the series that the change split off, or null if there is none. */
  split: string | null
  /** The number of events in the original and the split-off series after the change. */
  count: number
  /** The ids of the sessions that already overlapped the previous times of the events when the change was made. */
  over: string[]
}

/**
 * Returns the current state of the events with these ids, of all events in their series, and of all events in the
 * series `seriesId`.
 */
async function readCurrentEvents(tx: Tx, seriesId: SeriesId, ids: EventId[] = []): Promise<EventState[]> {
  const { rows } = await sql<EventState>`
    select ${stateSql} from app.event where therapist_id = ${tx.actor.id} and (id = any (${ids}::uuid[]) or series_id = ${seriesId} or series_id in (
      select series_id from app.event where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])))`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Runs a change of a series and stores an undo record for `undoEventChange`. The record replaces the record of any
 * earlier change of the series. A change without a command cannot be undone. The caller must hold the calendar lock.
 */
export async function withUndoRecord(
  tx: Tx,
  series: EventSeries,
  command: string | undefined,
  now: Date,
  act: () => Promise<void>,
): Promise<void> {
  const [eventsBefore, exceptions] = [await readCurrentEvents(tx, series.id), await listExceptions(tx, series.id)]
  await act()
  if (!command) {
    await saveUndo(tx, series.id, null)
    return
  }
  const ids = eventsBefore.map(({ id }) => id)
  const eventsNow = await readCurrentEvents(tx, series.id, ids)
  const [oldRevisions, newRevisions] = [revisionsOf(eventsBefore), revisionsOf(eventsNow)]
  const rows = eventsBefore.filter(({ id, revision }) => newRevisions.get(id) !== revision)
  const left = eventsNow.filter(({ id, revision }) => oldRevisions.get(id) !== revision)
  const record: UndoRecord = {
    act: command,
    at: now.toISOString(),
    series,
    exceptions,
    rows,
    left: left.map(({ id, revision }) => ({ id, revision })),
    split: left.find(({ seriesId }) => seriesId && seriesId !== series.id)?.seriesId ?? null,
    count: countOf(eventsNow),
    over: (await listSessionsDuring(tx, rows)).flatMap(({ sessionId }) => sessionId ?? []),
  }
  await saveUndo(tx, series.id, record)
}

const revisionsOf = (rows: EventState[]) => new Map(rows.map(({ id, revision }) => [id, revision]))
const countOf = (rows: EventState[]) => rows.filter(({ seriesId }) => seriesId).length

/** Returns the sessions that overlap these events. */
async function listSessionsDuring(tx: Tx, rows: EventState[]) {
  const ids = rows.map(({ id }) => id)
  return (await lockedConflictsInSpans(tx, tx.actor.id, rows, ids)).flat().filter(({ kind }) => kind === 'session')
}

/**
 * Undoes a recent change of a series of events: restores times, titles and locations, and merges a split-off series
 * back. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - CHANGED if the change is too old or an event has changed since
 * - SLOT_TAKEN if a session was booked at a previous time of an event
 */
export async function undoEventChange(
  tx: Tx,
  { seriesId, undoes }: { seriesId: SeriesId; undoes: string },
  now: Date,
): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const series = await findEventSeries(tx, seriesId)
    if (!series) throw notFound()
    const record = await findUndoState<UndoRecord>(tx, seriesId, undoes, now)
    if (!record) return
    const { rows, left, split } = record
    if (series.zone !== record.series.zone) throw changedRefusal()
    const eventsNow = await readCurrentEvents(
      tx,
      seriesId,
      [...rows, ...left].map(({ id }) => id),
    )
    const revisions = revisionsOf(eventsNow)
    if (countOf(eventsNow) !== record.count || left.some(({ id, revision }) => revisions.get(id) !== revision))
      throw changedRefusal()
    const takenBySessions = (await listSessionsDuring(tx, rows)).filter(
      ({ sessionId }) => !record.over.includes(sessionId ?? ''),
    )
    if (takenBySessions.length) throw slotTakenRefusal(takenBySessions)

    const restoredIds = new Set(rows.map(({ id }) => id))
    await deleteEvents(
      tx,
      left.filter(({ id }) => !restoredIds.has(id)).map(({ id }) => id),
    )
    await restoreEvents(tx, rows, now)
    await restoreSeries(tx, record, split, now)
  })
}

/**
 * Restores events. Removed events get their old ids. Postgres checks the unique key of series and day row by row, so
 * the function first removes all events from the series.
 */
async function restoreEvents(tx: Tx, rows: EventState[], now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const columnsSql = sql.join(state.map(([column]) => sql.ref(column)))
  const valuesSql = sql.join(state.map(([, { field, array }]) => sql`${rows.map((row) => row[field])}::${array}`))
  await tx.run(
    'update app.event set series_id = null, series_day = null where therapist_id = $1 and id = any ($2::uuid[])',
    [tx.actor.id, ids],
  )
  await sql`
    insert into app.event (id, therapist_id, title, starts_at, ends_at)
    select r.id, ${tx.actor.id}, r.title, r.starts_at, r.ends_at from unnest(${valuesSql}) r (${columnsSql})
    on conflict (id) do nothing`.execute(tx.kysely)
  await sql`
    update app.event e set revision = greatest(e.revision, r.revision) + 1, updated_at = ${now},
      (${restoredColumnsSql}) = row(${restoredValuesSql})
    from unnest(${valuesSql}) r (${columnsSql})
    where e.therapist_id = ${tx.actor.id} and e.id = r.id`.execute(tx.kysely)
}
