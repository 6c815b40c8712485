import type { TaskId } from '@attune/contract/common/ids'
import type { Task } from '@attune/contract/features/care/task/task'
import { indicatesSafetyRisk } from '@attune/contract/features/care/task/task.results.rules'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { ConnectionError, errorCode } from '../../../../platform/api/errors.ts'
import { sendLater } from '../../../../platform/outgoing/outgoing-changes.ts'
import type { OutgoingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import { outgoingTaskKey, useTaskMutation, useUndoTaskCompletion, type SubmittedTask } from '../mutations.ts'
import type { useAnswerDraft } from './use-answer-draft.ts'
import { useSafetyPagePath } from './use-safety-page-path.ts'

type Answer = ReturnType<typeof useAnswerDraft>['value']

/**
 * Returns a mutation that saves pending input and submits the answer. Opens the safety page if the answer indicates a
 * risk. Without a connection, stores the answer on this device and sends it later.
 */
export function useSubmitAnswer(task: Task, form: TaskForm, autosave: ReturnType<typeof useAnswerDraft>['autosave']) {
  const { t } = useTranslation('taskForms')
  const navigate = useNavigate()
  const page = useSafetyPagePath()
  const finish = (safety: boolean) => {
    autosave.markSent()
    if (safety && page) void navigate({ href: page })
  }
  return useTaskMutation<{ answer: Answer }, SubmittedTask>({
    task,
    step: 'complete',
    shownWith: { form },
    showsRefusal: true,
    async send(input, options) {
      if (!navigator.onLine) throw new ConnectionError('NETWORK_ERROR')
      await autosave.saveNow()
      if (task.may.start) await startUnlessStarted(task.id)
      return api.task.complete(input, options)
    },
    beforeLater: () => task.may.start && sendLater(startWithoutDraft(task.id)),
    done: () => ({ variant: 'success', title: t('submitted', { name: task.therapist.name }) }),
    onDone: ({ safety }) => finish(safety),
    onLater: ({ answer }) => finish(indicatesSafetyRisk(form, answer)),
  })
}

/**
 * Returns a mutation that submits a check-in without a draft. The toast offers to undo it, because one press submits. Without a connection, stores
 * the answer on this device and sends it later.
 */
export function useSubmitCheckIn(task: Task) {
  const { t } = useTranslation(['taskForms', 'tasks'])
  const undo = useUndoTaskCompletion(task)
  return useTaskMutation<{ answer: Answer }, SubmittedTask>({
    task,
    step: 'complete',
    showsRefusal: true,
    async send(input, options) {
      if (!navigator.onLine) throw new ConnectionError('NETWORK_ERROR')
      if (task.may.start) await startUnlessStarted(task.id)
      return api.task.complete(input, options)
    },
    beforeLater: () => task.may.start && sendLater(startWithoutDraft(task.id)),
    done: () => ({
      variant: 'success',
      title: t('submitted', { name: task.therapist.name }),
      action: { label: t('tasks:act.undo'), onClick: () => undo.mutate({}) },
    }),
  })
}

/**
 * Starts a task. Ignores the refusal ILLEGAL_TRANSITION, because it means that a saved draft has already started the
 * task.
 */
async function startUnlessStarted(id: TaskId) {
  await api.task.start({ id, command: createId() }).catch((error: unknown) => {
    if (errorCode(error) !== 'ILLEGAL_TRANSITION') throw error
  })
}

/**
 * Returns the change that starts a task, to be sent before the stored answer. The queue drops the change if the server
 * refuses it because a saved draft has already started the task.
 */
const startWithoutDraft = (id: TaskId): OutgoingChange => ({
  path: ['task', 'start'],
  input: { id, command: createId() },
  thing: outgoingTaskKey(id),
  notNeededAfter: 'ILLEGAL_TRANSITION',
})
