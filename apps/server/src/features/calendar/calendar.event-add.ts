import { withCalendarLock, assertOnlySeenConflicts, type TimeSpan } from '../schedule/schedule.ts'
import { zoneOf } from '../profile/profile.ts'
import { monthlyPositions, materializeUntil, occurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { instantOf, wallClockOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, createRefusal } from '../../platform/policy/refusal.ts'
import { type EventSeries, eventById, type StoredEvent } from './calendar.queries.ts'

export type EventToAdd = {
  id: string
  title: string
  startsAt: string
  endsAt: string
  location: string
  repeat?: Repeat | undefined
  anyway: string[]
}

const minute = 60_000

/**
 * Adds an event, or with `repeat` a series, whose first event gets the id. The same id with the same content again changes
 * nothing; with other content it refuses CONFLICT. Refuses SLOT_TAKEN.
 */
export async function addEvent(tx: Tx, event: EventToAdd, now: Date): Promise<void> {
  return withCalendarLock(tx, tx.actor.id as string, async () => {
    const [known, zone] = await Promise.all([eventById(tx, event.id), zoneOf(tx)])
    if (known) {
      if (!isSame(known, event)) throw conflict()
      return
    }
    const { series, rows } = materializeEvent(event, zone, now)
    await assertOnlySeenConflicts(tx, { spans: rows, except: [] }, event.anyway)
    if (series) await insertEventSeries(tx, series)
    await insertEvents(tx, event, series?.id ?? null, rows)
  })
}

/** The rows of a new event and its repetitions. Refuses BAD_REQUEST. */
export function materializeEvent(
  event: Omit<EventToAdd, 'anyway'>,
  zone: string,
  now: Date,
): { series: EventSeries | null; rows: EventRow[] } {
  if (!event.repeat) return { series: null, rows: [{ id: event.id, day: null, ...timesOf(event) }] }
  const series = newEventSeries(randomUUID(), { ...event, repeat: event.repeat }, zone, now)
  return { series, rows: eventRowsFor(series, event, eventSeriesDays(series, series.laidOutUntil)) }
}

const timesOf = ({ startsAt, endsAt }: TimeSpan) => ({ startsAt, endsAt })

/** Whether an event has this content, because a request whose response was lost is sent again. */
const isSame = (known: StoredEvent, wanted: EventToAdd) =>
  known.title === wanted.title &&
  known.location === wanted.location &&
  known.startsAt === wanted.startsAt &&
  known.endsAt === wanted.endsAt &&
  isDeepStrictEqual(known.repeat, wanted.repeat ?? null)

type FirstEvent = TimeSpan & { title: string; location: string; repeat: Repeat }

/** The series that starts with this event. Refuses BAD_REQUEST if the rule does not match the first day, or ends before it. */
export function newEventSeries(id: string, first: FirstEvent, zone: string, now: Date): EventSeries {
  const { day, time } = wallClockOf(first.startsAt, zone)
  const { repeat } = first
  const fits = repeat.every === 'weeks' || monthlyPositions(day).includes(repeat.nth)
  if (!fits || (repeat.ends.by === 'day' && repeat.ends.day < day)) throw createRefusal('BAD_REQUEST', 400)
  const ahead = materializeUntil(wallClockOf(now.toISOString(), zone).day)
  return {
    id,
    repeat,
    zone,
    firstDay: day,
    time,
    durationMinutes: spanMinutes(first),
    template: { title: first.title, location: first.location },
    laidOutUntil: ahead > day ? ahead : day,
    lastDay: null,
  }
}

export const spanMinutes = ({ startsAt, endsAt }: TimeSpan) =>
  Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute))

/** The occurrence days of a series between `from` and `until`. */
export const eventSeriesDays = (series: EventSeries, until: string, from = series.firstDay) =>
  occurrences(series.firstDay, series.repeat, series.lastDay && series.lastDay < until ? series.lastDay : until, from)

export type EventRow = TimeSpan & { id: string; day: string | null }

/** The time of an occurrence on a day. */
export function eventSpanOn(series: EventSeries, day: string): TimeSpan {
  const startsAt = instantOf(day, series.time, series.zone)
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + series.durationMinutes * minute).toISOString() }
}

/** The rows of a series on these days. The first keeps the given id and its exact time. */
export const eventRowsFor = (series: EventSeries, first: TimeSpan & { id: string }, days: string[]): EventRow[] =>
  days.map((day) =>
    day === series.firstDay
      ? { id: first.id, day, ...timesOf(first) }
      : { id: randomUUID(), day, ...eventSpanOn(series, day) },
  )

export const insertEventSeries = (tx: Tx, series: EventSeries) =>
  tx.kysely
    .insertInto('series')
    .values({ id: series.id, therapist_id: tx.actor.id as string, kind: 'event', ...eventSeriesColumns(series) })
    .execute()

export const eventSeriesColumns = (series: EventSeries) => ({
  repeat: JSON.stringify(series.repeat),
  zone: series.zone,
  first_day: series.firstDay,
  time: series.time,
  duration_minutes: series.durationMinutes,
  template: JSON.stringify(series.template),
  laid_out_until: series.laidOutUntil,
  last_day: series.lastDay,
})

export async function insertEvents(
  tx: Tx,
  { title, location }: { title: string; location: string },
  seriesId: string | null,
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
