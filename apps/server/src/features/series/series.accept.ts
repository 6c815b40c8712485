import type { SessionStatus } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { illegal, lockCalendar, tellOfAct, tellTherapistOfAct } from '../session/session.ts'
import { type Act, doneBefore } from './series.act.ts'
import { noteAll } from './series.rows.ts'

type Awaited = { id: string; startsAt: string; status: SessionStatus }
/** What an answer makes of a session; `clientId` where others take part who are not concerned. */
type Answered = Awaited & { to: SessionStatus; clientId: string | null }

/**
 * Accepts what of a session's series has not begun and awaits an answer, also what was moved by itself, in one act: a client gives the own
 * answers, and a session is confirmed where nobody else is awaited; the therapist answers for all who take part. The same command again
 * changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION where nothing awaits an answer. Answers how many were accepted.
 */
export async function acceptSeries(tx: Tx, act: Act, now: Date): Promise<number> {
  const therapist = tx.actor.role === 'therapist'
  const action = therapist ? 'acceptOnBehalf' : 'accept'
  const anchor = await anchorOf(tx, act.sessionId)
  const { therapistId } = anchor
  const [, done] = await Promise.all([lockCalendar(tx, therapistId), doneBefore(tx, act, [action], therapistId)])
  if (done) return done
  const open = await lockOpen(tx, therapistId, act.sessionId, now)
  const rows = await (therapist ? awaited(tx, open) : own(tx, open))
  const [first] = rows
  if (!first) throw illegal(anchor.status)
  const ids = rows.map(({ id }) => id)
  await Promise.all([
    sql`
      update app.session s set status = v.status, revision = s.revision + 1, updated_at = ${now}
      from unnest(${ids}::uuid[], ${rows.map(({ to }) => to)}::text[]) as v (id, status)
      where s.therapist_id = ${therapistId} and s.id = v.id`.execute(tx.kysely),
    // Row security leaves a client only its own.
    sql`
      update app.session_client set answer = 'accepted'
      where therapist_id = ${therapistId} and session_id = any (${ids}::uuid[]) and answer = 'awaited'`.execute(
      tx.kysely,
    ),
    noteAll(
      tx,
      act.command,
      rows.map(({ id, startsAt, status, to, clientId }) => ({
        sessionId: id,
        action,
        from: status,
        to,
        before: startsAt,
        after: startsAt,
        clientId,
      })),
      '',
      therapistId,
    ),
  ])
  await (therapist
    ? tellOfAct(tx, 'series-accepted', act.command, ids, 0)
    : tellTherapistOfAct(tx, 'series-accepted', act.command, { therapistId, first, count: rows.length }))
  return rows.length
}

/** The session at which the act was made. Refuses NOT_FOUND for one that the actor cannot see, or that stands alone. */
async function anchorOf(tx: Tx, id: string): Promise<{ therapistId: string; status: SessionStatus }> {
  const { rows } = await sql<{ therapistId: string; status: SessionStatus }>`
    select therapist_id as "therapistId", status from app.session where id = ${id} and series_id is not null`.execute(
    tx.kysely,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** What of the session's series has not begun and is not confirmed yet, by start, locked. */
async function lockOpen(tx: Tx, therapistId: string, sessionId: string, now: Date): Promise<Awaited[]> {
  const { rows } = await sql<Awaited>`
    select s.id, s.starts_at as "startsAt", s.status from app.session s
    where s.therapist_id = ${therapistId} and s.series_id = (select a.series_id from app.session a where a.id = ${sessionId})
      and s.starts_at > ${now} and s.status in ('scheduled', 'rescheduled')
    order by s.starts_at, s.id for update of s`.execute(tx.kysely)
  return rows
}

/** Of these the ones in which the answer of somebody is awaited. To be asked under their lock. */
async function awaited(tx: Tx, open: Awaited[]): Promise<Answered[]> {
  const { rows } = await tx.run<{ id: string }>(
    `select distinct session_id as id from app.session_client
     where therapist_id = $1 and session_id = any ($2::uuid[]) and answer = 'awaited'`,
    [tx.actor.id, open.map(({ id }) => id)],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, to: 'confirmed', clientId: null }))
}

/** Of these the ones that await the acting client. To be asked under their lock. */
async function own(tx: Tx, open: Awaited[]): Promise<Answered[]> {
  const ids = open.map(({ id }) => id)
  const [mine, others] = await Promise.all([
    tx.run<{ id: string; clientId: string }>(
      `select session_id as id, client_id as "clientId" from app.session_client where session_id = any ($1::uuid[]) and answer = 'awaited'`,
      [ids],
    ),
    tx.run<{ id: string; awaited: number; accepted: number }>(
      'select session_id as id, awaited, accepted from def.others_in_all($1)',
      [ids],
    ),
  ])
  const [me, rest] = [new Map(mine.rows.map((row) => [row.id, row])), new Map(others.rows.map((row) => [row.id, row]))]
  return open.flatMap((row) => {
    const clientId = me.get(row.id)?.clientId
    const { awaited, accepted } = rest.get(row.id) ?? { awaited: 0, accepted: 0 }
    if (!clientId) return []
    return [{ ...row, to: awaited ? row.status : 'confirmed', clientId: awaited + accepted ? clientId : null }]
  })
}
