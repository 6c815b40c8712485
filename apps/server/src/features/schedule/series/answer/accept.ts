import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { withCalendarLock } from '../../schedule/schedule.ts'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound, illegalTransition } from '../../../../platform/policy/refusal.ts'
import { markReadAbout } from '../../../messages/notification/notification.ts'
import {
  acceptSessions,
  notifyOfBulkCommand,
  notifyTherapistOfBulkCommand,
  recordHistoryEvents,
  requireReachable,
} from '../../session/session.ts'
import { type SeriesCommand, countRepeatedSessions } from '../series.command.ts'

type UnconfirmedSession = { id: SessionId; startsAt: string; status: SessionStatus }
type AcceptedSession = UnconfirmedSession & {
  /** The status after the answer. */
  to: SessionStatus
  /** Set if the history event concerns only one of several participants. */
  clientId: ClientId | null
}

/**
 * Accepts, in one command, every upcoming session of a series that awaits an answer, including individually changed
 * sessions. A client gives only their own answers, and a session is confirmed if it awaits no other answer. The
 * therapist answers for all participants. Repeating the command changes nothing. Refuses with NOT_FOUND for an unknown
 * session, with ILLEGAL_TRANSITION if no session awaits an answer, and for a client with THERAPIST_UNREACHABLE. Returns
 * the number of accepted sessions.
 */
export async function acceptSeries(tx: Tx, act: SeriesCommand, now: Date): Promise<number> {
  const therapist = tx.actor.role === 'therapist'
  const action = therapist ? 'acceptOnBehalf' : 'accept'
  const anchor = await readAnchor(tx, act.sessionId)
  const { therapistId } = anchor
  return withCalendarLock(tx, therapistId, async () => {
    const done = await countRepeatedSessions(tx, act, [action], therapistId)
    if (done) return done
    if (!therapist) await requireReachable(tx, therapistId)
    const open = await lockOpen(tx, therapistId, act.sessionId, now)
    const rows = await (therapist ? listAwaitedByAnyone(tx, open) : listAwaitedByActor(tx, open))
    const [first] = rows
    if (!first) throw illegalTransition({ status: anchor.status })
    const ids = rows.map(({ id }) => id)
    await Promise.all([
      acceptSessions(tx, therapistId, rows, now),
      recordHistoryEvents(
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
      markReadAbout(tx, { type: 'session', ids }, now),
    ])
    await (therapist
      ? notifyOfBulkCommand(tx, 'series-accepted', act.command, ids, 0)
      : notifyTherapistOfBulkCommand(tx, 'series-accepted', act.command, { therapistId, first, count: rows.length }))
    return rows.length
  })
}

/**
 * Returns the session on which the command was given. Refuses with NOT_FOUND if the actor cannot see the session or if
 * it belongs to no series.
 */
async function readAnchor(tx: Tx, id: SessionId): Promise<{ therapistId: TherapistId; status: SessionStatus }> {
  const { rows } = await sql<{ therapistId: TherapistId; status: SessionStatus }>`
    select therapist_id as "therapistId", status from app.session where id = ${id} and series_id is not null`.execute(
    tx.kysely,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Locks the upcoming, unconfirmed sessions of the series to which a session belongs. Returns them ordered by start. */
async function lockOpen(
  tx: Tx,
  therapistId: TherapistId,
  sessionId: SessionId,
  now: Date,
): Promise<UnconfirmedSession[]> {
  const { rows } = await sql<UnconfirmedSession>`
    select s.id, s.starts_at as "startsAt", s.status from app.session s
    where s.therapist_id = ${therapistId} and s.series_id = (select a.series_id from app.session a where a.id = ${sessionId})
      and s.starts_at > ${now} and s.status in ('scheduled', 'rescheduled')
    order by s.starts_at, s.id for update of s`.execute(tx.kysely)
  return rows
}

/** Returns the sessions that await the answer of at least one participant. The caller must have locked the sessions. */
async function listAwaitedByAnyone(tx: Tx, open: UnconfirmedSession[]): Promise<AcceptedSession[]> {
  const { rows } = await tx.run<{ id: SessionId }>(
    `select distinct session_id as id from app.session_client
     where therapist_id = $1 and session_id = any ($2::uuid[]) and answer = 'awaited'`,
    [tx.actor.id, open.map(({ id }) => id)],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return open.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, to: 'confirmed', clientId: null }))
}

/** Returns the sessions that await the acting client’s answer. The caller must have locked the sessions. */
async function listAwaitedByActor(tx: Tx, open: UnconfirmedSession[]): Promise<AcceptedSession[]> {
  const ids = open.map(({ id }) => id)
  const [mine, others] = await Promise.all([
    tx.run<{ id: SessionId; clientId: ClientId }>(
      `select session_id as id, client_id as "clientId" from app.session_client where session_id = any ($1::uuid[]) and answer = 'awaited'`,
      [ids],
    ),
    tx.run<{ id: SessionId; awaited: number; accepted: number }>(
      'select session_id as id, awaited, accepted from def.others_in_all($1)',
      [ids],
    ),
  ])
  const [me, rest] = [new Map(mine.rows.map((row) => [row.id, row])), new Map(others.rows.map((row) => [row.id, row]))]
  return open.flatMap((row) => {
    const clientId = me.get(row.id)?.clientId
    const { awaited: awaitedByAnyone, accepted } = rest.get(row.id) ?? { awaited: 0, accepted: 0 }
    if (!clientId) return []
    return [
      {
        ...row,
        to: awaitedByAnyone ? row.status : 'confirmed',
        clientId: awaitedByAnyone + accepted ? clientId : null,
      },
    ]
  })
}
