import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { allowedSessionActions } from '@attune/contract/features/schedule/session/session.states'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'

type Participant = Session['participants'][number]

export type SessionRow = Omit<Session, 'may' | 'durationMinutes' | 'therapist'> & {
  therapist_id: TherapistId
  therapist_name: string
  therapist_avatar: string | null
  therapist_zone: string
  /** Whether an admin has disabled the account of the therapist. */
  isUnreachable: boolean
  participants: Participant[]
  /** The time at which the therapist cancelled the session. Set only in queries for a single session, because lists offer no undo. */
  calledOffAt?: string | null
}

/** SQL for the state of the change request of the session `s` that awaits an answer; null if there is none. */
export const awaitedChangeSql = sql<Session['change']>`
  (select max(cr.state) from app.change_request cr
   where cr.therapist_id = s.therapist_id and cr.session_id = s.id and cr.state in ('open', 'countered'))`

/** The columns of a session as its viewer may see it, with the therapist’s name and time zone. */
const ownColumns = sql`
  s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.format, s.therapy_type as "therapyType", s.location,
  s.video_url as "videoUrl", s.in_attune as "callInAttune", s.status, s.sequence, s.revision, s.booked_at as "bookedAt", s.booked_anyway as "bookedAnyway",
  s.series_id as "seriesId", s.type, s.named_group as "group", s.therapist_id, t.name as therapist_name, t.avatar_url as therapist_avatar, t.zone as therapist_zone,
  t.disabled_at is not null as "isUnreachable",
  ${awaitedChangeSql} as change`
const participantsOfSession = sql`
  from app.session_client sc join app.client_name c on c.id = sc.client_id left join app.person p on p.account_id = c.account_id
  where sc.therapist_id = s.therapist_id and sc.session_id = s.id`

/** The columns of a session with its participants. Row security limits the participants to clients whom the viewer may see. */
const sessionColumns = sql`${ownColumns},
  (select json_agg(json_build_object('clientId', c.id, 'personId', coalesce(c.account_id, c.id), 'firstName', c.first_name, 'lastName', c.last_name,
                                     'avatarUrl', p.avatar_url, 'answer', sc.answer, 'attendance', sc.attendance,
                                     'lateCancel', sc.late_cancel) order by c.last_name, c.id) ${participantsOfSession}) as participants`
const joinTherapist = sql`left join app.person t on t.account_id = s.therapist_id`

/** A session of a list with one of its participants. The participant’s fields are null if the viewer may see no participant. */
export type SessionListRow = Omit<SessionRow, 'participants'> & (Participant | { [Field in keyof Participant]: null })

/**
 * Selects the sessions of a list with their participants, one row per participant. Building JSON of the participants would double the time in
 * Postgres. `offset 0` makes Postgres read them per session instead of all at once.
 * @param source the sessions, with `baseColumns`
 */
export const sessionList = ({ role, id }: Actor, source: RawBuilder<unknown>, direction: 'forward' | 'backward') =>
  sql<SessionListRow>`
    select ${ownColumns}, p.* from (${source}) s
    left join app.person t on t.account_id = ${role === 'therapist' ? sql`${id}` : sql`s.therapist_id`}
    left join lateral (select c.id as "clientId", coalesce(c.account_id, c.id) as "personId", c.first_name as "firstName", c.last_name as "lastName",
      p.avatar_url as "avatarUrl", sc.answer, sc.attendance, sc.late_cancel as "lateCancel" ${participantsOfSession} offset 0) p on true
    order by ${direction === 'forward' ? sql`s.starts_at, s.id desc` : sql`s.starts_at desc, s.id`}, p."lastName", p."clientId"`

/** Collects the participants of each session in its first row. The rows of a session follow each other. */
export function sessionsOfRows(rows: SessionListRow[], role: Actor['role'], now: Date): Session[] {
  const sessions: SessionRow[] = []
  for (const row of rows) {
    let session = sessions.at(-1)
    if (session?.id !== row.id) sessions.push((session = Object.assign(row, { participants: [] as Participant[] })))
    if (row.clientId !== null) session.participants.push(toParticipant(row))
  }
  return sessions.map((session) => toSession(session, role, now))
}

const toParticipant = ({
  clientId,
  personId,
  firstName,
  lastName,
  avatarUrl,
  answer,
  attendance,
  lateCancel,
}: Participant): Participant => ({
  clientId,
  personId,
  firstName,
  lastName,
  avatarUrl,
  answer,
  attendance,
  lateCancel,
})

