import type { Task } from '@attune/contract/features/task'
import type { TaskAnswer } from '@attune/contract/features/task.forms'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { toast, type ToastContent } from '../../ui/toast.ts'
import { discardWaiting, sendNowOrLater } from '../../platform/outgoing-changes.ts'
import { waitingChanges } from '../../platform/outgoing-state.ts'
import { useCommandIds } from '../session/session.ts'
import { useInvalidateTasks } from './subscription.ts'
import { useTaskRefusalText } from './refusals.ts'

export type TaskDetailsData = Awaited<ReturnType<typeof api.task.get>>

type Sent<I> = I & { id: string; command: string }

type TaskMutation<I, A> = {
  task: Pick<Task, 'id' | 'version'>
  send: (input: Sent<I>, options?: { context: { offline: 'fail' } }) => Promise<A>
  /**
   * The procedure that `send` calls. Set only if the step can be stored on this device while there is no connection.
   */
  step?: 'start' | 'complete' | 'undo'
  /** Called before the step is stored on this device. Stores the changes that must be sent before the step. */
  beforeLater?: () => Promise<void> | false
  /** Called when the step was stored on this device to be sent later. */
  onLater?: (input: I) => void
  done: (answer: A) => ToastContent | null
  onDone?: (answer: A) => void
  /** Whether the caller shows an error itself; otherwise a toast shows the error. */
  showsRefusal?: boolean
}

/**
 * Returns a mutation of a task. Sending the same input for the same version of the task again has no further effect.
 * Success and failure both invalidate the task queries.
 */
export function useTaskMutation<I extends object = object, A = Task>({
  task,
  send,
  step,
  done,
  onDone,
  beforeLater,
  onLater,
  showsRefusal,
}: TaskMutation<I, A>) {
  const { t } = useTranslation('common')
  const changed = useInvalidateTasks()
  const words = useTaskRefusalText()
  const commandFor = useCommandIds()
  return useMutation({
    mutationFn: (input: I): Promise<A | null> => {
      const sent = { ...input, id: task.id, command: commandFor([task.version, input]) }
      if (!step) return send(sent)
      const change = { path: ['task', step], input: sent, thing: taskThing(task.id) } as const
      return sendNowOrLater(change, (options) => send(sent, options), beforeLater)
    },
    onSuccess: (answer, input) => {
      if (answer === null) {
        toast.info(t('offline.later'))
        return onLater?.(input)
      }
      if (step) for (const change of refusedSteps(task.id)) void discardWaiting(change)
      const toastWords = done(answer)
      if (toastWords) toast(toastWords)
      onDone?.(answer)
    },
    onError: (error) => {
      if (!showsRefusal) toast({ variant: 'destructive', title: words(error) })
    },
    onSettled: changed,
  })
}

/** Returns the `thing` of the changes that are steps of a task. */
export const taskThing = (id: string) => `task-${id}`

/** The steps of a task that the server has refused. A later step that the server accepts makes them obsolete. */
const refusedSteps = (id: string) =>
  waitingChanges.get().filter(({ thing, refused }) => thing === taskThing(id) && refused !== null)

const noToast = () => null

/** Starts a task. */
export const useStartTask = (task: Task, onDone?: () => void) =>
  useTaskMutation({
    task,
    step: 'start',
    send: (input, options) => api.task.start(input, options),
    done: noToast,
    onDone,
  })

/** Undoes the completion of a task. */
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

/** The answer of a plain task that is completed without a note. */
export const withoutNote = { answer: { kind: 'plain', note: '' } } as const

/** Completes a plain task. */
export function useCompleteTask(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskMutation<{ answer: TaskAnswer }, SubmittedTask>({
    task,
    step: 'complete',
    send: (input, options) => api.task.complete(input, options),
    done: () => ({ variant: 'success', title: t('done.completed') }),
  })
}
