import type { TaskId } from '@attune/contract/common/ids'
import type { Task } from '@attune/contract/features/care/task/task'
import type { TaskAnswer } from '@attune/contract/features/care/task/task.forms'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { toast, type ToastContent } from '../../../ui/toast/toast.ts'
import { discardWaiting, refetchAfter, sendNowOrLater } from '../../../platform/outgoing/outgoing-changes.ts'
import { pendingChanges, type OutgoingChange } from '../../../platform/outgoing/outgoing-state.ts'
import { useCommandIds } from '../../schedule/session/session.ts'
import { useInvalidateTasks } from './subscription.ts'
import { useTaskRefusalText } from './refusals.ts'

export type TaskDetailsData = Awaited<ReturnType<typeof api.task.get>>

type Sent<I> = I & { id: TaskId; command: string }

type TaskMutation<I, A> = {
  task: Pick<Task, 'id' | 'version'>
  send: (input: Sent<I>, options?: { context: { offline: 'fail' } }) => Promise<A>
  /**
   * The procedure that `send` calls. Set it only if the step can be stored on this device while there is no connection.
   */
  step?: 'start' | 'complete' | 'undo'
  /** The data with which this device shows the stored step while the task cannot be loaded. */
  shownWith?: object
  /** Called before the step is stored on this device, to store other changes that must be sent before it. */
  beforeLater?: () => Promise<void> | false
  /** Called after the step was stored on this device to be sent later. */
  onLater?: (input: I) => void
  done: (answer: A) => ToastContent | null
  onDone?: (answer: A) => void
  /** True if the caller shows errors itself. Otherwise a toast shows them. */
  showsRefusal?: boolean
}

/**
 * Returns a mutation of a task. Sending the same input for the same version of the task twice has no further effect.
 * Success and failure both invalidate the task queries.
 */
export function useTaskMutation<I extends object = object, A = Task>({
  task,
  send,
  step,
  shownWith,
  done,
  onDone,
  beforeLater,
  onLater,
  showsRefusal,
}: TaskMutation<I, A>) {
  const { t } = useTranslation('common')
  const changed = useInvalidateTasks()
  const refusalText = useTaskRefusalText()
  const commandFor = useCommandIds()
  return useMutation({
    mutationFn: (input: I): Promise<A | null> => {
      const sent = {
        ...input,
        id: task.id,
        command: commandFor([task.version, input]),
        ...(step === 'complete' && { answeredAt: new Date().toISOString() }),
      }
      if (!step) return send(sent)
      const change: OutgoingChange = {
        path: ['task', step],
        input: sent,
        thing: outgoingTaskKey(task.id),
        ...(shownWith && { shownWith }),
        // If the task was already started elsewhere, the stored start is no longer needed, and the later steps can be sent.
        ...(step === 'start' && { notNeededAfter: 'ILLEGAL_TRANSITION' }),
      }
      return sendNowOrLater(change, (options) => send(sent, options), beforeLater)
    },
    onSuccess: (answer, input) => {
      if (answer === null) {
        toast.info(t('offline.later'))
        return onLater?.(input)
      }
      if (step) for (const change of refusedSteps(task.id)) void discardWaiting(change)
      const toastContent = done(answer)
      if (toastContent) toast(toastContent)
      onDone?.(answer)
    },
    onError: (error) => {
      if (!showsRefusal) toast({ variant: 'destructive', title: refusalText(error) })
    },
    onSettled: (answer) => refetchAfter(answer, changed),
  })
}

/** Returns the `thing` that identifies the stored changes of a task in the queue of unsent changes. */
export const outgoingTaskKey = (id: TaskId) => `task-${id}`

/**
 * Returns the stored steps of a task that the server has refused. These steps are obsolete once the server accepts a
 * later step.
 */
const refusedSteps = (id: TaskId) =>
  pendingChanges.get().filter(({ thing, refused }) => thing === outgoingTaskKey(id) && refused !== null)

const noToast = () => null

/** Returns the mutation that starts a task. Calls `onStarted` when the server has accepted the start or this device has stored it. */
export const useStartTask = (task: Task, onStarted?: () => void) =>
  useTaskMutation({
    task,
    step: 'start',
    send: (input, options) => api.task.start(input, options),
    done: noToast,
    onDone: onStarted,
    onLater: onStarted,
  })

export function useUndoTaskCompletion(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskMutation({
    task,
    step: 'undo',
    send: (input, options) => api.task.undo(input, options),
    done: () => ({ variant: 'success', title: t('done.undone') }),
  })
}

export type SubmittedTask = Awaited<ReturnType<typeof api.task.complete>>

/** The answer of a plain task that the client completes without a note. */
export const emptyPlainAnswer = { answer: { kind: 'plain', note: '' } } as const

export function useCompleteTask(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskMutation<{ answer: TaskAnswer }, SubmittedTask>({
    task,
    step: 'complete',
    send: (input, options) => api.task.complete(input, options),
    done: () => ({ variant: 'success', title: t('done.completed') }),
  })
}
