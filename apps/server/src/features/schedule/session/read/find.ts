import { joinCallAfterMinutes } from '@attune/contract/common/constants'
import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { dayBounds } from '@attune/contract/common/time/time'
import type { DayRange } from '@attune/contract/features/home/search/search.dates.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { foldedSql, type FoundName, type NameSearch } from '../../../../platform/database/name-search.ts'
import { ownClientRecords } from './queries.ts'
import { notDeleted, readSessionsById } from './view.queries.ts'

type Wanted = Pick<NameSearch, 'words' | 'limit'> & { ranges: readonly DayRange[]; zone: string }

/**
 * Finds the actor's sessions on the days of `ranges`, nearest first. Returns up to one more than `limit`. The names of the clients, or for a client
 * the name of the therapist, must contain all `words`.
 */
export async function findSessionsByDay(
  tx: Tx,
  { words, ranges, zone, limit }: Wanted,
  now: Date,
): Promise<FoundName[]> {
  const isClient = tx.actor.role === 'client'
  const bounds = ranges.map(({ from, until }) => ({ from: dayBounds(from, zone).from, to: dayBounds(until, zone).to }))
  const isWithin = sql.join(
    bounds.map(({ from, to }) => sql`l.starts_at >= ${from} and l.starts_at < ${to}`),
    sql` or `,
  )
  const own = isClient ? sql`l.client_id = any (${ownClientRecords})` : sql`l.therapist_id = ${tx.actor.id}`
  const name = isClient ? sql`max(p.name)` : sql`string_agg(c.name, ', ' order by c.name)`
  const isNamed = words.map((word) => sql`${foldedSql(sql`f.person`)} like ${`%${word}%`}`)
  const { rows } = await sql<FoundName>`
    select f.id, f."clientId", '' as title, f.person, f.at
    from (
      select s.id, min(l.client_id::text) as "clientId", coalesce(${name}, '') as person, s.starts_at as at
      from app.session_client l join app.session s on s.therapist_id = l.therapist_id and s.id = l.session_id
        join app.client_name c on c.therapist_id = l.therapist_id and c.id = l.client_id left join app.person p on p.account_id = l.therapist_id
      where ${own} and (${isWithin}) and ${notDeleted(tx.actor.role)}
      group by s.id, s.starts_at) f
    where ${sql.join([sql`true`, ...isNamed], sql` and `)}
    order by abs(extract(epoch from f.at - ${now}::timestamptz)), f.id limit ${limit + 1}`.execute(tx.kysely)
  return rows
}

/**
 * Returns the id of the record with which the acting client or guardian takes part in a session. The client must have accepted the session and be
 * connected with the therapist; otherwise null.
 */
export async function findOwnPart(tx: Tx, sessionId: SessionId): Promise<ClientId | null> {
  const { rows } = await tx.run<{ id: ClientId | null }>('select def.my_part_in($1) as id', [sessionId])
  return rows[0]?.id ?? null
}

/**
 * Returns the id of the record with which the acting client or guardian may stay in the call of a session. Like `findOwnPart`, but also for a client
 * who has not accepted the session, for example after it was moved, unless the client has declined it. Null if there is no such record.
 */
export async function findOwnStay(tx: Tx, sessionId: SessionId): Promise<ClientId | null> {
  const { rows } = await tx.run<{ id: ClientId | null }>('select def.my_stay_in($1) as id', [sessionId])
  return rows[0]?.id ?? null
}

/** The latest session of the acting client that has ended and whose call in Attune can still be joined; null if there is none. */
export async function findOwnEndedCall(tx: Tx, now: Date): Promise<Session | null> {
  const since = new Date(now.getTime() - joinCallAfterMinutes * 60_000)
  // No session lasts longer than a day, so the query needs only the index on the start of a client's sessions.
  const { rows } = await sql<{ id: SessionId }>`
    select s.id from app.session_client l join app.session s on s.therapist_id = l.therapist_id and s.id = l.session_id
    where l.client_id = any (${ownClientRecords}) and l.answer = 'accepted' and l.starts_at > ${since}::timestamptz - interval '1 day'
      and l.starts_at <= ${now} and s.ends_at > ${since} and s.ends_at <= ${now} and s.in_attune
      and s.status in ('scheduled', 'confirmed', 'rescheduled') and ${notDeleted(tx.actor.role)}
    order by s.ends_at desc, s.id limit 1`.execute(tx.kysely)
  const [row] = rows
  return row ? ((await readSessionsById(tx, [row.id], now)).get(row.id) ?? null) : null
}