const namedGroup = sql`
  case when s.group_id is not null then (select json_build_object('id', g.id, 'name', g.name) from app.group_name g where g.id = s.group_id) end`

/**
 * Selects the columns of the table `session` that the queries in this file need. Only the therapist sees the type of a session and whether it was
 * booked over a conflict. Row security shows a client the name of the group only if the therapist shares it. A
 * guardian sees no group.
 */
export const baseColumns = (viewer: Actor['role']) => sql`
  s.id, s.therapist_id, s.starts_at, s.ends_at, s.format, s.therapy_type, s.location, s.video_url, s.in_attune, s.status, s.sequence,
  s.revision, s.booked_at, s.series_id,
  ${viewer === 'guardian' ? sql`null::json` : namedGroup} as named_group, ${
    viewer === 'therapist'
      ? sql`s.booked_anyway, case when s.type_id is not null then (select json_build_object('id', y.id, 'name', y.name, 'color', y.color)
          from app.session_type y where y.therapist_id = s.therapist_id and y.id = s.type_id) end as type`
      : sql`false as booked_anyway, null::json as type`
  }`

/** Excludes deleted sessions for the therapist. Clients see deleted sessions as cancelled. */
export const notDeleted = (viewer: Actor['role']): RawBuilder<unknown> =>
  viewer === 'therapist' ? sql`s.deleted_at is null` : sql`true`

/** SQL for the time at which the therapist cancelled a session; null if this cancellation was not the last change. */
export const cancelledAtColumn = (session: RawBuilder<unknown>) => sql`
  case when ${session}.status = 'cancelled' and 'cancel' = (select h.action from app.session_history h
    where h.therapist_id = ${session}.therapist_id and h.session_id = ${session}.id order by h.id desc limit 1) then ${session}.updated_at end`

/** Selects one session as the actor may see it. */
export function sessionQuery({ role }: Actor, id: SessionId) {
  const calledOff = role === 'therapist' ? cancelledAtColumn(sql`s`) : sql`null`
  return sql<SessionRow>`
    select ${sessionColumns}, s."calledOffAt" from (
      select ${baseColumns(role)}, ${calledOff} as "calledOffAt" from app.session s where s.id = ${id} and ${notDeleted(role)}) s ${joinTherapist}`
}

export async function findSessionRow(tx: Tx, id: SessionId): Promise<SessionRow | undefined> {
  const { rows } = await sessionQuery(tx.actor, id).execute(tx.kysely)
  return rows[0]
}

/** Returns sessions by id, as the actor may see them. */
export async function readSessionsById(tx: Tx, ids: SessionId[], now: Date): Promise<Map<string, Session>> {
  const { role } = tx.actor
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from (select ${baseColumns(role)} from app.session s where s.id = any(${ids}::uuid[]) and ${notDeleted(role)}) s ${joinTherapist}`.execute(
    tx.kysely,
  )
  return new Map(rows.map((row) => [row.id, toSession(row, role, now)]))
}

/** Converts a row to a session, with the actions that the viewer may take now. */
export function toSession(row: SessionRow, role: Actor['role'], now: Date): Session {
  const viewer = role === 'therapist' ? 'therapist' : 'client'
  const participants = row.participants ?? []
  const all = (answer: Participant['answer']) =>
    participants.length > 0 && participants.every((p) => p.answer === answer)
  // A client reads only their own participant rows. A client who has declined sees the session as cancelled, and a
  // client who has accepted cannot accept again.
  const status = viewer === 'client' && all('declined') && row.status !== 'denied' ? 'cancelled' : row.status
  const may = allowedSessionActions(
    viewer,
    { status, startsAt: row.startsAt, calledOffAt: row.calledOffAt ?? null },
    now,
  )
  return {
    id: row.id,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    durationMinutes: (Date.parse(row.endsAt) - Date.parse(row.startsAt)) / 60_000,
    format: row.format,
    therapyType: row.therapyType,
    location: row.location,
    videoUrl: row.videoUrl,
    callInAttune: row.callInAttune,
    status,
    sequence: row.sequence,
    revision: row.revision,
    bookedAt: row.bookedAt,
    bookedAnyway: row.bookedAnyway,
    therapist: {
      id: row.therapist_id,
      name: row.therapist_name,
      avatarUrl: row.therapist_avatar,
      zone: row.therapist_zone,
    },
    participants,
    type: row.type,
    group: row.group,
    seriesId: row.seriesId,
    change: row.change,
    may: viewer === 'client' && may.accept && (all('accepted') || row.isUnreachable) ? { ...may, accept: false } : may,
  }
}
