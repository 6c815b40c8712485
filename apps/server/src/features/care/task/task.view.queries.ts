import type { ClientId, PersonId, TaskId, TherapistId } from '@attune/contract/common/ids'
import { taskLabelOf, mayTakeTaskAction, taskActions } from '@attune/contract/features/care/task/task.states'
import type { TaskStatus, Task } from '@attune/contract/features/care/task/task'
import { todayIn } from '@attune/contract/common/time/time'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'

type TaskRow = Omit<Task, 'overdue' | 'may' | 'client' | 'therapist' | 'repeat'> & {
  repeatNumber: number | null
  repeatOf: number | null
  clientId: ClientId
  personId: PersonId
  firstName: string
  lastName: string
  clientAvatar: string | null
  zone: string
  therapistId: TherapistId
  therapistName: string
  therapistAvatar: string | null
  isPaused: boolean
}

/**
 * SQL for the columns that depend on the viewer. A client does not see whether an answer was flagged. `isPaused` is true
 * if the client is disconnected or paused.
 */
const viewerColumns = (role: Actor['role']) =>
  role === 'client'
    ? sql`t.delivered_at as "deliveredAt", 'none' as flag, def.is_record_paused(t.therapist_id, t.client_id) as "isPaused",
        t.ended_at is null and coalesce(coalesce(
          (select d.answer from app.task_draft d where d.task_id = t.id),
          (select a.answer from app.task_answer a where a.therapist_id = t.therapist_id and a.task_id = t.id order by a.submitted_at desc limit 1)
        ) <> '{"kind": "plain", "note": ""}', false) as "hasDraft"`
    : sql`coalesce(t.delivered_at, t.deliver_at) as "deliveredAt", c.status = 'inactive' as "isPaused", false as "hasDraft",
        (select case count(*) when 0 then 'none' when count(a.acknowledged_at) then 'acknowledged' else 'raised' end
         from app.task_answer a where a.therapist_id = t.therapist_id and a.task_id = t.id and a.flagged) as flag`

const taskColumns = (role: Actor['role']) => sql`
  t.id, t.title, t.kind, t.status, t.priority, t.due_day as "dueDay", t.assigned_at as "assignedAt", t.started_at as "startedAt", t.completed_at as "completedAt",
  t.decline_reason as "declineReason", t.repeat_number as "repeatNumber", t.repeat_of as "repeatOf", t.session_id as "sessionId",
  t.archived_at is not null as archived, t.version, ${viewerColumns(role)},
  (select count(*) from app.task_comment k where k.therapist_id = t.therapist_id and k.task_id = t.id) as comments,
  (select count(*) from app.task_file f where f.therapist_id = t.therapist_id and f.task_id = t.id) as files,
  c.id as "clientId", coalesce(c.account_id, c.id) as "personId", c.first_name as "firstName", c.last_name as "lastName", cp.avatar_url as "clientAvatar", coalesce(cp.zone, tp.zone, 'UTC') as zone,
  t.therapist_id as "therapistId", tp.name as "therapistName", tp.avatar_url as "therapistAvatar"`

/**
 * Builds a query for the tasks with the ids that `selected` returns, sorted by the column `place` of `selected`. The
 * columns depend on the viewer’s role.
 */
const tasksQuery = (role: Actor['role'], selected: RawBuilder<unknown>) => sql<TaskRow>`
  select ${taskColumns(role)} from (${selected}) chosen join app.task t on t.id = chosen.id
    join ${role === 'client' ? sql`app.client_name` : sql`app.client_state`} c on c.id = t.client_id left join app.person cp on cp.account_id = c.account_id left join app.person tp on tp.account_id = t.therapist_id
  order by chosen.place, t.id`

/** Builds a query for one task as the actor may see it. The query returns no row for a withdrawn task. */
export const taskQuery = ({ role }: Actor, id: TaskId) =>
  tasksQuery(role, sql`select w.id, 1 as place from app.task w where w.id = ${id} and w.withdrawn_at is null`)

/** Returns the tasks with the ids that `selected` returns, sorted by the column `place` of `selected`. */
export async function readTasks(tx: Tx, selected: RawBuilder<unknown>, now: Date): Promise<Task[]> {
  const { role } = tx.actor
  const { rows } = await tasksQuery(role, selected).execute(tx.kysely)
  const days = new Map([...new Set(rows.map(({ zone }) => zone))].map((zone) => [zone, todayIn(zone, now)]))
  return rows.map((row) => toTask(row, role, now, days.get(row.zone)))
}

/** Returns the tasks with the given ids, in the order of the ids. */
export const listTasksById = (tx: Tx, ids: TaskId[], now: Date): Promise<Task[]> =>
  readTasks(tx, sql`select n.id, n.place from unnest(${ids}::uuid[]) with ordinality as n (id, place)`, now)

/**
 * Converts a row to a task, with the actions that the viewer may take now.
 * @param today the current day in the client’s time zone
 */
export function toTask(row: TaskRow, role: Actor['role'], now: Date, today = todayIn(row.zone, now)): Task {
  const { clientId, personId, firstName, lastName, clientAvatar, therapistId, therapistName, therapistAvatar } = row
  const { repeatNumber, repeatOf, isPaused, ...task } = row
  const status = task.status as TaskStatus
  const viewer = {
    who: role === 'client' ? 'client' : 'therapist',
    status,
    completedAt: task.completedAt,
    now: now.toISOString(),
    isReadOnly: isPaused || task.archived,
  } as const
  return {
    id: task.id,
    title: task.title,
    kind: task.kind,
    status,
    priority: task.priority,
    dueDay: task.dueDay,
    overdue: !task.archived && taskLabelOf(status, task.dueDay, today) === 'overdue',
    assignedAt: task.assignedAt,
    deliveredAt: task.deliveredAt,
    startedAt: task.startedAt,
    completedAt: task.completedAt,
    declineReason: task.declineReason,
    repeat: repeatNumber && repeatOf ? { number: repeatNumber, of: repeatOf } : null,
    client: { id: clientId, personId, firstName, lastName, avatarUrl: clientAvatar },
    therapist: { id: therapistId, name: therapistName, avatarUrl: therapistAvatar },
    sessionId: task.sessionId,
    comments: task.comments,
    files: task.files,
    hasDraft: task.hasDraft,
    archived: task.archived,
    flag: task.flag,
    version: task.version,
    may: Object.fromEntries(taskActions.map((action) => [action, mayTakeTaskAction(action, viewer)])) as Task['may'],
  }
}
