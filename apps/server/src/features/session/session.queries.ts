import { mayOf, type SessionStatus } from '@attune/contract/features/session.states'
import type { Session } from '@attune/contract/features/session'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Tx } from '../../platform/database/actor.ts'

type Participant = Session['participants'][number]

export type SessionRow = Omit<Session, 'may' | 'durationMinutes' | 'therapist'> & {
  therapist_id: string
  therapist_name: string
  therapist_avatar: string | null
  therapist_zone: string
  participants: Participant[]
}

/** The session as its viewer may see it: the clients whom row security shows, the therapist's name and zone. */
const columns = sql`
  s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.format, s.therapy_type as "therapyType", s.location, s.status, s.sequence,
  s.therapist_id, trim(t.first_name || ' ' || t.last_name) as therapist_name, t.avatar_url as therapist_avatar, t.zone as therapist_zone,
  (select json_agg(json_build_object('clientId', c.id, 'firstName', c.first_name, 'lastName', c.last_name,
                                     'avatarUrl', p.avatar_url, 'answer', sc.answer) order by c.last_name, c.id)
   from app.session_client sc join app.client c on c.id = sc.client_id left join app.profile p on p.account_id = c.account_id
   where sc.therapist_id = s.therapist_id and sc.session_id = s.id) as participants`
const therapist = sql`left join app.profile t on t.account_id = s.therapist_id`

const called = sql`s.status in ('cancelled', 'denied')`
/** Over: past, or called off. The same test for both sides, so that a session stands in one of the two lists. */
const over = (now: Date) =>
  sql`(s.ends_at <= ${now} or ${called} or s.starts_at <= ${now} and s.status in ('completed', 'no-show'))`

/** Where a list goes on: behind this start and id. */
export type Cursor = { startsAt: string; id: string }
export type Page = { which: 'upcoming' | 'history'; clientId?: string; after?: Cursor; limit: number; now: Date }

const bare = sql`s.id, s.therapist_id, s.starts_at, s.ends_at, s.format, s.therapy_type, s.location, s.status, s.sequence`

/** One page of a therapist's sessions, to be read along the index of their own start times. */
export function therapistPage(actor: Actor, page: Page) {
  const [start, id] = [sql`s.starts_at`, sql`s.id`]
  const source = sql`app.session s where s.therapist_id = ${actor.id}`
  return sql<SessionRow>`select ${columns} from (${walks(source, start, id, page)}) s ${therapist} ${order(start, id, page)} limit ${page.limit}`
}

/** One page of the sessions of client records: each record's walk ends after `limit` rows, then they are put together. */
export function clientPage(records: RawBuilder<unknown>, page: Page) {
  const source = sql`app.session_client link join app.session s on s.id = link.session_id where link.client_id = r`
  return sql<SessionRow>`
    select ${columns} from unnest(${records}) r
    cross join lateral (${walks(source, sql`link.starts_at`, sql`link.session_id`, page)}) s ${therapist}
    ${order(sql`s.starts_at`, sql`s.id`, page)} limit ${page.limit}`
}

export const myRecords = sql`(select def.my_records())::uuid[]`

/**
 * Upcoming is one walk forward, from a day ago because no session lasts longer. History is two walks backward, put
 * together: what is past, and what was called off of the time to come, so that neither has to step over the other.
 */
function walks(source: RawBuilder<unknown>, start: RawBuilder<unknown>, id: RawBuilder<unknown>, page: Page) {
  const { now } = page
  const walk = (part: RawBuilder<unknown>) =>
    sql`(select ${bare} from ${source} and ${part} and ${behind(start, id, page)} ${order(start, id, page)} limit ${page.limit})`
  if (page.which === 'upcoming') {
    return walk(sql`${start} > ${new Date(now.getTime() - 24 * 60 * 60 * 1000)} and not ${over(now)}`)
  }
  const past = walk(sql`${start} <= ${now} and ${over(now)}`)
  const calledOff = walk(sql`${start} > ${now} and ${called}`)
  return sql`${calledOff} union all ${past}`
}

/** Behind the last row of the page before, in the order of the list. */
function behind(start: RawBuilder<unknown>, id: RawBuilder<unknown>, { which, after }: Page) {
  if (!after) return sql`true`
  return which === 'history'
    ? sql`${start} <= ${after.startsAt} and (${start} < ${after.startsAt} or ${id} > ${after.id})`
    : sql`${start} >= ${after.startsAt} and (${start} > ${after.startsAt} or ${id} < ${after.id})`
}

const order = (start: RawBuilder<unknown>, id: RawBuilder<unknown>, { which }: Page) =>
  which === 'history' ? sql`order by ${start} desc, ${id}` : sql`order by ${start}, ${id} desc`

/** The sessions that touch an interval, by start. */
export function sessionsBetween(actor: Actor, from: string, to: string) {
  const dayBefore = new Date(Date.parse(from) - 24 * 60 * 60 * 1000)
  if (actor.role === 'client') {
    return sql<SessionRow>`
      select ${columns} from app.session_client link join app.session s on s.id = link.session_id ${therapist}
      where link.client_id = any (${myRecords}) and link.starts_at < ${to} and link.starts_at > ${dayBefore} and s.ends_at > ${from}
      order by s.starts_at, s.id desc`
  }
  return sql<SessionRow>`
    select ${columns} from app.session s ${therapist}
    where s.therapist_id = ${actor.id} and s.starts_at < ${to} and s.starts_at > ${dayBefore} and s.ends_at > ${from}
    order by s.starts_at, s.id desc`
}

export async function sessionById(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`select ${columns} from app.session s ${therapist} where s.id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** The answer: the row as its viewer may see it, with what the viewer may do now. */
export function toSession(row: SessionRow, viewer: Actor['role'], now: Date): Session {
  return {
    id: row.id,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    durationMinutes: (Date.parse(row.endsAt) - Date.parse(row.startsAt)) / 60_000,
    format: row.format,
    therapyType: row.therapyType,
    location: row.location,
    status: row.status,
    sequence: row.sequence,
    therapist: {
      id: row.therapist_id,
      name: row.therapist_name,
      avatarUrl: row.therapist_avatar,
      zone: row.therapist_zone,
    },
    participants: row.participants ?? [],
    may: mayOf(viewer === 'therapist' ? 'therapist' : 'client', row, now),
  }
}

export type EventRow = {
  at: string
  by: 'therapist' | 'client'
  action: string
  from: SessionStatus | null
  to: SessionStatus
  startsAtBefore: string | null
  startsAtAfter: string
  reason: string
}

export async function historyOf(tx: Tx, session: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select at, by_role as by, action, from_status as "from", to_status as "to", starts_at_before as "startsAtBefore",
           starts_at_after as "startsAtAfter", reason
    from app.session_history where session_id = ${session} order by id`.execute(tx.kysely)
  return rows
}
