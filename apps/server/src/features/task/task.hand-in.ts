import { fits, isComplete, type TaskAnswer } from '@attune/contract/features/task.forms'
import { asksForSafety, scoreOf } from '@attune/contract/features/task.scores'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { post } from '../notification/notification.ts'
import { draftOf } from './task.drafts.ts'
import { tellTherapist } from './task.news.ts'
import { type Act, beginStep, note, setTask } from './task.record.ts'

export type HandedIn = { score: number | null; safety: boolean }

/**
 * Submits the acting client’s answer: deletes the draft, delivers the tasks that follow, notifies the therapist.
 * Repeating the command changes nothing. Refuses NOT_FOUND, ILLEGAL_TRANSITION, BAD_REQUEST for an answer of another
 * form, INCOMPLETE, CHANGED where the stored draft differs from the answer and would be lost.
 */
export async function completeTask(tx: Tx, act: Act & { answer: TaskAnswer }, now: Date): Promise<HandedIn> {
  const { task, repeated } = await beginStep(tx, 'complete', act, now)
  const { answer } = act
  const outcome = { score: scoreOf(answer), safety: asksForSafety(answer) }
  if (repeated) return outcome
  if (!fits(task.form, answer)) throw refuse('BAD_REQUEST', 400)
  if (!isComplete(answer)) throw refuse('INCOMPLETE', 409)
  const draft = await draftOf(tx, task.id)
  if (draft && fits(task.form, draft.answer) && !isDeepStrictEqual(draft.answer, answer)) {
    throw refuse('CHANGED', 409, { answer: draft.answer, version: draft.version })
  }
  await setTask(tx, task, { status: 'completed', completed_at: now, ended_at: now }, now)
  await Promise.all([
    tx.kysely
      .insertInto('task_answer')
      .values({
        therapist_id: task.therapistId,
        task_id: task.id,
        answer: JSON.stringify(answer),
        score: outcome.score,
        flagged: outcome.safety,
        handed_in_at: now,
      })
      .execute(),
    sql`delete from app.task_draft where task_id = ${task.id}`.execute(tx.kysely),
    note(tx, { task, action: 'complete', to: 'completed', command: act.command }, now),
    tellTherapist(tx, outcome.safety ? 'task-flagged' : 'task-handed-in', task),
  ])
  await deliverNext(tx, task, now)
  return outcome
}

/** Delivers the tasks that were to follow this one. */
async function deliverNext(tx: Tx, task: { id: string; therapistId: string }, now: Date): Promise<void> {
  const { rows } = await tx.run<{ id: string }>('select def.deliver_after($1, $2) as id', [task.id, now])
  for (const { id } of rows) {
    await post(tx, { to: tx.actor.id as string, kind: 'task-assigned', actingFor: task.therapistId, subject: id })
  }
}
