import type { Tx } from '../database/actor.ts'
import type { QueuedMail } from './outbox.ts'

type Task = { status: string; gone: boolean; comments: number }

/** The task states in which an email is still current; kinds that are not listed are current in any state. */
const currentStates: Record<string, readonly string[]> = {
  'task-assigned': ['assigned', 'in-progress'],
  'task-reassigned': ['assigned', 'in-progress'],
  'task-reopened': ['in-progress'],
  'task-due': ['assigned', 'in-progress'],
  'task-handed-in': ['completed'],
  'task-declined': ['denied'],
}

/** Whether an email about a task is still current: the task was not withdrawn, archived or completed, and has no newer comment. */
export async function isTaskMailCurrent(tx: Tx, mail: QueuedMail): Promise<boolean> {
  const { rows } = await tx.run<Task>(
    `select t.status, t.withdrawn_at is not null or t.archived_at is not null as gone,
       (select count(*) from app.task_comment k where k.therapist_id = t.therapist_id and k.task_id = t.id) as comments
     from app.task t where t.id = $1`,
    [mail.subject_id],
  )
  const [task] = rows
  if (!task || task.gone) return false
  if (mail.kind === 'task-comment') return task.comments <= mail.generation
  return currentStates[mail.kind]?.includes(task.status) ?? true
}
