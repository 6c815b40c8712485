import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Span } from '../../../platform/policy/span.ts'
import { noteStateSql } from '../../care/note/note.ts'
import { awaitedChangeSql } from '../../schedule/session/session.ts'
import { peopleOfSessionSql } from './dashboard.people.queries.ts'

const day = 24 * 60 * 60 * 1000

type Day = { sessions: DaySession[]; next: DaySession | null; hasClients: boolean }

/**
 * Returns the acting therapist's sessions that overlap a span, sorted by start, without cancelled and denied ones. If there are none, also returns
 * the next session.
 */
export async function readDay(tx: Tx, { from, to }: Span, now: Date): Promise<Day> {
  const [sessions, hasClients] = await Promise.all([listSessionsOverlapping(tx, from, to, now), hasAnyClient(tx)])
  const [next = null] = sessions.length > 0 ? [] : await listNextSessions(tx, now)
  return { sessions, next, hasClients }
}

const columns = (now: Date) => sql`
  s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.format, s.therapy_type as "therapyType", s.location, s.video_url as "videoUrl", s.in_attune as "callInAttune", s.status,
  ${awaitedChangeSql} as change,
  coalesce(${peopleOfSessionSql}, '[]') as participants,
  case when s.ends_at > ${now} or s.status not in ('scheduled', 'confirmed', 'rescheduled', 'completed') then null
    else coalesce(${noteStateSql}, 'missing') end as note`

/**
 * Selects the acting therapist's sessions that meet a condition. To use the index on the starts, a condition on the end must also limit the start to
 * the 24 hours before, because no session is longer than that.
 */
async function read(tx: Tx, now: Date, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<DaySession>`
    select ${columns(now)} from app.session s
    where s.therapist_id = ${tx.actor.id} and s.deleted_at is null and ${condition} order by ${order}`.execute(
    tx.kysely,
  )
  return rows
}

const listSessionsOverlapping = (tx: Tx, from: string, to: string, now: Date) =>
  read(
    tx,
    now,
    sql`s.starts_at < ${to} and s.starts_at > ${new Date(Date.parse(from) - day)} and s.ends_at > ${from}
      and s.status not in ('cancelled', 'denied')`,
    sql`s.starts_at, s.id desc limit 100`,
  )

const listNextSessions = (tx: Tx, now: Date) =>
  read(
    tx,
    now,
    sql`s.starts_at > ${now} and s.status in ('pending', 'scheduled', 'confirmed', 'rescheduled')`,
    sql`s.starts_at, s.id desc limit 1`,
  )

async function hasAnyClient(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from app.client_name where therapist_id = ${tx.actor.id}) as any`.execute(tx.kysely)
  return rows[0]?.any ?? false
}
