import type { ClientId, SessionId, TaskId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { MeasureResult } from '@attune/contract/features/care/measure/measure.schemas'
import type { ListedTask, Task, TaskStatus } from '@attune/contract/features/care/task/task'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { taskStatuses } from '@attune/contract/features/care/task/task.states'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readTasks } from '../task.view.queries.ts'

export type TaskQueryFilters = {
  status?: TaskStatus | undefined
  part?: 'open' | 'overdue' | 'ended' | undefined
  priority?: string | undefined
  clientId?: ClientId | undefined
  sessionId?: SessionId | undefined
  dueFrom?: string | undefined
  dueUntil?: string | undefined
  /** Whether to include the later repeats that were not delivered yet. */
  withWaiting: boolean
}

/**
 * Returns the current day in the actor’s time zone (`own`). Also returns the time zones of the actor and of connected
 * people (`zones`), and the current day in each of them (`days`).
 */
export async function readCurrentDays(tx: Tx, now: Date): Promise<{ own: string; zones: string[]; days: string[] }> {
  const { rows } = await sql<{ own: boolean; zone: string }>`
    select p.account_id = ${tx.actor.id} as own, p.zone from app.person p where p.account_id = any ((select def.my_people())::uuid[])`.execute(
    tx.kysely,
  )
  const zones = [...new Set(rows.map(({ zone }) => zone))]
  const at = now.toISOString()
  const own = rows.find((row) => row.own)?.zone ?? 'UTC'
  return { own: wallClockOf(at, own).day, zones, days: zones.map((zone) => wallClockOf(at, zone).day) }
}
type Days = Awaited<ReturnType<typeof readCurrentDays>>

/**
 * SQL that selects the actor’s tasks, except withdrawn ones. For a client, these are the delivered tasks; for a
 * therapist, all tasks that the therapist assigned.
 */
export const selectOwnTasks = (tx: Tx) =>
  tx.actor.role === 'client'
    ? sql`app.task_client l join app.task t on t.id = l.task_id where l.client_id = any ((select def.my_records())::uuid[]) and t.withdrawn_at is null`
    : sql`app.task t where t.therapist_id = ${tx.actor.id} and t.withdrawn_at is null`

/** SQL for the current day in the time zone of the client of a task. */
const selectTodayOfClient = (tx: Tx, { own, zones, days }: Days) =>
  tx.actor.role === 'client'
    ? sql`${own}::date`
    : sql`coalesce((select d.day from app.client_name dc join app.person dp on dp.account_id = dc.account_id
        join unnest(${zones}::text[], ${days}::date[]) as d (zone, day) on d.zone = dp.zone where dc.id = t.client_id), ${own}::date)`

const open = sql`t.ended_at is null`
const isOverdue = (tx: Tx, days: Days) => sql`(t.ended_at is null and t.due_day < ${selectTodayOfClient(tx, days)})`
/** SQL condition that excludes the second and later rows of a repeated task until they are delivered. */
const buildDeliveredOrFirst = (tx: Tx) =>
  tx.actor.role === 'client' ? sql`true` : sql`(t.delivered_at is not null or coalesce(t.repeat_number, 1) = 1)`

/**
 * SQL for the order of tasks. Open tasks come first, by due day and then by priority; open tasks without a due day come last among them. Ended
 * tasks follow, latest first.
 */
const sortKey = sql`case when t.ended_at is null
  then coalesce(t.due_day - date '2000-01-01', 999999) + case t.priority when 'high' then 0.1 when 'medium' then 0.2 else 0.3 end
  else 10000000 + (4102444800 - extract(epoch from t.ended_at)) end`

function buildFilterCondition(tx: Tx, filters: TaskQueryFilters, days: Days): RawBuilder<unknown> {
  const { status, part, priority, clientId, sessionId, dueFrom, dueUntil } = filters
  const parts: RawBuilder<unknown>[] = filters.withWaiting ? [] : [buildDeliveredOrFirst(tx)]
  if (status) parts.push(sql`t.status = ${status}`)
  if (part === 'open') parts.push(open)
  if (part === 'ended') parts.push(sql`t.ended_at is not null`)
  if (part === 'overdue') parts.push(isOverdue(tx, days))
  if (priority) parts.push(sql`t.priority = ${priority}`)
  if (clientId) parts.push(sql`t.client_id = ${clientId}`)
  if (sessionId) parts.push(sql`t.session_id = ${sessionId}`)
  if (dueFrom) parts.push(sql`t.due_day >= ${dueFrom}::date`)
  if (dueUntil) parts.push(sql`t.due_day <= ${dueUntil}::date`)
  return parts.length ? sql.join(parts, sql` and `) : sql`true`
}

