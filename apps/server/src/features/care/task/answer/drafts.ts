import type { TaskId } from '@attune/contract/common/ids'
import { answerFitsForm } from '@attune/contract/features/care/task/task.answers.rules'
import type { TaskAnswer } from '@attune/contract/features/care/task/task.forms'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, illegalTransition, notFound } from '../../../../platform/policy/refusal.ts'
import { lockTask, assertTaskTransition, recordTaskHistory, updateTask } from '../task.command.ts'

export type StoredTaskDraft = { answer: TaskAnswer; version: number; savedAt: string }

/** Returns the acting client’s draft of an answer; null if there is none. */
export async function findTaskDraft(tx: Tx, task: string): Promise<StoredTaskDraft | null> {
  const { rows } = await sql<StoredTaskDraft>`
    select answer, version, saved_at as "savedAt" from app.task_draft where account_id = ${tx.actor.id} and task_id = ${task}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/**
 * Saves the acting client’s draft. Starts the task if it is not started. Repeating the same content changes nothing.
 * Refuses with NOT_FOUND, with ILLEGAL_TRANSITION, and with BAD_REQUEST for an answer that does not fit the form.
 * Refuses with CHANGED and the stored draft if its version differs from `input.version`, because another device has
 * saved it.
 */
export async function saveTaskDraft(
  tx: Tx,
  input: { id: TaskId; answer: TaskAnswer; version: number },
  now: Date,
): Promise<{ version: number; savedAt: string }> {
  const task = await lockTask(tx, input.id)
  if (!task || task.withdrawn) throw notFound()
  if (task.archived || task.isPaused) throw illegalTransition({ status: task.status })
  if (!answerFitsForm(task.form, input.answer)) throw createRefusal('BAD_REQUEST', 400)
  const before = await findTaskDraft(tx, task.id)
  if (before && isDeepStrictEqual(before.answer, input.answer)) {
    return { version: before.version, savedAt: before.savedAt }
  }
  if (task.status === 'assigned') {
    assertTaskTransition(tx, 'start', task, now)
    await updateTask(tx, task, { status: 'in-progress', started_at: now }, now)
    await recordTaskHistory(tx, { task, action: 'start', to: 'in-progress', command: randomUUID() }, now)
  } else if (task.status !== 'in-progress') throw illegalTransition({ status: task.status })
  if (before && before.version !== input.version) {
    throw createRefusal('CHANGED', 409, { answer: before.answer, version: before.version })
  }
  const version = (before?.version ?? 0) + 1
  const columns = { answer: JSON.stringify(input.answer), version, saved_at: now }
  await tx.kysely
    .insertInto('task_draft')
    .values({ account_id: tx.actor.id, therapist_id: task.therapistId, task_id: task.id, ...columns })
    .onConflict((on) => on.columns(['account_id', 'task_id']).doUpdateSet(columns))
    .execute()
  return { version, savedAt: now.toISOString() }
}
