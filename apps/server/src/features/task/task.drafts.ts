import { fits, type TaskAnswer } from '@attune/contract/features/task.forms'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { illegal, lockTask, needStep, note, setTask } from './task.record.ts'

export type Draft = { answer: TaskAnswer; version: number; savedAt: string }

/** What the acting client is filling in. */
export async function draftOf(tx: Tx, task: string): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select answer, version, saved_at as "savedAt" from app.task_draft where account_id = ${tx.actor.id} and task_id = ${task}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/**
 * Keeps what the acting client is filling in; an assigned task is started by it. The same content again changes nothing.
 * Refuses NOT_FOUND, BAD_REQUEST for an answer to another form, ILLEGAL_TRANSITION, CHANGED with what another device has kept meanwhile.
 */
export async function saveDraft(
  tx: Tx,
  wanted: { id: string; answer: TaskAnswer; version: number },
  now: Date,
): Promise<{ version: number; savedAt: string }> {
  const task = await lockTask(tx, wanted.id)
  if (!task || task.withdrawn) throw notFound()
  if (task.archived || task.rests) throw illegal(task.status)
  if (!fits(task.form, wanted.answer)) throw refuse('BAD_REQUEST', 400)
  const before = await draftOf(tx, task.id)
  if (before && isDeepStrictEqual(before.answer, wanted.answer)) {
    return { version: before.version, savedAt: before.savedAt }
  }
  if (task.status === 'assigned') {
    needStep(tx, 'start', task, now)
    await setTask(tx, task, { status: 'in-progress', started_at: now }, now)
    await note(tx, { task, action: 'start', to: 'in-progress', command: randomUUID() }, now)
  } else if (task.status !== 'in-progress') throw illegal(task.status)
  if (before && before.version !== wanted.version) {
    throw refuse('CHANGED', 409, { answer: before.answer, version: before.version })
  }
  const version = (before?.version ?? 0) + 1
  const kept = { answer: JSON.stringify(wanted.answer), version, saved_at: now }
  await tx.kysely
    .insertInto('task_draft')
    .values({ account_id: tx.actor.id as string, therapist_id: task.therapistId, task_id: task.id, ...kept })
    .onConflict((on) => on.columns(['account_id', 'task_id']).doUpdateSet(kept))
    .execute()
  return { version, savedAt: now.toISOString() }
}
