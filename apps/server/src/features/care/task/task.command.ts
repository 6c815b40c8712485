import type { ClientId, TaskId, TherapistId } from '@attune/contract/common/ids'
import { mayTakeTaskAction, type TaskAction } from '@attune/contract/features/care/task/task.states'
import type { TaskStatus } from '@attune/contract/features/care/task/task'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RowCommand, CommandTarget } from '../../../platform/command/run-command.ts'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { markReadAbout } from '../../messages/notification/notification.ts'
import { createRefusal, illegalTransition } from '../../../platform/policy/refusal.ts'

export type TaskCommand = {
  id: TaskId
  /** The id of the command. Sending it again changes nothing; an id that was used for another task or action is refused with CONFLICT. */
  command: string
}

/** A task as read by a command that has locked it. */
export type LockedTask = {
  id: TaskId
  therapistId: TherapistId
  clientId: ClientId
  status: TaskStatus
  form: TaskForm
  dueDay: string | null
  deliveredAt: string | null
  completedAt: string | null
  archived: boolean
  withdrawn: boolean
  /** Whether the client is disconnected or paused. */
  isPaused: boolean
  version: number
}

/**
 * Locks the client record of a task until the transaction ends. Call this function before the task is locked. A disconnect uses the same order, so
 * the two cannot deadlock.
 */
export const lockClientRecord = (tx: Tx, task: string) => tx.run('select def.hold_record_of($1)', [task])

/**
 * Locks and returns a task for a command. Returns undefined if the actor cannot see the task. `withdrawn` is correct
 * even if the task was withdrawn while this transaction waited for the lock.
 */
export async function lockTask(tx: Tx, id: TaskId): Promise<LockedTask | undefined> {
  void lockClientRecord(tx, id)
  const { rows } = await sql<LockedTask>`
    select id, therapist_id as "therapistId", client_id as "clientId", status, form, due_day as "dueDay", delivered_at as "deliveredAt",
      completed_at as "completedAt", archived_at is not null as archived, withdrawn_at is not null as withdrawn,
      def.is_record_paused(therapist_id, client_id) as "isPaused", version
    from app.task where id = ${id} for update`.execute(tx.kysely)
  return rows[0]
}

/** Returns the task and the action for which a command id was used. Returns undefined for a new command. */
async function findTaskEvent(tx: Tx, command: string): Promise<{ id: TaskId; action: string } | undefined> {
  const { rows } = await sql<{ id: TaskId; action: string }>`
    select task_id as id, action from app.task_history where command = ${command}`.execute(tx.kysely)
  return rows[0]
}

type TaskInput = RowCommand<TaskAction>

function isLegal(
  { status, completedAt, archived, isPaused }: LockedTask,
  { action, now }: Pick<TaskInput, 'action' | 'now'>,
  { role }: Actor,
): boolean {
  const who = role === 'client' ? 'client' : 'therapist'
  return mayTakeTaskAction(action, {
    who,
    status,
    completedAt,
    now: now.toISOString(),
    isReadOnly: archived || isPaused,
  })
}

/**
 * Defines how `runCommand` locks a task, checks the action and records the command. Recording a command also marks the
 * actor’s notifications about the task as read. Refuses `reassign` and `reopen` with CLIENT_INACTIVE if the client is
 * disconnected or paused.
 */
export const taskTarget: CommandTarget<LockedTask, TaskInput, { to?: TaskStatus; reason?: string }> = {
  lock: (tx, { id }) => lockTask(tx, id),
  machine: {
    isGone: ({ withdrawn }) => withdrawn,
    isLegal,
    refusal: ({ status, isPaused }, { action }) =>
      isPaused && (action === 'reassign' || action === 'reopen')
        ? createRefusal('CLIENT_INACTIVE', 409)
        : illegalTransition({ status }),
  },
  history: {
    find: findTaskEvent,
    record: (tx, task, { action, command, now }, event) =>
      Promise.all([
        recordTaskHistory(tx, { task, action, command, ...event }, now),
        markReadAbout(tx, { type: 'task', ids: [task.id] }, now),
      ]),
  },
}

/** Refuses with ILLEGAL_TRANSITION if the actor may not take the action on the task now. */
export function assertTaskTransition(tx: Tx, action: TaskAction, task: LockedTask, now: Date): void {
  if (!isLegal(task, { action, now }, tx.actor)) throw illegalTransition({ status: task.status })
}

type Change = Partial<{
  status: TaskStatus
  started_at: Date | null
  completed_at: Date | null
  ended_at: Date | null
  decline_reason: string
  withdrawn_at: Date
  delivered_at: Date
  deliver_at: string | Date | null
  after_task_id: TaskId | null
  due_day: string | null
  zone: string
  remind_at: string | null
  reminded_at: Date | null
  archived_at: Date
}>

/** Writes a change to a locked task and increments its version. Throws if the stored version differs. */
export async function updateTask(
  tx: Tx,
  task: { id: TaskId; version: number },
  change: Change,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('task')
    .set({ ...change, version: task.version + 1, updated_at: now })
    .where('id', '=', task.id)
    .where('version', '=', task.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('a locked task changed')
}

type HistoryEvent = {
  task: { id: TaskId; therapistId: TherapistId; status: TaskStatus }
  action: TaskAction | 'assign' | 'deliver' | 'archive'
  to?: TaskStatus
  reason?: string
  command?: string
  by?: 'product'
}

/** Inserts an event into the history of a task. */
export async function recordTaskHistory(
  tx: Tx,
  { task, action, to, reason, command, by }: HistoryEvent,
  now: Date,
): Promise<void> {
  await tx.kysely
    .insertInto('task_history')
    .values({
      therapist_id: task.therapistId,
      task_id: task.id,
      at: now,
      by_account: tx.actor.id,
      by_role: by ?? tx.actor.role,
      action,
      from_status: task.status,
      to_status: to ?? task.status,
      ...(reason !== undefined && { reason }),
      command: command ?? randomUUID(),
    })
    .execute()
}
