import type { ClientId, SessionId } from '@attune/contract/common/ids'
import {
  listBusyTimes,
  listConflictsInSpans,
  isWithinAvailability,
  listRivalRequests,
  type TimeSlot,
} from '../../schedule/schedule.ts'
import type { Session, PendingAnswer } from '@attune/contract/features/schedule/session/session'
import type { UnansweredGroup } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { type ChangeRequestRow, readChangeRequestsById, toChangeRequest, awaitedTime } from '../change-requests/read.ts'
import { readLastTimeChanges } from './history.queries.ts'
import { ownClientRecords } from './queries.ts'
import { readSessionsById } from './view.queries.ts'

type Row = { session: string; change: string | null; at: string; together: number }

const waitingLimit = 50

/**
 * Selects the sessions and change requests that await the therapist’s answer: unanswered requests, and open change
 * requests.
 */
const forTherapist = (id: SessionId, now: Date) => sql<Row>`
  select s.id as session, null::uuid as change, s.starts_at as at, 0 as together from app.session s
  where s.therapist_id = ${id} and s.status = 'pending' and s.starts_at > ${now} and s.deleted_at is null
  union all
  select s.id, cr.id, s.starts_at, 0 from app.change_request cr join app.session s on s.id = cr.session_id
  where cr.therapist_id = ${id} and cr.state = 'open' and s.starts_at > ${now} and s.deleted_at is null`

/**
 * Selects the sessions and change requests that await the client’s answer: times that the therapist has set, and
 * counter-proposals.
 */
const forClient = (now: Date, records = ownClientRecords) => sql<Row>`
  select s.id as session, null::uuid as change, s.starts_at as at,
    case when s.series_id is null then 0 else count(*) over (partition by s.therapist_id, s.series_id) end as together
  from app.session_client link join app.session s on s.id = link.session_id
  where link.client_id = any (${records}) and link.answer = 'awaited' and link.starts_at > ${now} and s.status in ('scheduled', 'rescheduled')
  union all
  select s.id, cr.id, s.starts_at, 0 from app.change_request cr join app.session s on s.id = cr.session_id
  where cr.client_id = any (${records}) and cr.state = 'countered' and s.starts_at > ${now}`

const rowsFor = ({ role, id }: Actor, now: Date) =>
  role === 'therapist' ? forTherapist(id as string, now) : forClient(now)

/** Returns the ids of the sessions of clients that await their answer or that of a guardian, soonest first, at most 50. */
export async function listAwaitedSessions(tx: Tx, clientIds: ClientId[], now: Date): Promise<SessionId[]> {
  const { rows } = await sql<{ session: SessionId }>`
    select session from (${forClient(now, sql`${clientIds}::uuid[]`)}) w group by session order by min(at), session limit ${waitingLimit}`.execute(
    tx.kysely,
  )
  return rows.map(({ session }) => session)
}

type AwaitedCount = { clientId: ClientId; awaiting: number; next: string | null }

/** Returns for each client, in the order of `clientIds`, the number of session times that await an answer, and the start of the next session. */
export async function countAwaitedSessions(tx: Tx, clientIds: ClientId[], now: Date): Promise<AwaitedCount[]> {
  const { rows } = await sql<AwaitedCount>`
    select c.id as "clientId", n.awaiting, n.next
    from unnest(${clientIds}::uuid[]) with ordinality as c (id, position)
      cross join lateral (select count(*) filter (where sc.answer = 'awaited' and s.status in ('scheduled', 'rescheduled')
            or exists (select from app.change_request cr where cr.session_id = s.id and cr.client_id = c.id and cr.state = 'countered'))::int as awaiting,
          min(s.starts_at) filter (where s.status in ('scheduled', 'confirmed', 'rescheduled')) as next
        from app.session_client sc join app.session s on s.id = sc.session_id
        where sc.client_id = c.id and sc.starts_at > ${now} and sc.answer <> 'declined') n
    order by c.position`.execute(tx.kysely)
  return rows
}

export const pendingAnswerCount = (actor: Actor, now: Date) =>
  sql<{ waiting: number }>`select count(*) as waiting from (${rowsFor(actor, now)}) w`

/** SQL condition for the rows that belong to a client: a participant, or the requester of a change. */
const belongsTo = (clientId: ClientId | undefined) =>
  clientId === undefined
    ? sql`true`
    : sql`case when w.change is null
        then exists (select from app.session_client sc where sc.session_id = w.session and sc.client_id = ${clientId})
        else exists (select from app.change_request cr where cr.id = w.change and cr.client_id = ${clientId}) end`

type PendingAnswersOptions = { clientId?: ClientId; limit?: number }

