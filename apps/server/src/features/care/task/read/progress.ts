import type { ClientId, TaskId } from '@attune/contract/common/ids'
import { dayBounds, periodStart, shiftDay, todayIn, wallClockOf } from '@attune/contract/common/time/time'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { ownProgressWeeks } from '@attune/contract/features/care/task/task.rules'
import type { MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import type { OwnTaskProgress } from '@attune/contract/features/care/task/task.progress'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { readClientZone } from '../task.clients.ts'
import { readPersonLanguage, readInstruments } from './instruments.ts'
import { givenAtSql } from './given-at.ts'
import { selectOwnTasks } from './queries.ts'

type Row = { dueDay: string | null; completedAt: string | null; declinedAt: string | null }
const noTasks = { due: 0, completed: 0, declined: 0, missed: 0 }

/**
 * Counts a client’s due, completed, declined and missed tasks per week. Also returns the check-ins and scores of
 * these weeks. Refuses with NOT_FOUND for an actor other than the client and the client’s therapist.
 */
export async function readTaskProgress(
  tx: Tx,
  { clientId, weeks: count }: { clientId: ClientId; weeks: number },
  now: Date,
) {
  const { rows: own } = await sql`
    select from app.client_name c where c.id = ${clientId} and ${tx.actor.id} in (c.therapist_id, c.account_id)`.execute(
    tx.kysely,
  )
  if (!own.length) throw notFound()
  const zone = await readClientZone(tx, clientId)
  const dayOf = (at: string) => wallClockOf(at, zone).day
  const known = new Map<string, string>()
  const weekOf = (day: string) => {
    const week = known.get(day) ?? periodStart('weekly', day)
    known.set(day, week)
    return week
  }
  const today = dayOf(now.toISOString())
  const first = periodStart('weekly', today, 1 - count)
  const since = dayBounds(first, zone).from
  const [rows, answers] = await Promise.all([
    listRowsSince(tx, clientId, first, since),
    listAnswersSince(tx, delivered(clientId), since),
  ])
  const weeks = new Map(Array.from({ length: count }, (_, place) => [shiftDay(first, 7 * place), { ...noTasks }]))
  const add = (counter: keyof typeof noTasks, day: string | null) => {
    const week = day === null ? undefined : weeks.get(weekOf(day))
    if (week) week[counter] += 1
  }
  for (const { dueDay, completedAt, declinedAt } of rows) {
    add('due', dueDay)
    add('completed', completedAt && dayOf(completedAt))
    add('declined', declinedAt && dayOf(declinedAt))
    if (dueDay !== null && dueDay < today && !completedAt && !declinedAt) add('missed', dueDay)
  }
  return { weeks: [...weeks].map(([from, counts]) => ({ from, ...counts })), ...answers }
}

/**
 * Returns the numbers of tasks that the acting client recently completed for all therapists, and the course of the scores that the client may see.
 */
export async function readOwnTaskProgress(tx: Tx, now: Date): Promise<OwnTaskProgress> {
  const zone = await readZone(tx)
  const today = todayIn(zone, now)
  const first = shiftDay(today, 1 - 7 * ownProgressWeeks.tasks)
  const month = dayBounds(periodStart('monthly', today), zone).from
  const since = dayBounds(shiftDay(today, 1 - 7 * ownProgressWeeks.answers), zone).from
  const isDue = sql`t.due_day between ${first}::date and ${today}::date and t.status <> 'denied'
    and (t.due_day < ${today}::date or t.status = 'completed')`
  const [counted, answers] = await Promise.all([
    sql<Pick<OwnTaskProgress, 'due' | 'completed' | 'completedThisMonth'>>`
      select count(*) filter (where ${isDue})::int as due,
        count(*) filter (where ${isDue} and t.status = 'completed')::int as completed,
        count(*) filter (where t.status = 'completed' and t.completed_at >= ${month})::int as "completedThisMonth"
      from ${selectOwnTasks(tx)} and (t.due_day >= ${first}::date or t.completed_at >= ${month})`.execute(tx.kysely),
    listAnswersSince(tx, selectOwnTasks(tx), since),
  ])
  return { ...(counted.rows[0] ?? { due: 0, completed: 0, completedThisMonth: 0 }), ...answers }
}

const delivered = (
  clientId: ClientId,
) => sql`app.task t where t.client_id = ${clientId} and t.delivered_at is not null and t.withdrawn_at is null
  and t.therapist_id = (select c.therapist_id from app.client_name c where c.id = ${clientId})`

async function listRowsSince(tx: Tx, clientId: ClientId, first: string, since: string): Promise<Row[]> {
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
  taskId: TaskId
  measureId: string | null
  version: number
  comparableFrom: number
}

/**
 * Returns the check-ins and questionnaire scores of `tasks` since an instant, oldest first, without answers that were taken back.
 * A client gets only the scores that the therapist has chosen to show. `offset 0` makes Postgres look up the answers of
 * each task separately.
 */
async function listAnswersSince(tx: Tx, tasks: RawBuilder<unknown>, since: string) {
  const visible =
    tx.actor.role === 'client'
      ? sql`(t.kind = 'check-in' or t.kind in ('questionnaire', 'measure') and t.form ->> 'showResult' = 'true')`
      : sql`t.kind in ('check-in', 'questionnaire', 'measure')`
  const { rows } = await sql<Answered>`
    select a.at, t.title, t.kind, a.value, a.name, a.score, t.id as "taskId", a."measureId", a.version, a."comparableFrom"
    from (select t.id, t.therapist_id, t.title, t.kind from ${tasks} and ${visible} offset 0) t
      cross join lateral (select ${givenAtSql} as at, (a.answer ->> 'value')::int as value, a.answer ->> 'name' as name, a.score,
          a.answer ->> 'measureId' as "measureId", a.measure_version as version, a.comparable_from as "comparableFrom"
        from app.task_answer a where a.therapist_id = t.therapist_id and a.task_id = t.id and a.taken_back_at is null
          and ${givenAtSql} >= ${since} offset 0) a
    order by a.at limit 5000`.execute(tx.kysely)
  return {
    checkIns: rows.flatMap(({ at, title, kind, value }) =>
      kind === 'check-in' && value !== null ? [{ at, title, value }] : [],
    ),
    scores: rows.flatMap(({ at, kind, name, score }) =>
      kind === 'questionnaire' && score !== null ? [{ at, name, score }] : [],
    ),
    measures: await readCurves(tx, rows),
  }
}

/** Returns the scores of each measure, with the description of the version that was answered last. */
async function readCurves(tx: Tx, answers: Answered[]): Promise<MeasureCurve[]> {
  const lastOf = new Map(answers.flatMap(({ measureId, taskId }) => (measureId ? [[measureId, taskId]] : [])))
  const instruments = await readInstruments(tx, [...lastOf.values()], await readPersonLanguage(tx))
  return instruments.map((instrument) => ({
    ...instrument,
    points: answers.flatMap(({ measureId, at, score, version, comparableFrom }) =>
      measureId === instrument.id && score !== null ? [{ at, score, version, comparableFrom }] : [],
    ),
  }))
}
