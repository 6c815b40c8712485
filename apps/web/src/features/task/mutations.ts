import type { Task } from '@attune/contract/features/task'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { toast, type ToastContent } from '../../ui/toast.ts'
import { useCommandIds } from '../session/session.ts'
import { useInvalidateTasks } from './subscription.ts'
import { useTaskRefusalText } from './refusals.ts'

export type TaskDetailsData = Awaited<ReturnType<typeof api.task.get>>

type TaskMutation<I, A> = {
  task: Pick<Task, 'id' | 'version'>
  send: (input: I & { id: string; command: string }) => Promise<A>
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
  done,
  onDone,
  showsRefusal,
}: TaskMutation<I, A>) {
  const changed = useInvalidateTasks()
  const words = useTaskRefusalText()
  const commandFor = useCommandIds()
  return useMutation({
    mutationFn: (input: I) => send({ ...input, id: task.id, command: commandFor([task.version, input]) }),
    onSuccess: (answer) => {
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

const noToast = () => null

/** Starts a task. */
export const useStartTask = (task: Task, onDone?: () => void) =>
  useTaskMutation({ task, send: (input) => api.task.start(input), done: noToast, onDone })

/** Undoes the completion of a task. */
export function useUndoTaskCompletion(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskMutation({
    task,
    send: (input) => api.task.undo(input),
    done: () => ({ variant: 'success', title: t('done.undone') }),
  })
}

/** Completes a plain task without an answer. */
export function useCompleteTask(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskMutation({
    task,
    send: (input) => api.task.complete({ ...input, answer: { kind: 'plain', note: '' } }),
    done: () => ({ variant: 'success', title: t('done.completed') }),
  })
}
