import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { sql } from 'kysely'
import { existingDay, dueReminderAt } from '../assign/due-days.ts'
import { requireNoOpenCopy } from '../assign/open-copies.ts'
import { insertTaskComment } from './comments.ts'
import { readClientZone } from '../task.clients.ts'
import { notifyTaskClient, notifyTaskTherapist } from '../task.notifications.ts'
import { type TaskCommand, taskTarget, updateTask } from '../task.command.ts'

export async function startTask(tx: Tx, act: TaskCommand, now: Date): Promise<void> {
  await runCommand(tx, taskTarget, { ...act, action: 'start', now }, async (task, record) => {
    await updateTask(tx, task, { status: 'in-progress', started_at: now }, now)
    await record({ to: 'in-progress' })
  })
}

/**
 * Withdraws the acting client’s submitted answer. The therapist can no longer read it, unless it was flagged. Repeating the command changes nothing.
 * Refuses with NOT_FOUND and ILLEGAL_TRANSITION.
 */
export async function takeBackTask(tx: Tx, act: TaskCommand, now: Date): Promise<void> {
  await runCommand(tx, taskTarget, { ...act, action: 'undo', now }, async (task, record) => {
    await updateTask(tx, task, { status: 'in-progress', completed_at: null, ended_at: null }, now)
    await Promise.all([
      sql`update app.task_answer set taken_back_at = ${now} where task_id = ${task.id} and taken_back_at is null
        and submitted_at = (select max(l.submitted_at) from app.task_answer l where l.task_id = ${task.id})`.execute(
        tx.kysely,
      ),
      record({ to: 'in-progress' }),
    ])
  })
}

export async function declineTask(tx: Tx, act: TaskCommand & { reason: string }, now: Date): Promise<void> {
  await runCommand(tx, taskTarget, { ...act, action: 'decline', now }, async (task, record) => {
    await updateTask(tx, task, { status: 'denied', decline_reason: act.reason, ended_at: now }, now)
    await Promise.all([record({ to: 'denied', reason: act.reason }), notifyTaskTherapist(tx, 'task-declined', task)])
  })
}

/**
 * Reassigns a declined task for the acting therapist, with a new due day or no due day. Repeating the command changes nothing. Refuses with NOT_FOUND
 * and ILLEGAL_TRANSITION, with CLIENT_INACTIVE if the client is disconnected or paused, and with OPEN_COPY.
 */
export async function reassignTask(tx: Tx, act: TaskCommand & { dueDay: string | null }, now: Date): Promise<void> {
  await runCommand(tx, taskTarget, { ...act, action: 'reassign', now }, async (task, record) => {
    await requireNoOpenCopy(tx, [task.id])
    const zone = await readClientZone(tx, task.clientId)
    const dueDay = act.dueDay && existingDay(act.dueDay, zone)
    await updateTask(
      tx,
      task,
      {
        status: 'assigned',
        decline_reason: '',
        ended_at: null,
        started_at: null,
        due_day: dueDay,
        zone,
        remind_at: dueReminderAt(dueDay, zone, now),
        reminded_at: null,
      },
      now,
    )
    await Promise.all([
      sql`update app.task_client set due_day = ${dueDay}::date where task_id = ${task.id}`.execute(tx.kysely),
      record({ to: 'assigned' }),
      notifyTaskClient(tx, 'task-reassigned', task),
    ])
  })
}

/**
 * Reopens a completed task for the acting therapist, adds a comment for the client and notifies them. Repeating the command changes nothing. Refuses
 * with NOT_FOUND and ILLEGAL_TRANSITION, with CLIENT_INACTIVE if the client is disconnected or paused, and with OPEN_COPY.
 */
export async function reopenTask(tx: Tx, act: TaskCommand & { comment: string }, now: Date): Promise<void> {
  await runCommand(tx, taskTarget, { ...act, action: 'reopen', now }, async (task, record) => {
    await requireNoOpenCopy(tx, [task.id])
    await updateTask(tx, task, { status: 'in-progress', completed_at: null, ended_at: null }, now)
    await Promise.all([
      insertTaskComment(tx, task, { id: act.command, text: act.comment }, now),
      record({ to: 'in-progress' }),
      notifyTaskClient(tx, 'task-reopened', task),
    ])
  })
}
