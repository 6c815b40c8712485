import { z } from 'zod'

/** The state machine of a task (rows 4.01, 4.02), once for server and browser. */
export const taskStatuses = ['assigned', 'in-progress', 'completed', 'denied'] as const
export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof TaskStatus>

export const taskActions = ['start', 'complete', 'undo', 'decline', 'reassign', 'reopen', 'edit', 'withdraw'] as const
export type TaskAction = (typeof taskActions)[number]

type Step = { who: 'therapist' | 'client'; from: readonly TaskStatus[]; to: TaskStatus | 'same' | 'gone' }

/** So long after handing in the client may take it back, in hours. */
export const undoHours = 24

/** From which states who may take which step, and where it leads. `undo` ends 24 hours after the hand-in. */
export const taskSteps = {
  start: { who: 'client', from: ['assigned'], to: 'in-progress' },
  complete: { who: 'client', from: ['in-progress'], to: 'completed' },
  undo: { who: 'client', from: ['completed'], to: 'in-progress' },
  decline: { who: 'client', from: ['assigned', 'in-progress'], to: 'denied' },
  reassign: { who: 'therapist', from: ['denied'], to: 'assigned' },
  reopen: { who: 'therapist', from: ['completed'], to: 'in-progress' },
  edit: { who: 'therapist', from: ['assigned', 'in-progress'], to: 'same' },
  withdraw: { who: 'therapist', from: taskStatuses, to: 'gone' },
} as const satisfies Record<TaskAction, Step>

/** What is asked of a step: who takes it, where the task stands, and since when. Instants in ISO 8601. */
type Asked = {
  who: 'therapist' | 'client'
  status: TaskStatus
  completedAt: string | null
  now: string
  rests: boolean
}

/** Whether a step is allowed now. A task that rests (archived, connection ended) takes none but its withdrawal. */
export function mayTask(action: TaskAction, { who, status, completedAt, now, rests }: Asked): boolean {
  const step: Step = taskSteps[action]
  if (step.who !== who || !step.from.includes(status)) return false
  if (rests && action !== 'withdraw') return false
  if (action !== 'undo') return true
  return completedAt !== null && Date.parse(now) - Date.parse(completedAt) <= undoHours * 3_600_000
}

export const taskLabels = ['pending', 'overdue', 'declined', 'completed'] as const
export type TaskLabel = (typeof taskLabels)[number]

/**
 * The label of row 4.01: computed, never stored.
 * @param today the day where the client is
 */
export function labelOf(status: TaskStatus, dueDay: string | null, today: string): TaskLabel {
  if (status === 'completed') return 'completed'
  if (status === 'denied') return 'declined'
  return dueDay !== null && dueDay < today ? 'overdue' : 'pending'
}
