import type { ClientId, SessionId, TaskId } from '@attune/contract/common/ids'
import type { MeasureResult } from '@attune/contract/features/care/measure/measure.schemas'
import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { givenAtSql } from '../task/task.ts'

/** The maximum number of items of one kind. */
export const sessionPrepItemLimit = 20

export type SessionPrepHead = {
  client: SessionPrep['client']
  lastId: SessionId | null
  lastStartsAt: string | null
  lastEndsAt: string | null
}

/**
 * Returns a client of the acting therapist, and the last completed session before `before` that the client attended.
 * Returns undefined if the client record belongs to another therapist.
 */
export async function readClientAndLastSession(
  tx: Tx,
  clientId: ClientId,
  before: Date | string,
): Promise<SessionPrepHead | undefined> {
  const { rows } = await sql<SessionPrepHead>`
    select json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name) as client,
      l.id as "lastId", l.starts_at as "lastStartsAt", l.ends_at as "lastEndsAt"
    from app.client_name c left join lateral (
      select s.id, s.starts_at, s.ends_at from app.session_client p join app.session s on s.id = p.session_id
      where p.client_id = c.id and p.starts_at < ${before} and p.answer <> 'declined' and coalesce(p.attendance not in ('absent', 'excused'), true)
        and s.status = 'completed' and s.deleted_at is null
      order by p.starts_at desc limit 1) l on true
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]
}

/**
 * Returns the start of the acting therapist’s session with this client. Returns undefined if there is no such session.
 */
export async function findSessionStart(tx: Tx, sessionId: SessionId, clientId: ClientId): Promise<string | undefined> {
  const { rows } = await sql<{ startsAt: string }>`
    select s.starts_at as "startsAt" from app.session_client p join app.session s on s.id = p.session_id
    where p.session_id = ${sessionId} and p.client_id = ${clientId} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null`.execute(
    tx.kysely,
  )
  return rows[0]?.startsAt
}

type TaskPart = { id: TaskId; part: 'completed' | 'declined' | 'open' }

/**
 * Returns the delivered tasks of a client: those completed or declined since an instant, the open ones, and those with a flagged answer that the
 * therapist has not reviewed, whatever their date. Returns at most `sessionPrepItemLimit` of each of these three kinds, those to review first.
 */
export async function listSessionPrepTasks(tx: Tx, clientId: ClientId, since: Date | string): Promise<TaskPart[]> {
  const { rows } = await sql<TaskPart>`
    select id, part from (
      select t.id, f.part, row_number() over (partition by f.part order by f.to_review desc, coalesce(t.ended_at, t.assigned_at) desc, t.id) as place
      from app.task t cross join lateral (select case when t.ended_at is null then 'open' when t.status = 'completed' then 'completed' when t.status = 'denied' then 'declined' end as part,
          exists (select from app.task_answer a where a.therapist_id = t.therapist_id and a.task_id = t.id and a.flagged and a.acknowledged_at is null) as to_review) f
      where t.therapist_id = ${tx.actor.id} and t.client_id = ${clientId} and t.delivered_at is not null and t.withdrawn_at is null and t.archived_at is null
        and (t.ended_at is null or t.ended_at > ${since} or f.to_review)) x
    where part is not null and place <= ${sessionPrepItemLimit} order by place`.execute(tx.kysely)
  return rows
}

type NumberRow = {
  at: string
  title: string
  kind: 'check-in' | 'questionnaire' | 'measure'
  value: number | null
  name: SessionPrep['scores'][number]['name']
  score: number | null
  before: number | null
  /** The title and the main result of the therapist's own questionnaire; null for other tasks. */
  measure: string | null
  result: MeasureResult | null
}

/**
 * Returns the check-ins and questionnaire scores since an instant, oldest first. `before` is the previous score of the
 * same questionnaire.
 */
export async function listCheckInsAndScores(
  tx: Tx,
  clientId: ClientId,
  since: Date | string,
): Promise<Pick<SessionPrep, 'checkIns' | 'scores' | 'measures'>> {
  const { rows } = await sql<NumberRow>`
    select * from (
      select ${givenAtSql} as at, a.submitted_at as arrived, t.title, t.kind, (a.answer ->> 'value')::int as value, a.answer ->> 'name' as name, a.score,
        t.form #>> '{copy,content,title}' as measure, a.results -> 0 as result,
        lag(a.score) over (partition by t.kind, a.answer ->> 'name', a.answer ->> 'measureId', a.comparable_from order by ${givenAtSql}) as before
      from app.task t join app.task_answer a on a.therapist_id = t.therapist_id and a.task_id = t.id
      where t.therapist_id = ${tx.actor.id} and t.client_id = ${clientId} and t.withdrawn_at is null and a.taken_back_at is null
        and (t.kind in ('questionnaire', 'measure') or t.kind = 'check-in' and a.submitted_at > ${since})) x
    where arrived > ${since} order by at limit 200`.execute(tx.kysely)
  return {
    checkIns: rows.flatMap(({ at, title, kind, value }) =>
      kind === 'check-in' && value !== null ? [{ at, title, value }] : [],
    ),
    scores: rows.flatMap(({ at, kind, name, score, before }) =>
      kind === 'questionnaire' && score !== null ? [{ at, name, score, before }] : [],
    ),
    measures: rows.flatMap(({ at, measure, result, score, before }) =>
      measure !== null && result && score !== null
        ? [{ at, title: measure, score, before, range: result.range, band: result.band, isAlert: result.isAlert }]
        : [],
    ),
  }
}

/**
 * Returns the published versions of the shared journal entries that the acting therapist has not read, whatever their date, and of those that were
 * shared or published since an instant. Unread ones come first, then the newest.
 */
export async function listRecentSharedEntries(
  tx: Tx,
  clientId: ClientId,
  since: Date | string,
): Promise<SessionPrep['entries']> {
  const { rows } = await sql<SessionPrep['entries'][number]>`
    select e.entry_id as id, e.title, e.written_at as "writtenAt", h.is_new as "isNew"
    from app.journal_share h join app.journal_publication e on e.account_id = h.account_id and e.entry_id = h.entry_id
    where h.therapist_id = ${tx.actor.id} and (h.is_new or h.fresh_at > ${since})
      and h.account_id = (select c.account_id from app.client_name c where c.id = ${clientId} and c.therapist_id = ${tx.actor.id})
    order by h.is_new desc, h.fresh_at desc, h.entry_id desc limit ${sessionPrepItemLimit}`.execute(tx.kysely)
  return rows
}

/**
 * Returns the next steps of the last session, and the objectives of the next session. If the next session has no
 * objectives, returns those of the last session.
 */
export async function readSessionPrepTexts(tx: Tx, last: string | null, ahead: string | null) {
  const { rows } = await sql<{ sessionId: SessionId; kind: 'objectives' | 'next-steps'; text: string }>`
    select session_id as "sessionId", kind, text from app.session_text
    where therapist_id = ${tx.actor.id} and session_id = any (${[last, ahead].filter((id) => id !== null)}::uuid[])`.execute(
    tx.kysely,
  )
  const textOf = (kind: string, session: string | null) =>
    rows.find((row) => row.kind === kind && row.sessionId === session)?.text.trim() ?? ''
  return {
    nextSteps: textOf('next-steps', last),
    objectives: textOf('objectives', ahead) || textOf('objectives', last),
  }
}
