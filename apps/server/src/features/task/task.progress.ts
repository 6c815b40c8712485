import { periodStart, shiftDay, wallClockOf, dayBounds } from '@attune/contract/common/time'
import type { QuestionnaireName } from '@attune/contract/features/task.forms'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { clientZoneOf } from './task.clients.ts'

type Row = { dueDay: string | null; completedAt: string | null; declinedAt: string | null }

/**
 * Counts a client’s due, completed and declined tasks per week. Also returns the check-ins and questionnaire scores of
 * these weeks. Refuses with NOT_FOUND for an actor other than the client and the client’s therapist.
 */
export async function taskProgress(tx: Tx, { clientId, weeks: count }: { clientId: string; weeks: number }, now: Date) {
  const { rows: own } = await sql`
    select from app.client c where c.id = ${clientId} and ${tx.actor.id} in (c.therapist_id, c.account_id)`.execute(
    tx.kysely,
  )
  if (!own.length) throw notFound()
  const zone = await clientZoneOf(tx, clientId)
  const dayOf = (at: string) => wallClockOf(at, zone).day
  const known = new Map<string, string>()
  const weekOf = (day: string) => {
    const week = known.get(day) ?? periodStart('weekly', day)
    known.set(day, week)
    return week
  }
  const first = periodStart('weekly', dayOf(now.toISOString()), 1 - count)
  const since = dayBounds(first, zone).from
  const [rows, answers] = await Promise.all([rowsSince(tx, clientId, first, since), answersSince(tx, clientId, since)])
  const weeks = new Map(
    Array.from({ length: count }, (_, place) => [shiftDay(first, 7 * place), { due: 0, completed: 0, declined: 0 }]),
  )
  const add = (counter: 'due' | 'completed' | 'declined', day: string | null) => {
    const week = day === null ? undefined : weeks.get(weekOf(day))
    if (week) week[counter] += 1
  }
  for (const { dueDay, completedAt, declinedAt } of rows) {
    add('due', dueDay)
    add('completed', completedAt && dayOf(completedAt))
    add('declined', declinedAt && dayOf(declinedAt))
  }
  return { weeks: [...weeks].map(([from, counts]) => ({ from, ...counts })), ...answers }
}

const delivered = (
  clientId: string,
) => sql`app.task t where t.client_id = ${clientId} and t.delivered_at is not null and t.withdrawn_at is null
  and t.therapist_id = (select c.therapist_id from app.client c where c.id = ${clientId})`

async function rowsSince(tx: Tx, clientId: string, first: string, since: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.due_day as "dueDay", t.completed_at as "completedAt", case when t.status = 'denied' then t.ended_at end as "declinedAt"
    from ${delivered(clientId)} and (t.due_day >= ${first}::date or t.ended_at >= ${since}) limit 5000`.execute(
    tx.kysely,
  )
  return rows
}

type Answered = {
  at: string
  title: string
  kind: string
  value: number | null
  name: QuestionnaireName
  score: number | null
}

/**
 * Returns the check-ins and questionnaire scores since an instant, oldest first, without answers that were taken back.
 * A client gets only the scores that the therapist has chosen to show. `offset 0` makes Postgres look up the answers of
 * each task separately.
 */
async function answersSince(tx: Tx, clientId: string, since: string) {
  const visible =
    tx.actor.role === 'client'
      ? sql`(t.kind = 'check-in' or t.kind = 'questionnaire' and t.form ->> 'showResult' = 'true')`
      : sql`t.kind in ('check-in', 'questionnaire')`
  const { rows } = await sql<Answered>`
    select a.at, t.title, t.kind, a.value, a.name, a.score
    from (select t.id, t.therapist_id, t.title, t.kind from ${delivered(clientId)} and ${visible} offset 0) t
      cross join lateral (select a.handed_in_at as at, (a.answer ->> 'value')::int as value, a.answer ->> 'name' as name, a.score
        from app.task_answer a where a.therapist_id = t.therapist_id and a.task_id = t.id and a.taken_back_at is null and a.handed_in_at >= ${since} offset 0) a
    order by a.at limit 5000`.execute(tx.kysely)
  return {
    checkIns: rows.flatMap(({ at, title, kind, value }) =>
      kind === 'check-in' && value !== null ? [{ at, title, value }] : [],
    ),
    scores: rows.flatMap(({ at, kind, name, score }) =>
      kind === 'questionnaire' && score !== null ? [{ at, name, score }] : [],
    ),
  }
}
