import type { EventId, SeriesId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import { withCalendarLock, assertOnlySeenConflicts, type TimeSpan } from '../../schedule/schedule.ts'
import { readZone } from '../../../people/profile/profile.ts'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict } from '../../../../platform/policy/refusal.ts'
import { insertSeries, startRecurrence } from '../../recurrence/recurrence.ts'
import { type EventSeries, findStoredEvent, type StoredEvent } from '../calendar.queries.ts'

export type EventToAdd = {
  id: EventId
  title: string
  startsAt: string
  endsAt: string
  location: string
  repeat?: Repeat | undefined
  anyway: string[]
}

const minute = 60_000

/**
 * Adds an event. With `repeat`, adds a series, and its first event gets the id. Repeating a call with the same id and
 * content changes nothing. Refuses with:
 * - CONFLICT for the same id with other content
 * - BAD_REQUEST for an invalid `repeat`
 * - SLOT_TAKEN for conflicts with a start time that `anyway` does not list
 */
export async function addEvent(tx: Tx, event: EventToAdd, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id, async () => {
    const [known, zone] = await Promise.all([findStoredEvent(tx, event.id), readZone(tx)])
    if (known) {
      if (!isSame(known, event)) throw conflict()
      return
    }
    const { series, rows } = materializeEvent(event, zone, now)
    await assertOnlySeenConflicts(tx, { spans: rows, except: [] }, event.anyway)
    if (series) await insertSeries(tx, series)
    await insertEvents(tx, event, series?.id ?? null, rows)
  })
}

/**
 * Returns the rows of a new event. With `repeat`, also returns the series. Refuses with BAD_REQUEST for an invalid
 * rule.
 */
export function materializeEvent(
  event: Omit<EventToAdd, 'anyway'>,
  zone: string,
  now: Date,
): { series: EventSeries | null; rows: EventRow[] } {
  return event.repeat
    ? materializeEventSeries({ ...event, repeat: event.repeat }, zone, now)
    : { series: null, rows: [{ id: event.id, day: null, ...timesOf(event) }] }
}

export const timesOf = ({ startsAt, endsAt }: TimeSpan): TimeSpan => ({ startsAt, endsAt })

/**
 * Returns whether the stored event equals the wanted one. This is the case if the browser repeats a request because
 * the response was lost.
 */
const isSame = (known: StoredEvent, wanted: EventToAdd) =>
  known.title === wanted.title &&
  known.location === wanted.location &&
  known.startsAt === wanted.startsAt &&
  known.endsAt === wanted.endsAt &&
  isDeepStrictEqual(known.repeat, wanted.repeat ?? null)

type FirstEvent = TimeSpan & { id: EventId; title: string; location: string; repeat: Repeat }

/**
 * Returns the series that starts with this event, and the rows of the series. The first event keeps its exact times.
 * Refuses with BAD_REQUEST if the day of the first event does not match the rule, or if the rule ends before that
 * day.
 */
export function materializeEventSeries(
  first: FirstEvent,
  zone: string,
  now: Date,
): { series: EventSeries; rows: EventRow[] } {
  const { title, location, startsAt, repeat } = first
  const { series, dates } = startRecurrence({ startsAt, durationMinutes: spanMinutes(first), repeat }, zone, now)
  const rows = dates.map(({ day, ...span }, number) =>
    number === 0 ? { id: first.id, day, ...timesOf(first) } : { id: createDatedId(), day, ...timesOf(span) },
  )
  return { series: { ...series, id: randomUUID(), kind: 'event', template: { title, location } }, rows }
}

export const spanMinutes = ({ startsAt, endsAt }: TimeSpan) =>
  Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute))

export type EventRow = TimeSpan & { id: EventId; day: string | null }

export async function insertEvents(
  tx: Tx,
  { title, location }: { title: string; location: string },
  seriesId: SeriesId | null,
  rows: EventRow[],
): Promise<void> {
  if (!rows.length) return
  await tx.run(
    `insert into app.event (id, therapist_id, title, location, starts_at, ends_at, series_id, series_day)
     select r.id, $1, $2, $3, r.starts_at, r.ends_at, $4, r.day
     from unnest($5::uuid[], $6::timestamptz[], $7::timestamptz[], $8::date[]) r (id, starts_at, ends_at, day)
     on conflict (therapist_id, series_id, series_day) where series_id is not null do nothing`,
    [
      tx.actor.id,
      title,
      location,
      seriesId,
      rows.map((row) => row.id),
      rows.map((row) => row.startsAt),
      rows.map((row) => row.endsAt),
      rows.map((row) => row.day),
    ],
  )
}
