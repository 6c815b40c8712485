import { todayIn } from '@attune/contract/common/time/time'
import type { ClientId, TaskId, TherapistId } from '@attune/contract/common/ids'
import type { TaskStatus } from '@attune/contract/features/care/task/task'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { dueReminderAt, repeatDeliveryAt } from './due-days.ts'
import { readClientZone } from '../task.clients.ts'
import { notifyTaskClient } from '../task.notifications.ts'
import { lockClientRecord, recordTaskHistory, updateTask } from '../task.command.ts'
import { listClientsWithOpenCopy } from './open-copies.ts'

/** A task that the client does not have yet. */
export type UndeliveredTask = {
  id: TaskId
  therapistId: TherapistId
  clientId: ClientId
  /** The id of the command that assigned the task. */
  actId: string
  status: TaskStatus
  dueDay: string | null
  /** The time of the delivery; null if the delivery depends on the completion of another task. */
  deliverAt: string | null
  /** The number of the repeat; null for a task that does not repeat. */
  number: number | null
  version: number
}

export const undeliveredColumns = sql`t.id, t.therapist_id as "therapistId", t.client_id as "clientId", t.act_id as "actId", t.status, t.due_day as "dueDay",
  t.deliver_at as "deliverAt", t.repeat_number as number, t.version`
export const isUndelivered = sql`t.delivered_at is null and t.withdrawn_at is null and t.archived_at is null`

/** Runs a job of the queue `task-deliver`, which delivers a task to its client. Running the job twice or too early changes nothing. */
export async function deliverDueTask(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { taskId, therapistId }: { taskId: TaskId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    void lockClientRecord(tx, taskId)
    const { rows } = await sql<UndeliveredTask & { isPaused: boolean }>`
      select ${undeliveredColumns}, def.is_record_paused(t.therapist_id, t.client_id) as "isPaused" from app.task t where t.id = ${taskId} and ${isUndelivered} for update`.execute(
      tx.kysely,
    )
    const [task] = rows
    if (!task || task.isPaused || task.deliverAt === null) return
    if (task.number && task.number > 1) return deliverRepeatRow(tx, task, now)
    if (Date.parse(task.deliverAt) <= now.getTime()) await deliverUnlessOpen(tx, task, now)
  })
}

/** Delivers a task whose time has come. Archives it instead if the client has not answered an earlier copy of the same questionnaire. */
async function deliverUnlessOpen(tx: Tx, task: UndeliveredTask, now: Date): Promise<void> {
  const open = await listClientsWithOpenCopy(tx, [task.id])
  await (open.length > 0 ? archiveUndelivered(tx, task, now) : deliverTask(tx, task, now))
}

async function archiveUndelivered(tx: Tx, task: UndeliveredTask, now: Date): Promise<void> {
  await updateTask(tx, task, { archived_at: now, ended_at: now }, now)
  await recordTaskHistory(tx, { task, action: 'archive', by: 'product' }, now)
}

/**
 * Delivers a row of a repeated task at the time of `repeatDeliveryAt` in the client’s time zone. Archives
 * the row instead if its own due day has passed, because the client can no longer complete it on time.
 */
async function deliverRepeatRow(tx: Tx, task: UndeliveredTask, now: Date): Promise<void> {
  const [zone, before] = await Promise.all([readClientZone(tx, task.clientId), findPreviousDueDay(tx, task)])
  const from = before && task.dueDay ? repeatDeliveryAt(before, task.dueDay, zone) : task.deliverAt
  if (from !== null && Date.parse(from) > now.getTime()) {
    return updateTask(tx, task, { deliver_at: from, zone, remind_at: dueReminderAt(task.dueDay, zone, now) }, now)
  }
  if (task.dueDay && task.dueDay < todayIn(zone, now)) return archiveUndelivered(tx, task, now)
  await deliverUnlessOpen(tx, task, now)
}

async function findPreviousDueDay(
  tx: Tx,
  { therapistId, actId, clientId, number }: UndeliveredTask,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select b.due_day as day from app.task b where b.therapist_id = ${therapistId} and b.act_id = ${actId} and b.client_id = ${clientId}
      and b.repeat_number = ${(number ?? 1) - 1}`.execute(tx.kysely)
  return rows[0]?.day ?? null
}

/**
 * Delivers a locked task and notifies its client. A measure is delivered in the version that is released now. For the second and later rows of a
 * repeated task, no email is sent.
 */
export async function deliverTask(tx: Tx, task: UndeliveredTask, now: Date): Promise<void> {
  void tx.run('select def.renew_copy($1)', [task.id])
  await updateTask(tx, task, { delivered_at: now }, now)
  await sql`
    insert into app.task_client (therapist_id, task_id, client_id, due_day) values (${task.therapistId}, ${task.id}, ${task.clientId}, ${task.dueDay}::date)`.execute(
    tx.kysely,
  )
  await Promise.all([
    recordTaskHistory(tx, { task, action: 'deliver', by: 'product' }, now),
    notifyTaskClient(tx, 'task-assigned', task, (task.number ?? 1) > 1 ? null : {}),
  ])
}
