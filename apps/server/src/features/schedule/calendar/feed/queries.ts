import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type Window = { from: Date; to: Date }
export type FeedPerson = { firstName: string; lastName: string; code: string }
/** An entry of a feed. A session has `people` and no title. Any other entry has a title and no people. */
export type FeedEntry = {
  id: string
  startsAt: string
  endsAt: string
  updatedAt: string
  sequence: number
  status: string
  location: string
  people: FeedPerson[] | null
  title: string
  wholeDays: boolean
  isAbsence: boolean
}

/** SQL condition that includes planned and past sessions and excludes requests and cancelled sessions. */
const inFeed = sql`s.status in ('scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show')`
const place = sql`case when s.format = 'in-person' then s.location else '' end`

/** Returns a therapist's sessions, events and absences within a window, sorted by start. Excludes imported events. */
export async function listTherapistFeedEntries(tx: Tx, { from, to }: Window): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.updated_at as "updatedAt", s.sequence, s.status, ${place} as location,
      (select json_agg(json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'code', c.code) order by c.last_name, c.id)
       from app.session_client sc join app.client_label c on c.id = sc.client_id
       where sc.therapist_id = s.therapist_id and sc.session_id = s.id and sc.answer <> 'declined') as people, '' as title, false as "wholeDays", false as "isAbsence"
    from app.session s
    where s.therapist_id = ${tx.actor.id} and s.starts_at >= ${from} and s.starts_at < ${to} and ${inFeed} and s.deleted_at is null
    union all
    select e.id, e.starts_at, e.ends_at, e.updated_at, e.revision, 'confirmed', e.location, null, e.title, false, false
    from app.event e where e.therapist_id = ${tx.actor.id} and e.starts_at >= ${from} and e.starts_at < ${to}
    union all
    select a.id, a.starts_at, a.ends_at, a.updated_at, extract(epoch from a.updated_at - a.created_at)::int, 'confirmed', '', null, a.title, a.whole_days, true
    from app.absence a where a.therapist_id = ${tx.actor.id} and a.ends_at > ${from} and a.starts_at < ${to}
    order by 2, 1`.execute(tx.kysely)
  return rows
}

/** Returns a client's sessions within a window, sorted by start, with the names of the therapists. */
export async function listClientFeedEntries(tx: Tx, { from, to }: Window): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.updated_at as "updatedAt", s.sequence, s.status, ${place} as location,
      json_build_array(json_build_object('firstName', t.first_name, 'lastName', t.last_name, 'code', '')) as people, '' as title, false as "wholeDays", false as "isAbsence"
    from app.session_client sc join app.session s on s.id = sc.session_id join app.person t on t.account_id = s.therapist_id
    where sc.client_id = any ((select def.my_records())::uuid[]) and sc.starts_at >= ${from} and sc.starts_at < ${to}
      and sc.answer <> 'declined' and ${inFeed}
    order by s.starts_at, s.id`.execute(tx.kysely)
  return rows
}

/** Returns the language and time zone of the feed's owner. */
export async function readFeedReader(tx: Tx): Promise<{ language: string; zone: string }> {
  const me = await tx.kysely
    .selectFrom('person')
    .select(['language', 'zone'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return me ?? { language: 'en', zone: 'UTC' }
}
