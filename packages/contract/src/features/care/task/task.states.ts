import type { TaskStatus } from './task.ts'

/** The state machine of a task (rows 4.01, 4.02), shared by server and browser. */
export const taskStatuses = ['assigned', 'in-progress', 'completed', 'denied'] as const

export const taskActions = ['start', 'complete', 'undo', 'decline', 'reassign', 'reopen', 'edit', 'withdraw'] as const
export type TaskAction = (typeof taskActions)[number]

type Step = { who: 'therapist' | 'client'; from: readonly TaskStatus[]; to: TaskStatus | 'same' | 'gone' }

/** The client can undo a submission for this many hours. */
export const taskUndoHours = 24

/**
 * The role that can take each action, the states of the task in which the action is possible, and the new state. `undo` is possible for 24
 * hours after the submission.
 */
export const taskTransitions = {
  start: { who: 'client', from: ['assigned'], to: 'in-progress' },
  complete: { who: 'client', from: ['in-progress'], to: 'completed' },
  undo: { who: 'client', from: ['completed'], to: 'in-progress' },
  decline: { who: 'client', from: ['assigned', 'in-progress'], to: 'denied' },
  reassign: { who: 'therapist', from: ['denied'], to: 'assigned' },
  reopen: { who: 'therapist', from: ['completed'], to: 'in-progress' },
  edit: { who: 'therapist', from: ['assigned', 'in-progress'], to: 'same' },
  withdraw: { who: 'therapist', from: taskStatuses, to: 'gone' },
} as const satisfies Record<TaskAction, Step>

/** The input of `mayTakeTaskAction`. Instants are in ISO 8601. */
type Asked = {
  /** The role that wants to take the action. */
  who: 'therapist' | 'client'
  status: TaskStatus
  /** Null unless the task is completed. */
  completedAt: string | null
  now: string
  /** Whether the task is archived or the connection has ended. */
  isReadOnly: boolean
}

/**
 * Whether an action is allowed now. A task is read-only if it is archived or the connection has ended. The only action
 * on a read-only task is `withdraw`.
 */
export function mayTakeTaskAction(action: TaskAction, { who, status, completedAt, now, isReadOnly }: Asked): boolean {
  const step: Step = taskTransitions[action]
  if (step.who !== who || !step.from.includes(status)) return false
  if (isReadOnly && action !== 'withdraw') return false
  if (action !== 'undo') return true
  return completedAt !== null && Date.parse(now) - Date.parse(completedAt) <= taskUndoHours * 3_600_000
}

export const taskLabels = ['pending', 'overdue', 'declined', 'completed'] as const
export type TaskLabel = (typeof taskLabels)[number]

/**
 * Returns the label of a task: pending, overdue, declined or completed (row 4.01). The label is computed at each call and not stored.
 * @param today the current day in the client's zone
 */
export function taskLabelOf(status: TaskStatus, dueDay: string | null, today: string): TaskLabel {
  if (status === 'completed') return 'completed'
  if (status === 'denied') return 'declined'
  return dueDay !== null && dueDay < today ? 'overdue' : 'pending'
}
