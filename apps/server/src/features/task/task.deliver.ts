import type { TaskStatus } from '@attune/contract/features/task.states'
import { sql } from 'kysely'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { endOf, remindAt, todayIn } from './task.days.ts'
import { zoneOf } from './task.clients.ts'
import { tellClient } from './task.news.ts'
import { holdRecord, note, setTask } from './task.record.ts'

export type Waiting = {
  id: string
  therapistId: string
  clientId: string
  actId: string
  status: TaskStatus
  dueDay: string | null
  deliverAt: string | null
  number: number | null
  version: number
}

export const waiting = sql`t.id, t.therapist_id as "therapistId", t.client_id as "clientId", t.act_id as "actId", t.status, t.due_day as "dueDay",
  t.deliver_at as "deliverAt", t.repeat_number as number, t.version`
export const undelivered = sql`t.delivered_at is null and t.withdrawn_at is null and t.archived_at is null`

/** The job of the queue ‘task-deliver’: delivers a task to its client. Safe to run twice, and too early. */
export async function deliverDue(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { taskId, therapistId }: { taskId: string; therapistId: string },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    void holdRecord(tx, taskId)
    const { rows } = await sql<Waiting & { rests: boolean }>`
      select ${waiting}, def.task_rests(t.therapist_id, t.client_id) as rests from app.task t where t.id = ${taskId} and ${undelivered} for update`.execute(
      tx.kysely,
    )
    const [task] = rows
    if (!task || task.rests || task.deliverAt === null) return
    if (task.number && task.number > 1) return deliverRepeatRow(tx, task, now)
    if (Date.parse(task.deliverAt) <= now.getTime()) await deliver(tx, task, now)
  })
}

/**
 * Delivers a row of a repeated task when the due day of the previous one has ended in the client’s zone. Archives a
 * row whose own due day has passed meanwhile, because the client could not have done it.
 */
async function deliverRepeatRow(tx: Tx, task: Waiting, now: Date): Promise<void> {
  const [zone, before] = await Promise.all([zoneOf(tx, task.clientId), previousDueDay(tx, task)])
  const from = before ? endOf(before, zone) : task.deliverAt
  if (from !== null && Date.parse(from) > now.getTime()) {
    return setTask(tx, task, { deliver_at: from, zone, remind_at: remindAt(task.dueDay, zone, now) }, now)
  }
  if (task.dueDay && task.dueDay < todayIn(zone, now)) {
    await setTask(tx, task, { archived_at: now, ended_at: now }, now)
    return note(tx, { task, action: 'archive', by: 'product' }, now)
  }
  await deliver(tx, task, now)
}

async function previousDueDay(tx: Tx, { therapistId, actId, clientId, number }: Waiting): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select b.due_day as day from app.task b where b.therapist_id = ${therapistId} and b.act_id = ${actId} and b.client_id = ${clientId}
      and b.repeat_number = ${(number ?? 1) - 1}`.execute(tx.kysely)
  return rows[0]?.day ?? null
}

/** Delivers a locked task and notifies its client; later rows of a repeated task send no email. */
export async function deliver(tx: Tx, task: Waiting, now: Date): Promise<void> {
  await setTask(tx, task, { delivered_at: now }, now)
  await sql`
    insert into app.task_client (therapist_id, task_id, client_id, due_day) values (${task.therapistId}, ${task.id}, ${task.clientId}, ${task.dueDay}::date)`.execute(
    tx.kysely,
  )
  await Promise.all([
    note(tx, { task, action: 'deliver', by: 'product' }, now),
    tellClient(tx, 'task-assigned', task, (task.number ?? 1) > 1 ? null : {}),
  ])
}
