import type { TaskCommentId, TaskId, TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { sql } from 'kysely'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { notifyTaskClient, notifyTaskTherapist } from '../task.notifications.ts'
import { lockTask } from '../task.command.ts'

type Comment = { id: TaskCommentId; by: 'therapist' | 'client'; text: string; at: string }
/** Several comments on a task within this many seconds cause only one email, about the last comment. */
const pauseSeconds = 120

export async function listTaskComments(tx: Tx, task: string): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select k.id, k.by_role as by, k.text, k.at from app.task_comment k where k.task_id = ${task} order by k.at, k.id`.execute(
    tx.kysely,
  )
  return rows
}

export async function insertTaskComment(
  tx: Tx,
  task: { id: TaskId; therapistId: TherapistId },
  { id, text }: { id: TaskCommentId; text: string },
  now: Date,
): Promise<void> {
  const by_role = tx.actor.role
  const row = { id, therapist_id: task.therapistId, task_id: task.id, by_role, text, at: now }
  await tx.kysely.insertInto('task_comment').values(row).execute()
}

/**
 * Adds a comment and notifies the other side. Repeating the same id and text changes nothing. Refuses with NOT_FOUND
 * for an unknown task, and with CONFLICT if another comment has the id. Refuses with CLIENT_INACTIVE if the client is
 * disconnected or paused, or if the task is archived.
 */
export async function addTaskComment(
  tx: Tx,
  input: { id: TaskCommentId; taskId: TaskId; text: string },
  now: Date,
): Promise<Comment> {
  const task = await lockTask(tx, input.taskId)
  if (!task || task.withdrawn) throw notFound()
  const before = await listTaskComments(tx, task.id)
  const known = before.find(({ id }) => id === input.id)
  if (known) {
    if (known.text !== input.text || known.by !== tx.actor.role) throw conflict()
    return known
  }
  if (task.isPaused || task.archived) throw createRefusal('CLIENT_INACTIVE', 409)
  const mail = { generation: before.length + 1, delaySeconds: pauseSeconds }
  await insertTaskComment(tx, task, input, now)
  if (tx.actor.role === 'client') await notifyTaskTherapist(tx, 'task-comment', task, mail)
  else if (task.deliveredAt) await notifyTaskClient(tx, 'task-comment', task, mail)
  return { id: input.id, by: tx.actor.role as Comment['by'], text: input.text, at: now.toISOString() }
}
