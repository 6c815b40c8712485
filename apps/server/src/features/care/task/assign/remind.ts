import type { ClientId, TaskId, TherapistId } from '@attune/contract/common/ids'
import { instantOf, todayIn, wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { quietHoursEnd, readQuietHours } from '../../../messages/notification/notification.ts'
import { dueReminderTime } from './due-days.ts'
import { readClientZone } from '../task.clients.ts'
import { notifyTaskClient } from '../task.notifications.ts'

type DueTask = {
  id: TaskId
  therapistId: TherapistId
  clientId: ClientId
  account: string | null
  dueDay: string | null
  deliveredAt: string
  over: boolean
}

const hour = 60 * 60_000

/**
 * Runs a job of the queue `task-remind`, which reminds the client of a task on its due day, exactly once. Running the job twice or too early
 * changes nothing.
 */
export async function sendDueReminder(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { taskId, therapistId }: { taskId: TaskId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const { rows } = await sql<DueTask>`
      select t.id, t.therapist_id as "therapistId", t.client_id as "clientId", t.due_day as "dueDay", t.delivered_at as "deliveredAt",
        t.ended_at is not null or t.withdrawn_at is not null or def.is_record_paused(t.therapist_id, t.client_id)
          or exists (select from app.person p where p.account_id = t.therapist_id and p.disabled_at is not null) as over,
        (select c.account_id from app.client_name c where c.id = t.client_id) as account
      from app.task t where t.id = ${taskId} and t.reminded_at is null and t.delivered_at is not null for update`.execute(
      tx.kysely,
    )
    const [task] = rows
    if (!task) return
    const zone = await readClientZone(tx, task.clientId)
    const until = task.account && !task.over ? await waitUntil(tx, task, task.account, zone, now) : null
    if (until === null) return updateReminder(tx, task.id, { remindedAt: now })
    if (until.getTime() > now.getTime()) return updateReminder(tx, task.id, { remindAt: until, zone })
    await Promise.all([updateReminder(tx, task.id, { remindedAt: now }), notifyTaskClient(tx, 'task-due', task)])
  })
}

/**
 * Returns the time at which to remind the client: at 09:00 on the due day in the client’s time zone, or now if that time has passed. During quiet
 * hours, returns their end if they end on the due day. Returns null if no reminder is needed: the task has no due day, the due day has ended, or the
 * quiet hours last longer. Also returns null if the task was delivered on the due day less than an hour ago.
 */
async function waitUntil(tx: Tx, task: DueTask, account: string, zone: string, now: Date): Promise<Date | null> {
  const { dueDay } = task
  if (!dueDay || todayIn(zone, now) > dueDay) return null
  const reminderTime = new Date(instantOf(dueDay, dueReminderTime, zone))
  if (reminderTime.getTime() > now.getTime()) return reminderTime
  const quiet = await readQuietHours(tx, account)
  const quietEnd = quiet && quietHoursEnd(quiet, zone, now)
  if (quietEnd) return wallClockOf(quietEnd.toISOString(), zone).day === dueDay ? quietEnd : null
  const justDelivered = now.getTime() - Date.parse(task.deliveredAt) < hour
  return justDelivered && wallClockOf(task.deliveredAt, zone).day === dueDay ? null : now
}

type ReminderChange = { remindedAt: Date } | { remindAt: Date; zone: string }

const updateReminder = async (tx: Tx, id: TaskId, change: ReminderChange): Promise<void> => {
  const columns =
    'remindedAt' in change ? { reminded_at: change.remindedAt } : { remind_at: change.remindAt, zone: change.zone }
  await tx.kysely.updateTable('task').set(columns).where('id', '=', id).execute()
}
