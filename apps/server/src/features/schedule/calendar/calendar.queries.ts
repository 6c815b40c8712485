import type { EventId, SeriesId } from '@attune/contract/common/ids'
import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import type { CalendarEvent, ImportedEvent } from '@attune/contract/features/schedule/calendar/calendar'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { findSeries, type StoredOccurrence, type StoredSeries } from '../recurrence/recurrence.ts'

const day = 24 * 60 * 60 * 1000
const before = (instant: string, milliseconds: number) => new Date(Date.parse(instant) - milliseconds)

/**
 * Returns the events that overlap an interval, sorted by start. An event lasts at most a day, which limits how early
 * it can start.
 */
export async function listEvents(tx: Tx, from: string, to: string): Promise<CalendarEvent[]> {
  const { rows } = await sql<CalendarEvent>`
    select e.id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.location, s.repeat, e.series_id as "seriesId", e.revision
    from app.event e left join app.series s on s.therapist_id = e.therapist_id and s.id = e.series_id
    where e.therapist_id = ${tx.actor.id} and e.starts_at < ${to} and e.starts_at > ${before(from, day)} and e.ends_at > ${from}
    order by e.starts_at, e.id`.execute(tx.kysely)
  return rows
}

/**
 * Returns up to `limit` events of the acting therapist that come after the event `after`, or the first events if `after` is null, sorted by start.
 */
export async function listAllEvents(
  tx: Tx,
  after: (Pick<CalendarEvent, 'startsAt'> & { id: string }) | null,
  limit: number,
): Promise<Pick<CalendarEvent, 'id' | 'title' | 'startsAt' | 'endsAt' | 'location'>[]> {
  const { rows } = await sql<CalendarEvent>`
    select e.id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.location from app.event e
    where e.therapist_id = ${tx.actor.id}
      and ${after ? sql`(e.starts_at, e.id) > (${after.startsAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by e.starts_at, e.id limit ${limit}`.execute(tx.kysely)
  return rows
}

export async function listAbsences(tx: Tx, from: string, to: string): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select id, title, starts_at as "startsAt", ends_at as "endsAt", whole_days as "wholeDays" from app.absence
    where therapist_id = ${tx.actor.id} and starts_at < ${to} and ends_at > ${from} order by starts_at, id`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Returns the imported events that overlap an interval, sorted by start. An imported event lasts at most 25 hours,
 * which limits how early it can start.
 */
export async function listImportedEvents(tx: Tx, from: string, to: string, now: Date): Promise<ImportedEvent[]> {
  const outdated = new Date(now.getTime() - day)
  const { rows } = await sql<ImportedEvent>`
    select i.calendar_id as "calendarId", c.name as "calendarName", coalesce(c.read_at < ${outdated}, false) as "isOutdated", i.title, i.starts_at as "startsAt", i.ends_at as "endsAt"
    from app.imported_event i join app.imported_calendar c on c.therapist_id = i.therapist_id and c.id = i.calendar_id
    where i.therapist_id = ${tx.actor.id} and i.starts_at < ${to} and i.starts_at > ${before(from, 25 * 60 * 60 * 1000)} and i.ends_at > ${from}
    order by i.starts_at, i.calendar_id, i.number`.execute(tx.kysely)
  return rows
}

export type StoredEvent = {
  id: EventId
  title: string
  location: string
  startsAt: string
  endsAt: string
  seriesId: SeriesId | null
  /** The day of the rule to which the event belongs, even if the event was moved to another day. Null for a single event. */
  day: string | null
  /** Whether the event was changed individually, so that a change of the series does not affect it. */
  detached: boolean
  revision: number
  repeat: Repeat | null
}

export async function findStoredEvent(tx: Tx, id: EventId): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    select e.id, e.title, e.location, e.starts_at as "startsAt", e.ends_at as "endsAt", e.series_id as "seriesId",
      e.series_day as day, e.detached, e.revision, s.repeat
    from app.event e left join app.series s on s.therapist_id = e.therapist_id and s.id = e.series_id
    where e.id = ${id} and e.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]
}

export function toEvent(known: StoredEvent): CalendarEvent {
  const { day: _, detached: __, ...event } = known
  return event
}

export type EventSeries = StoredSeries<{ title: string; location: string }>

export async function findEventSeries(tx: Tx, id: SeriesId): Promise<EventSeries | undefined> {
  const series = await findSeries<EventSeries['template']>(tx, id)
  return series?.kind === 'event' ? series : undefined
}

/** Returns the events of a series, ordered by the day of the rule for which each event was created. */
export async function listEventsOfSeries(tx: Tx, seriesId: SeriesId): Promise<StoredOccurrence[]> {
  const { rows } = await sql<StoredOccurrence>`
    select id, series_day as day, starts_at as "startsAt", ends_at as "endsAt", detached from app.event
    where therapist_id = ${tx.actor.id} and series_id = ${seriesId} order by series_day`.execute(tx.kysely)
  return rows
}

/** SQL condition that is true if a person has a calendar feed. `account` is an expression for the id of the account. */
export const hasCalendarFeedSql = (account: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.calendar_feed f where f.account_id = ${account})`
