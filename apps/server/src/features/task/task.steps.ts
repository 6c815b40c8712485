import type { Tx } from '../../platform/database/actor.ts'
import { sql } from 'kysely'
import { existingDay, remindAt } from './task.days.ts'
import { addComment } from './task.comments.ts'
import { zoneOf } from './task.clients.ts'
import { tellClient, tellTherapist } from './task.news.ts'
import { type Act, beginStep, note, setTask } from './task.record.ts'

/** Starts a task for the acting client. */
export async function startTask(tx: Tx, act: Act, now: Date): Promise<void> {
  const { task, repeated } = await beginStep(tx, 'start', act, now)
  if (repeated) return
  await setTask(tx, task, { status: 'in-progress', started_at: now }, now)
  await note(tx, { task, action: 'start', to: 'in-progress', command: act.command }, now)
}

/** Takes back the acting client’s submitted answer. The therapist can no longer read it, unless it was flagged. */
export async function undoTask(tx: Tx, act: Act, now: Date): Promise<void> {
  const { task, repeated } = await beginStep(tx, 'undo', act, now)
  if (repeated) return
  await setTask(tx, task, { status: 'in-progress', completed_at: null, ended_at: null }, now)
  await Promise.all([
    sql`update app.task_answer set taken_back_at = ${now} where task_id = ${task.id} and taken_back_at is null
      and handed_in_at = (select max(l.handed_in_at) from app.task_answer l where l.task_id = ${task.id})`.execute(
      tx.kysely,
    ),
    note(tx, { task, action: 'undo', to: 'in-progress', command: act.command }, now),
  ])
}

export async function declineTask(tx: Tx, act: Act & { reason: string }, now: Date): Promise<void> {
  const { task, repeated } = await beginStep(tx, 'decline', act, now)
  if (repeated) return
  await setTask(tx, task, { status: 'denied', decline_reason: act.reason, ended_at: now }, now)
  await Promise.all([
    note(tx, { task, action: 'decline', to: 'denied', reason: act.reason, command: act.command }, now),
    tellTherapist(tx, 'task-declined', task),
  ])
}

/** Reassigns a declined task for the acting therapist, with a new due day or none. */
export async function reassignTask(tx: Tx, act: Act & { dueDay: string | null }, now: Date): Promise<void> {
  const { task, repeated } = await beginStep(tx, 'reassign', act, now)
  if (repeated) return
  const zone = await zoneOf(tx, task.clientId)
  const dueDay = act.dueDay && existingDay(act.dueDay, zone)
  await setTask(
    tx,
    task,
    {
      status: 'assigned',
      decline_reason: '',
      ended_at: null,
      started_at: null,
      due_day: dueDay,
      zone,
      remind_at: remindAt(dueDay, zone, now),
      reminded_at: null,
    },
    now,
  )
  await Promise.all([
    sql`update app.task_client set due_day = ${dueDay}::date where task_id = ${task.id}`.execute(tx.kysely),
    note(tx, { task, action: 'reassign', to: 'assigned', command: act.command }, now),
    tellClient(tx, 'task-reassigned', task),
  ])
}

/** Reopens a completed task for the acting therapist, with a comment for the client. */
export async function reopenTask(tx: Tx, act: Act & { comment: string }, now: Date): Promise<void> {
  const { task, repeated } = await beginStep(tx, 'reopen', act, now)
  if (repeated) return
  await setTask(tx, task, { status: 'in-progress', completed_at: null, ended_at: null }, now)
  await Promise.all([
    addComment(tx, task, { id: act.command, text: act.comment }, now),
    note(tx, { task, action: 'reopen', to: 'in-progress', command: act.command }, now),
    tellClient(tx, 'task-reopened', task),
  ])
}