/**
 * Returns the sessions and change requests that await the viewer’s answer, earliest session first, with the conflicts and rival requests of each
 * time. Rival requests are other requests for the same time.
 */
export async function listPendingAnswers(
  tx: Tx,
  now: Date,
  { clientId, limit = waitingLimit }: PendingAnswersOptions = {},
): Promise<PendingAnswer[]> {
  const { rows } = await sql<Row>`
    select session, change, at, together from (${rowsFor(tx.actor, now)}) w where ${belongsTo(clientId)} order by at, session, change limit ${limit}`.execute(
    tx.kysely,
  )
  const [sessions, changes] = await Promise.all([
    readSessionsById(
      tx,
      rows.map((row) => row.session),
      now,
    ),
    readChangeRequestsById(
      tx,
      rows.flatMap((row) => row.change ?? []),
    ),
  ])
  const { role } = tx.actor
  const moves = await readLastTimeChanges(
    tx,
    [...sessions.values()].filter(({ status }) => status === 'rescheduled').map(({ id }) => id),
  )
  return Promise.all(
    rows.flatMap((row) => {
      const session = sessions.get(row.session)
      const change = changes.find(({ id }) => id === row.change) ?? null
      if (!session) return []
      return readSlotInfo(tx, session, change).then((slotInfo) => ({
        session,
        change: change && toChangeRequest(change, role, now),
        moved: change ? null : (moves.get(session.id) ?? null),
        awaitedInSeries: row.together,
        ...slotInfo,
      }))
    }),
  )
}

const day = 24 * 60 * 60 * 1000

/**
 * Returns the acting therapist’s sessions that a client has not answered yet, and those for which a client has not answered another proposed time.
 * The sessions are in groups: the sessions of a series form one group. The index scan starts 24 hours ago, because no session lasts longer.
 */
export async function listUnansweredGroups(
  tx: Tx,
  limit: number,
  now: Date,
): Promise<{ items: UnansweredGroup[]; total: number }> {
  const { rows } = await sql<{ first: string; dates: number; total: number }>`
    select (array_agg(s.id order by s.starts_at, s.id))[1] as first, count(*) as dates, count(*) over () as total
    from (
      select s.id, s.series_id, s.starts_at from app.session s
      where s.therapist_id = ${tx.actor.id} and s.starts_at > ${new Date(now.getTime() - day)} and s.ends_at > ${now}
        and s.status in ('scheduled', 'rescheduled') and s.deleted_at is null
      union
      select s.id, s.series_id, s.starts_at from app.change_request cr join app.session s on s.id = cr.session_id
      where cr.therapist_id = ${tx.actor.id} and cr.state = 'countered' and s.starts_at > ${now} and s.deleted_at is null
        and s.status in ('scheduled', 'confirmed', 'rescheduled')) s
    group by coalesce(s.series_id, s.id) order by min(s.starts_at), first limit ${limit}`.execute(tx.kysely)
  const sessions = await readSessionsById(
    tx,
    rows.map((row) => row.first),
    now,
  )
  const items = rows.flatMap(({ first, dates }) => {
    const session = sessions.get(first)
    return session ? [{ session, dates }] : []
  })
  return { items, total: rows[0]?.total ?? 0 }
}

/** The data that the viewer gets about a time that awaits an answer. */
type SlotInfo = Pick<PendingAnswer, 'conflicts' | 'rivals' | 'withinAvailability'>
const noSlotInfo: SlotInfo = { conflicts: [], rivals: [], withinAvailability: true }

/**
 * Returns the conflicts and rival requests for a time that awaits an answer, and whether the time is within the
 * therapist’s availability. A client gets only the taken times, and only for a time that the therapist proposed:
 * otherwise a client could learn from their own request when the therapist is busy.
 */
export async function readSlotInfo(tx: Tx, session: Session, change: ChangeRequestRow | null): Promise<SlotInfo> {
  const time = change ? awaitedTime(change) : session.status === 'pending' ? session : null
  if (!time) return noSlotInfo
  const { startsAt, endsAt } = time
  const slot: TimeSlot = { id: session.id, therapistId: session.therapist.id, startsAt, endsAt }
  if (tx.actor.role === 'therapist') {
    const [[conflicts = []], rivals, withinAvailability] = await Promise.all([
      listConflictsInSpans(tx, slot.therapistId, [slot], [slot.id]),
      listRivalRequests(tx, slot),
      isWithinAvailability(tx, slot, session.format),
    ])
    return { conflicts, rivals, withinAvailability }
  }
  return { ...noSlotInfo, conflicts: change?.state === 'countered' ? await listBusyTimes(tx, slot) : [] }
}
