import type { Tx } from '../../platform/database/actor.ts'
import { sql } from 'kysely'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { tellClient, tellTherapist } from './task.news.ts'
import { lockTask } from './task.record.ts'

type Comment = { id: string; by: 'therapist' | 'client'; text: string; at: string }
/** A burst of comments is one mail: the last of them, after this pause. */
const pauseSeconds = 120

export async function commentsOf(tx: Tx, task: string): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select k.id, k.by_role as by, k.text, k.at from app.task_comment k where k.task_id = ${task} order by k.at, k.id`.execute(
    tx.kysely,
  )
  return rows
}

export async function addComment(
  tx: Tx,
  task: { id: string; therapistId: string },
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  const by_role = tx.actor.role
  const row = { id, therapist_id: task.therapistId, task_id: task.id, by_role, text, at: now }
  await tx.kysely.insertInto('task_comment').values(row).execute()
}

/** Writes a comment and tells the other side. The same id with the same content again changes nothing. Refuses NOT_FOUND, CLIENT_INACTIVE. */
export async function comment(
  tx: Tx,
  wanted: { id: string; taskId: string; text: string },
  now: Date,
): Promise<Comment> {
  const task = await lockTask(tx, wanted.taskId)
  if (!task || task.withdrawn) throw notFound()
  const before = await commentsOf(tx, task.id)
  const known = before.find(({ id }) => id === wanted.id)
  if (known) {
    if (known.text !== wanted.text || known.by !== tx.actor.role) throw conflict()
    return known
  }
  if (task.rests || task.archived) throw refuse('CLIENT_INACTIVE', 409)
  const mail = { generation: before.length + 1, delaySeconds: pauseSeconds }
  await addComment(tx, task, wanted, now)
  if (tx.actor.role === 'client') await tellTherapist(tx, 'task-comment', task, mail)
  else if (task.deliveredAt) await tellClient(tx, 'task-comment', task, mail)
  return { id: wanted.id, by: tx.actor.role as Comment['by'], text: wanted.text, at: now.toISOString() }
}
