import type { Task } from '@attune/contract/features/task'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { toast, type ToastWords } from '../../ui/toast.ts'
import { useCommands } from '../session/session.ts'
import { useTasksChanged } from './live.ts'
import { useRefusalWords } from './refusals.ts'

export type Details = Awaited<ReturnType<typeof api.task.get>>

type TaskMutation<I, A> = {
  task: Pick<Task, 'id' | 'version'>
  send: (input: I & { id: string; command: string }) => Promise<A>
  done: (answer: A) => ToastWords | null
  onDone?: (answer: A) => void
  /** Whether the caller shows a refusal itself; otherwise a toast does. */
  showsRefusal?: boolean
}

/**
 * A mutation of a task. A repeat at the same version of the task with the same input takes effect once. Success and
 * failure both invalidate the task queries.
 */
export function useTaskAct<I extends object = object, A = Task>({
  task,
  send,
  done,
  onDone,
  showsRefusal,
}: TaskMutation<I, A>) {
  const changed = useTasksChanged()
  const words = useRefusalWords()
  const commandFor = useCommands()
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
export const useStart = (task: Task, onDone?: () => void) =>
  useTaskAct({ task, send: (input) => api.task.start(input), done: noToast, onDone })

/** Undoes the completion of a task. */
export function useUndo(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskAct({
    task,
    send: (input) => api.task.undo(input),
    done: () => ({ variant: 'success', title: t('done.undone') }),
  })
}

/** Completes a plain task without an answer. */
export function useMarkComplete(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskAct({
    task,
    send: (input) => api.task.complete({ ...input, answer: { kind: 'plain', note: '' } }),
    done: () => ({ variant: 'success', title: t('done.completed') }),
  })
}
