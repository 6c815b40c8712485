import type { TaskId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { deliverTask, isUndelivered, type UndeliveredTask, undeliveredColumns } from './deliver.ts'
import { notifyTaskClient } from '../task.notifications.ts'
import { type TaskCommand, recordTaskHistory, taskTarget, updateTask } from '../task.command.ts'

type Row = UndeliveredTask & { deliveredAt: string | null; afterTaskId: TaskId | null; ended: boolean }

/**
 * Withdraws a task for the acting therapist. With `following`, also withdraws the later open rows of a repeated task. Tasks that were to follow a
 * withdrawn task no longer wait for it. Repeating the command changes nothing. Refuses with NOT_FOUND for an unknown task, and with
 * ILLEGAL_TRANSITION. Returns the ids of the withdrawn tasks.
 */
export async function withdrawTask(tx: Tx, act: TaskCommand & { following: boolean }, now: Date): Promise<string[]> {
  const command = { ...act, action: 'withdraw', now } as const
  const withdrawn = await runCommand(tx, taskTarget, command, async (task, record) => {
    const rows = await listWithdrawableRows(tx, act)
    for (const row of rows) {
      await updateTask(tx, row, { withdrawn_at: now }, now)
      await (row.id === task.id ? record({}) : recordTaskHistory(tx, { task: row, action: 'withdraw' }, now))
    }
    const ids = rows.map(({ id }) => id)
    await sql`delete from app.task_client where therapist_id = ${tx.actor.id} and task_id = any (${ids}::uuid[])`.execute(
      tx.kysely,
    )
    const notified = rows.find((row) => row.deliveredAt !== null && !row.ended)
    if (notified && !task.isPaused) await notifyTaskClient(tx, 'task-withdrawn', notified, null)
    for (const row of rows) await releaseFollowing(tx, row, now)
    return ids
  })
  return withdrawn ?? listWithdrawnTogether(tx, act.id)
}

async function listWithdrawableRows(tx: Tx, act: { id: TaskId; following: boolean }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${undeliveredColumns}, t.delivered_at as "deliveredAt", t.after_task_id as "afterTaskId", t.ended_at is not null as ended
    from app.task t, (select therapist_id, act_id, client_id, repeat_number from app.task where id = ${act.id}) me
    where t.therapist_id = me.therapist_id and (t.id = ${act.id} or ${act.following} and t.act_id = me.act_id and t.client_id = me.client_id
      and t.repeat_number > me.repeat_number and t.ended_at is null and t.withdrawn_at is null)
    order by t.repeat_number, t.id for update of t`.execute(tx.kysely)
  return rows
}

/** Returns the ids of all tasks that were withdrawn together with this task, including this task. */
async function listWithdrawnTogether(tx: Tx, id: TaskId): Promise<string[]> {
  const { rows } = await sql<{ id: TaskId }>`
    select t.id from app.task t join app.task me on me.therapist_id = t.therapist_id and me.act_id = t.act_id and me.client_id = t.client_id
      and me.withdrawn_at = t.withdrawn_at where me.id = ${id} order by t.repeat_number, t.id`.execute(tx.kysely)
  return rows.map((row) => row.id)
}

/**
 * Handles the undelivered tasks that were to follow a withdrawn task. Delivers them if the withdrawn task was
 * delivered. Otherwise they follow the predecessor of the withdrawn task and get its delivery time.
 */
async function releaseFollowing(tx: Tx, withdrawn: Row, now: Date): Promise<void> {
  const { rows } = await sql<UndeliveredTask>`
    select ${undeliveredColumns} from app.task t where t.therapist_id = ${withdrawn.therapistId} and t.after_task_id = ${withdrawn.id} and ${isUndelivered} order by t.id for update`.execute(
    tx.kysely,
  )
  for (const task of rows) {
    if (withdrawn.deliveredAt) await deliverTask(tx, task, now)
    else await updateTask(tx, task, { after_task_id: withdrawn.afterTaskId, deliver_at: withdrawn.deliverAt }, now)
  }
}