/** SQL that selects id, client and due day of the overdue tasks of the acting therapist. */
export async function selectOverdueTasks(tx: Tx, now: Date): Promise<RawBuilder<unknown>> {
  const days = await readCurrentDays(tx, now)
  return sql`select t.id, t.client_id, t.due_day from ${selectOwnTasks(tx)} and t.archived_at is null and ${buildDeliveredOrFirst(tx)} and ${isOverdue(tx, days)}`
}

/** Returns the number of open tasks of one of the acting therapist’s clients, and the first of these tasks. */
export async function readOpenTasks(tx: Tx, clientId: ClientId, limit: number, now: Date) {
  const openOfClient = sql`${selectOwnTasks(tx)} and t.client_id = ${clientId} and ${open} and ${buildDeliveredOrFirst(tx)}`
  const [items, counted] = await Promise.all([
    readTasks(tx, sql`select t.id, ${sortKey} as place from ${openOfClient} order by 2, 1 limit ${limit}`, now),
    sql<{ count: number }>`select count(*)::int as count from ${openOfClient}`.execute(tx.kysely),
  ])
  return { count: counted.rows[0]?.count ?? 0, items }
}

type Page = { after?: string | undefined; limit: number }

/** Returns one page of the actor’s tasks that match the filters, in the order of `sortKey`. Refuses with BAD_REQUEST for an invalid cursor. */
export async function readTaskPage(tx: Tx, filters: TaskQueryFilters, { after, limit }: Page, now: Date) {
  const from = cursorOf(after)
  const days = await readCurrentDays(tx, now)
  const afterCursor = from ? sql`(${sortKey}, t.id) > (${from.place}::numeric, ${from.id}::uuid)` : sql`true`
  const selected = sql`select t.id, ${sortKey} as place from ${selectOwnTasks(tx)} and ${buildFilterCondition(tx, filters, days)} and ${afterCursor} order by 2, 1 limit ${limit + 1}`
  const items = (await readTasks(tx, selected, now)).slice(0, limit + 1)
  const page = await withResults(tx, items.slice(0, limit))
  const last = page.at(-1)
  return { items: page, next: items.length > limit && last ? await readCursor(tx, last.id) : null }
}

/** Adds the main score to each submitted questionnaire and measure. A client gets no scores. */
async function withResults(tx: Tx, tasks: Task[]): Promise<ListedTask[]> {
  const submitted = tasks.filter(
    ({ kind, status }) => (kind === 'questionnaire' || kind === 'measure') && status === 'completed',
  )
  const results = new Map<string, Pick<ListedTask, 'result' | 'measure'>>()
  if (submitted.length && tx.actor.role !== 'client') {
    const { rows } = await sql<{
      id: TaskId
      name: QuestionnaireName | null
      score: number | null
      main: MeasureResult | null
    }>`
      select distinct on (a.task_id) a.task_id as id, a.answer ->> 'name' as name, a.score, a.results -> 0 as main from app.task_answer a
      where a.therapist_id = ${tx.actor.id} and a.task_id = any (${submitted.map(({ id }) => id)}::uuid[])
        and a.taken_back_at is null and (a.score is not null or a.results is not null)
      order by a.task_id, a.submitted_at desc`.execute(tx.kysely)
    for (const { id, name, score, main } of rows) {
      results.set(id, {
        result: name !== null && score !== null ? { name, score } : null,
        measure: main && mainResultOf(main),
      })
    }
  }
  return tasks.map((task) => ({ ...task, result: null, measure: null, ...results.get(task.id) }))
}

const mainResultOf = ({ title, score, range, band, isAlert }: MeasureResult) => ({ title, score, range, band, isAlert })

async function readCursor(tx: Tx, id: TaskId): Promise<string> {
  const { rows } = await sql<{
    at: string
  }>`select (${sortKey})::text as at from app.task t where t.id = ${id}`.execute(tx.kysely)
  return `${rows[0]?.at ?? '0'}_${id}`
}

/**
 * Parses a cursor `<sort key>_<id>`, which identifies the last row of the previous page. Refuses other values with
 * BAD_REQUEST.
 */
