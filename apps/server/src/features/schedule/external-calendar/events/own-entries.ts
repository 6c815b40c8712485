import type { SeriesId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { StoredSeries } from '../../recurrence/recurrence.ts'

export type OwnPerson = { firstName: string; lastName: string; code: string }

/** A session or busy time of the therapist that is written to external calendars. A busy time has no people. */
export type OwnEntry = {
  id: string
  kind: 'session' | 'event'
  startsAt: string
  endsAt: string
  seriesId: SeriesId | null
  /** The day of the rule to which the entry belongs, even if the entry was moved to another day. Null without a series. */
  day: string | null
  title: string
  location: string
  videoUrl: string
  callInAttune: boolean
  people: OwnPerson[] | null
}

const shown = sql`s.status in ('scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show') and s.deleted_at is null`
const people = sql`coalesce((select json_agg(json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'code', c.code) order by c.last_name, c.id)
  from app.session_client sc join app.client_label c on c.id = sc.client_id
  where sc.therapist_id = s.therapist_id and sc.session_id = s.id and sc.answer <> 'declined'), '[]')`

/**
 * Returns the acting therapist's sessions and busy times that start after `from`, and all other occurrences of their series, sorted by start.
 * Includes the past sessions and series whose ids are in `past`. Excludes requests and cancelled sessions.
 */
export async function listOwnEntries(tx: Tx, from: Date, past: readonly string[]): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    with session_series as (select distinct s.series_id as id from app.session s
        where s.therapist_id = ${tx.actor.id} and s.starts_at > ${from} and ${shown} and s.series_id is not null),
      event_series as (select distinct e.series_id as id from app.event e
        where e.therapist_id = ${tx.actor.id} and e.starts_at > ${from} and e.series_id is not null)
    select s.id, 'session' as kind, s.starts_at as "startsAt", s.ends_at as "endsAt", s.series_id as "seriesId", s.series_day as day, '' as title,
      case when s.format = 'in-person' then s.location else '' end as location, case when s.format = 'video' then coalesce(s.video_url, '') else '' end as "videoUrl",
      s.in_attune as "callInAttune", ${people} as people
    from app.session s where s.therapist_id = ${tx.actor.id} and ${shown}
      and (s.starts_at > ${from} or s.series_id in (select id from session_series) or s.id = any (${past}::uuid[]) or s.series_id = any (${past}::uuid[]))
    union all
    select e.id, 'event', e.starts_at, e.ends_at, e.series_id, e.series_day, e.title, e.location, '', false, null
    from app.event e where e.therapist_id = ${tx.actor.id}
      and (e.starts_at > ${from} or e.series_id in (select id from event_series))
    order by 3, 1`.execute(tx.kysely)
  return rows
}

export async function readSeriesOfEntries(tx: Tx, ids: SeriesId[]): Promise<Map<string, StoredSeries>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoredSeries>`
    select id, kind, repeat, zone, first_day as "firstDay", time, duration_minutes as "durationMinutes", template,
      laid_out_until as "materializedUntil", last_day as "lastDay"
    from app.series where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns those ids that belong to a session, a busy time or a series of the acting therapist. */
export async function listOwnIds(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from app.session where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])
    union all select id from app.event where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])
    union all select id from app.series where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(
    tx.kysely,
  )
  return new Set(rows.map(({ id }) => id))
}
