import type { ExternalCalendarId, ExternalQuestionId } from '@attune/contract/common/ids'
import type { ExternalQuestion } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import type { ExternalAnswer } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { listConflictsInSpans } from '../../schedule/schedule.ts'

export type QuestionRow = Omit<ExternalQuestion, 'conflicts' | 'answers'> & {
  calendarId: ExternalCalendarId
  objectId: string
  /** The id of the session, busy time or series that was changed. */
  changedId: string
  /** Whether the session can be moved or cancelled. */
  isOpen: boolean
  /** Whether the session has exactly one client, who could answer an offer. */
  hasOneClient: boolean
  answer: string | null
}

const people = sql`(select string_agg(c.name, ', ' order by c.last_name, c.id) from app.session_client sc
  join app.client_name c on c.id = sc.client_id where sc.therapist_id = q.therapist_id and sc.session_id = s.id and sc.answer <> 'declined')`
const oneClient = sql`(select count(*) = 1 and count(c.account_id) filter (where c.status = 'active') = 1 from app.session_client sc
  join app.client_state c on c.id = sc.client_id where sc.therapist_id = q.therapist_id and sc.session_id = s.id and sc.answer <> 'declined')`

const selectQuestions = (tx: Tx, now: Date) => sql`
  select q.id, q.calendar_id as "calendarId", q.object_id as "objectId", q.subject_id as "changedId", k.name as "calendarName", q.kind, q.change,
    coalesce(s.id, e.id) as "subjectId", coalesce(${people}, e.title, '') as title,
    coalesce(s.starts_at, e.starts_at) as "startsAt", coalesce(s.ends_at, e.ends_at) as "endsAt",
    q.starts_at as "newStartsAt", q.ends_at as "newEndsAt", q.asked_at as "askedAt", q.answer,
    coalesce(s.status = any (${[...slotHoldingStatuses]}::text[]) and s.deleted_at is null and s.starts_at > ${now}, true) as "isOpen",
    coalesce(${oneClient}, false) as "hasOneClient"
  from app.external_question q
    join app.external_calendar k on k.therapist_id = q.therapist_id and k.id = q.calendar_id
    left join lateral (select x.* from app.session x where x.therapist_id = q.therapist_id
      and (x.id = q.subject_id or q.kind = 'series' and x.series_id = q.subject_id and x.ends_at > ${now} and x.status = any (${[...slotHoldingStatuses]}::text[]))
      order by x.starts_at limit 1) s on true
    left join lateral (select x.* from app.event x where x.therapist_id = q.therapist_id
      and (x.id = q.subject_id or q.kind = 'series' and x.series_id = q.subject_id and x.ends_at > ${now}) order by x.starts_at limit 1) e on true
  where q.therapist_id = ${tx.actor.id} and k.state <> 'removing' and coalesce(s.id, e.id) is not null`

/** Returns the acting therapist's open questions about events that are not over, earliest first. */
export async function listOpenQuestionRows(tx: Tx, now: Date): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`${selectQuestions(tx, now)}
    and q.answered_at is null and coalesce(s.ends_at, e.ends_at) > ${now}
    order by coalesce(s.starts_at, e.starts_at), q.id limit 200`.execute(tx.kysely)
  return rows
}

export async function findQuestionRow(tx: Tx, id: ExternalQuestionId, now: Date): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`${selectQuestions(tx, now)} and q.id = ${id}`.execute(tx.kysely)
  return rows[0]
}

/** Returns the possible answers, most likely first. */
export function possibleAnswers(row: QuestionRow, now: Date): ExternalAnswer[] {
  const { kind, change, isOpen, hasOneClient, newStartsAt, objectId, changedId } = row
  // An occurrence is written together with its series, so a change of it cannot be kept.
  const keeps: ExternalAnswer[] = objectId === changedId ? ['put-back', 'keep'] : ['put-back']
  if (change === 'changed' || kind === 'series') return keeps
  if (kind === 'event') return ['apply', 'put-back']
  if (change === 'deleted') return isOpen ? ['cancel', 'put-back'] : ['put-back']
  const isOffered = isOpen && hasOneClient && Date.parse(newStartsAt ?? '') > now.getTime()
  return isOffered ? ['offer', 'put-back'] : ['put-back']
}

/** Returns the open questions with the conflicts of their new times. */
export async function listOpenQuestions(tx: Tx, now: Date): Promise<ExternalQuestion[]> {
  const rows = await listOpenQuestionRows(tx, now)
  const spans = rows.map(({ newStartsAt, newEndsAt, startsAt, endsAt }) => ({
    startsAt: newStartsAt ?? startsAt,
    endsAt: newEndsAt ?? endsAt,
  }))
  const conflicts = await listConflictsInSpans(
    tx,
    tx.actor.id,
    spans,
    rows.map(({ subjectId }) => subjectId),
  )
  return rows.map((row, at) => {
    const { id, calendarName, kind, change, subjectId, title, startsAt, endsAt, newStartsAt, newEndsAt, askedAt } = row
    const shown = {
      id,
      calendarName,
      kind,
      change,
      subjectId,
      title,
      startsAt,
      endsAt,
      newStartsAt,
      newEndsAt,
      askedAt,
    }
    return { ...shown, conflicts: row.newStartsAt ? (conflicts[at] ?? []) : [], answers: possibleAnswers(row, now) }
  })
}