function cursorOf(after: string | undefined) {
  if (after === undefined) return null
  const parts = /^(\d{1,12}(?:\.\d{1,12})?)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after)
  if (!parts?.[1] || !parts[2]) throw createRefusal('BAD_REQUEST', 400)
  return { place: parts[1], id: parts[2] }
}

const columnLength = 50

/**
 * Returns the acting therapist’s tasks grouped by status, at most `columnLength` in each group, with the counts of all
 * tasks.
 */
export async function readTaskBoard(tx: Tx, clientId: ClientId | undefined, now: Date) {
  const days = await readCurrentDays(tx, now)
  const filter = { clientId, withWaiting: false }
  const source = sql`${selectOwnTasks(tx)} and t.archived_at is null and ${buildFilterCondition(tx, filter, days)}`
  const firsts = (status: TaskStatus) =>
    readTasks(
      tx,
      sql`select t.id, ${sortKey} as place from ${source} and t.status = ${status} order by 2, 1 limit ${columnLength}`,
      now,
    )
  const [counted, ...columns] = await Promise.all([
    sql<{ status: TaskStatus; count: number; overdue: number }>`
      select t.status, count(*) as count, count(*) filter (where ${isOverdue(tx, days)}) as overdue from ${source} group by t.status`.execute(
      tx.kysely,
    ),
    ...taskStatuses.map(firsts),
  ])
  const countOf = (status: TaskStatus) => counted.rows.find((row) => row.status === status)?.count ?? 0
  return {
    columns: taskStatuses.map((status, at) => ({ status, count: countOf(status), items: columns[at] ?? [] })),
    given: counted.rows.reduce((sum, { count }) => sum + count, 0),
    overdue: counted.rows.reduce((sum, { overdue }) => sum + overdue, 0),
    declined: countOf('denied'),
  }
}

const openAtMost = 500
const doneLength = 20

/**
 * Returns the acting client’s tasks in three groups: today, soon and done. `today` also contains overdue tasks, started
 * tasks and tasks without a due day.
 */
export async function readOwnTasksByDay(tx: Tx, now: Date) {
  const { own: today } = await readCurrentDays(tx, now)
  const page = (part: RawBuilder<unknown>, limit: number) =>
    readTasks(
      tx,
      sql`select t.id, ${sortKey} as place from ${selectOwnTasks(tx)} and ${part} order by 2, 1 limit ${limit}`,
      now,
    )
  const [all, done, counted] = await Promise.all([
    page(open, openAtMost),
    page(sql`t.ended_at is not null`, doneLength),
    sql<{ count: number }>`select count(*) as count from ${selectOwnTasks(tx)} and t.ended_at is not null`.execute(
      tx.kysely,
    ),
  ])
  const isSoon = (task: Task) => task.dueDay !== null && task.dueDay > today && task.status === 'assigned'
  return {
    today: all.filter((task) => !isSoon(task)),
    soon: all.filter(isSoon),
    done,
    doneCount: counted.rows[0]?.count ?? 0,
  }
}

/** Returns the due days and statuses of the actor’s tasks. */
export async function listDueDays(tx: Tx) {
  const { rows } = await sql<{ status: TaskStatus; dueDay: string | null }>`
    select t.status, t.due_day as "dueDay" from ${selectOwnTasks(tx)} and t.archived_at is null and ${buildDeliveredOrFirst(tx)}
    order by ${sortKey}, t.id limit 1000`.execute(tx.kysely)
  return rows
}

/**
 * Counts the actor’s open tasks, the overdue ones among them, and the tasks with flagged answers that the therapist has
 * not acknowledged.
 */
export async function countTasks(tx: Tx, now: Date) {
  const days = await readCurrentDays(tx, now)
  const flagged =
    tx.actor.role === 'client'
      ? sql`0`
      : sql`(select count(distinct a.task_id) from app.task_answer a join app.task f on f.therapist_id = a.therapist_id and f.id = a.task_id
          where a.therapist_id = ${tx.actor.id} and a.flagged and a.acknowledged_at is null and f.withdrawn_at is null)`
  const { rows } = await sql<{ open: number; overdue: number; flagged: number }>`
    select count(*) as open, count(*) filter (where ${isOverdue(tx, days)}) as overdue, ${flagged} as flagged
    from ${selectOwnTasks(tx)} and t.ended_at is null and ${tx.actor.role === 'client' ? sql`true` : sql`t.delivered_at is not null`}`.execute(
    tx.kysely,
  )
  return rows[0] ?? { open: 0, overdue: 0, flagged: 0 }
}
