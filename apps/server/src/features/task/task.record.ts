import { mayTask, type TaskAction, type TaskStatus } from '@attune/contract/features/task.states'
import type { TaskForm } from '@attune/contract/features/task.forms'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'

/** One act upon a task; `command` makes a repeat harmless. */
export type Act = { id: string; command: string }

/** A task as an act finds it, locked. */
export type Known = {
  id: string
  therapistId: string
  clientId: string
  status: TaskStatus
  form: TaskForm
  dueDay: string | null
  deliveredAt: string | null
  completedAt: string | null
  archived: boolean
  withdrawn: boolean
  rests: boolean
  version: number
}

/** Holds the record of a task until the act is done. To be sent before the task is locked: the end of a connection takes them in this order. */
export const holdRecord = (tx: Tx, task: string) => tx.run('select def.hold_record_of($1)', [task])

/** Locks a task for an act; undefined for one that the actor cannot see. Whether it was taken back while the act waited it says itself. */
export async function lockTask(tx: Tx, id: string): Promise<Known | undefined> {
  void holdRecord(tx, id)
  const { rows } = await sql<Known>`
    select id, therapist_id as "therapistId", client_id as "clientId", status, form, due_day as "dueDay", delivered_at as "deliveredAt",
      completed_at as "completedAt", archived_at is not null as archived, withdrawn_at is not null as withdrawn,
      def.task_rests(therapist_id, client_id) as rests, version
    from app.task where id = ${id} for update`.execute(tx.kysely)
  return rows[0]
}

/** Whether a command has taken effect before. Refuses one that was meant for another task or another act. */
export async function isRepeat(tx: Tx, act: Act, action: TaskAction): Promise<boolean> {
  const { rows } = await sql<{ task_id: string; action: string }>`
    select task_id, action from app.task_history where command = ${act.command}`.execute(tx.kysely)
  const before = rows[0]
  if (before && (before.task_id !== act.id || before.action !== action)) throw conflict()
  return before !== undefined
}

/**
 * Locks the task and finds out whether the act is new and legal; `repeated` where it has taken effect before.
 * Refuses NOT_FOUND, CLIENT_INACTIVE where something would be asked of a client who has left, and ILLEGAL_TRANSITION with the state of now.
 */
export async function beginStep(tx: Tx, action: TaskAction, act: Act, now: Date) {
  const found = lockTask(tx, act.id)
  const again = isRepeat(tx, act, action)
  // Where the task is not found nobody asks for it any more.
  again.catch(() => {})
  const task = await found
  if (!task) throw notFound()
  const repeated = await again
  if (task.withdrawn && !(repeated && action === 'withdraw')) throw notFound()
  if (repeated) return { task, repeated }
  if ((action === 'reassign' || action === 'reopen') && task.rests) throw refuse('CLIENT_INACTIVE', 409)
  needStep(tx, action, task, now)
  return { task, repeated }
}

/** Refuses a step that is illegal now. */
export function needStep(tx: Tx, action: TaskAction, task: Known, now: Date): void {
  const { status, completedAt, archived, rests } = task
  const who = tx.actor.role === 'client' ? 'client' : 'therapist'
  if (!mayTask(action, { who, status, completedAt, now: now.toISOString(), rests: archived || rests }))
    throw illegal(status)
}

export const illegal = (status: TaskStatus) => refuse('ILLEGAL_TRANSITION', 409, { status })

type Change = Partial<{
  status: TaskStatus
  started_at: Date | null
  completed_at: Date | null
  ended_at: Date | null
  decline_reason: string
  withdrawn_at: Date
  delivered_at: Date
  deliver_at: string | Date | null
  after_task_id: string | null
  due_day: string | null
  zone: string
  remind_at: string | null
  reminded_at: Date | null
  archived_at: Date
}>

/** Writes what a step makes of a locked task. */
export async function setTask(tx: Tx, task: { id: string; version: number }, change: Change, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('task')
    .set({ ...change, version: task.version + 1, updated_at: now })
    .where('id', '=', task.id)
    .where('version', '=', task.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('a locked task changed')
}

type Step = {
  task: { id: string; therapistId: string; status: TaskStatus }
  action: TaskAction | 'assign' | 'deliver' | 'archive'
  to?: TaskStatus
  reason?: string
  command?: string
  by?: 'product'
}

/** Writes a line into the history of a task. */
export async function note(tx: Tx, { task, action, to, reason, command, by }: Step, now: Date): Promise<void> {
  await tx.kysely
    .insertInto('task_history')
    .values({
      therapist_id: task.therapistId,
      task_id: task.id,
      at: now,
      by_account: tx.actor.id as string,
      by_role: by ?? tx.actor.role,
      action,
      from_status: task.status,
      to_status: to ?? task.status,
      ...(reason !== undefined && { reason }),
      command: command ?? randomUUID(),
    })
    .execute()
}
