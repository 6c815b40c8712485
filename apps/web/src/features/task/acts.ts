import type { Task } from '@attune/contract/features/task'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { toast, type ToastWords } from '../../ui/toast.ts'
import { useCommands } from '../session/session.ts'
import { useTasksChanged } from './live.ts'
import { useRefusalWords } from './refusals.ts'

export type Details = Awaited<ReturnType<typeof api.task.get>>

type Act<I, A> = {
  task: Pick<Task, 'id' | 'version'>
  send: (input: I & { id: string; command: string }) => Promise<A>
  done: (answer: A) => ToastWords | null
  onDone?: (answer: A) => void
  /** The refusal is said where it was pressed; else a toast says it. */
  told?: boolean
}

/**
 * A verb upon a task. Pressed twice at the same state of the task it takes effect once; whatever comes of it, the screen
 * is read anew.
 */
export function useTaskAct<I extends object = object, A = Task>({ task, send, done, onDone, told }: Act<I, A>) {
  const changed = useTasksChanged()
  const words = useRefusalWords()
  const commandFor = useCommands()
  return useMutation({
    mutationFn: (input: I) => send({ ...input, id: task.id, command: commandFor([task.version, input]) }),
    onSuccess: (answer) => {
      const said = done(answer)
      if (said) toast(said)
      onDone?.(answer)
    },
    onError: (error) => {
      if (!told) toast({ variant: 'destructive', title: words(error) })
    },
    onSettled: changed,
  })
}

const quietly = () => null

/** Begins a task. */
export const useStart = (task: Task, onDone?: () => void) =>
  useTaskAct({ task, send: (input) => api.task.start(input), done: quietly, onDone })

/** Takes a hand-in back. */
export function useUndo(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskAct({
    task,
    send: (input) => api.task.undo(input),
    done: () => ({ variant: 'success', title: t('done.undone') }),
  })
}

/** Hands a task in that asks for nothing but being done. */
export function useMarkComplete(task: Task) {
  const { t } = useTranslation('tasks')
  return useTaskAct({
    task,
    send: (input) => api.task.complete({ ...input, answer: { kind: 'plain', note: '' } }),
    done: () => ({ variant: 'success', title: t('done.completed') }),
  })
}
