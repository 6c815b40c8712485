import type { TaskId } from '@attune/contract/common/ids'
import { answerFitsForm, isAnswerComplete } from '@attune/contract/features/care/task/task.answers.rules'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { indicatesSafetyRisk, needsReview, taskResults } from '@attune/contract/features/care/task/task.results.rules'
import { questionnaireScore } from '@attune/contract/features/care/task/task.scores'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { findTaskDraft } from './drafts.ts'
import { notifyTaskClient, notifyTaskTherapist, type TaskReference } from '../task.notifications.ts'
import { type TaskCommand, taskTarget, updateTask } from '../task.command.ts'

type Completion = TaskCommand & { answer: TaskAnswer; answeredAt?: string | undefined }

/** The delay of an answer, in milliseconds, up to which the time on the device is not stored. */
const usualDelay = 60_000

/**
 * Returns the time on the device at which an answer was submitted if it arrived more than a minute later, and null otherwise. A time before the
 * delivery of the task becomes that of the delivery, because the clock of a device can be wrong.
 */
export function answeredBefore(answeredAt: string | undefined, deliveredAt: string | null, now: Date): Date | null {
  const at = Math.max(Date.parse(answeredAt ?? ''), Date.parse(deliveredAt ?? '') || 0)
  return now.getTime() - at > usualDelay ? new Date(at) : null
}

/**
 * Submits the acting client’s answer. Deletes the draft, delivers the tasks that follow and notifies the therapist.
 * Repeating the command changes nothing. Refuses with NOT_FOUND, with ILLEGAL_TRANSITION, with BAD_REQUEST if the
 * answer does not fit the form of the task, and with INCOMPLETE. Refuses with CHANGED and the draft if the stored draft
 * differs from the answer, because the draft would be lost. Returns whether the answer indicates a safety risk.
 */
export async function completeTask(tx: Tx, act: Completion, now: Date): Promise<boolean> {
  const isRisk = await runCommand(tx, taskTarget, { ...act, action: 'complete', now }, async (task, record) => {
    const { answer } = act
    if (!answerFitsForm(task.form, answer)) throw createRefusal('BAD_REQUEST', 400)
    if (!isAnswerComplete(task.form, answer)) throw createRefusal('INCOMPLETE', 409)
    const draft = await findTaskDraft(tx, task.id)
    if (draft && answerFitsForm(task.form, draft.answer) && !isDeepStrictEqual(draft.answer, answer)) {
      throw createRefusal('CHANGED', 409, { answer: draft.answer, version: draft.version })
    }
    const isFlagged = needsReview(task.form, answer)
    await updateTask(tx, task, { status: 'completed', completed_at: now, ended_at: now }, now)
    await Promise.all([
      tx.kysely
        .insertInto('task_answer')
        .values({
          therapist_id: task.therapistId,
          task_id: task.id,
          answer: JSON.stringify(answer),
          ...scored(task.form, answer),
          flagged: isFlagged,
          submitted_at: now,
          answered_at: answeredBefore(act.answeredAt, task.deliveredAt, now),
        })
        .execute(),
      sql`delete from app.task_draft where task_id = ${task.id}`.execute(tx.kysely),
      record({ to: 'completed' }),
      notifyTaskTherapist(tx, isFlagged ? 'task-flagged' : 'task-handed-in', task),
    ])
    await deliverNext(tx, task, now)
    return indicatesSafetyRisk(task.form, answer)
  })
  return isRisk ?? indicatesSafetyRisk(await readTaskForm(tx, act.id), act.answer)
}

/** Returns the values of the columns with the scores of an answer. */
function scored(form: TaskForm, answer: TaskAnswer) {
  if (form.kind !== 'measure' || !form.copy || answer.kind !== 'measure') return { score: questionnaireScore(answer) }
  const results = taskResults(form, answer, answer.language)
  const { version, comparableFrom } = form.copy
  return {
    score: results[0]?.score ?? null,
    results: JSON.stringify(results),
    measure_version: version,
    comparable_from: comparableFrom,
  }
}

async function readTaskForm(tx: Tx, id: TaskId): Promise<TaskForm | null> {
  const { rows } = await sql<{ form: TaskForm }>`select t.form from app.task t where t.id = ${id}`.execute(tx.kysely)
  return rows[0]?.form ?? null
}

/** Delivers the tasks that follow the completed task. Notifies the client of each. */
async function deliverNext(tx: Tx, task: TaskReference, now: Date): Promise<void> {
  const { rows } = await tx.run<{ id: TaskId }>('select def.deliver_after($1, $2) as id', [task.id, now])
  for (const { id } of rows) await notifyTaskClient(tx, 'task-assigned', { ...task, id })
}
