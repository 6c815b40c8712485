import type { SessionId } from '@attune/contract/common/ids'
import '../../../../ui/styles-overlay.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { LazyClientMultiSelect, type PickedClient } from '../../../schedule/session/session.ts'
import { useInvalidateTasks } from '../subscription.ts'
import { AssignFailure } from './AssignFailure.tsx'
import { TaskDeliveryFields } from './TaskDeliveryFields.tsx'
import { TaskFilesField } from './TaskFilesField.tsx'
import {
  newTaskInput,
  newTaskAssignment,
  idOfMeasure,
  repeatedMeasure,
  singleMeasure,
  taskAssignmentProblems,
  type ChosenMeasure,
  type TaskAssignment,
  type TaskProblems,
} from './task-assignment.ts'
import { TaskTemplateBar } from './TaskTemplateBar.tsx'
import { TaskContentFields } from './TaskContentFields.tsx'

const maximumClients = 30

type Props = {
  clients: readonly PickedClient[]
  sessionId: SessionId | null
  /** The measure with which the dialog starts. */
  measure?: ChosenMeasure
  /** Whether this measure is repeated every two weeks. */
  repeats?: boolean
  onClose: () => void
}

/**
 * Lets the therapist assign a task to one or several clients [1.06, 6.06]. The draft contains the task's id, so a
 * repeated request assigns no second task.
 */
export function AssignTaskDialog({ clients, onClose, ...start }: Props) {
  const { t } = useTranslation('taskAssign')
  const { draft, problems, assign, change, submit, uploading } = useAssignTask({ clients, onClose, ...start })
  const plan = draft.value
  const failure = { problems, uploading: uploading.prevented, error: assign.error }
  const chooseClients = (next: PickedClient[]) =>
    change({ clients: next, ...(plan.how === 'after' && { how: 'now', afterId: '' }) })
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('assign')}
      submit={t('submit')}
      back={t('back')}
      busy={assign.isPending}
      dirty={draft.dirty}
      notice={<AssignFailure plan={plan} {...failure} onClients={chooseClients} />}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <LazyClientMultiSelect
        value={plan.clients}
        most={maximumClients}
        onChange={chooseClients}
        error={problems.clients && t('problem.clients')}
      />
      <TaskTemplateBar value={plan} onChange={change} />
      <TaskContentFields
        value={plan}
        onChange={change}
        problems={problems}
        focus={clients.length > 0}
        client={plan.clients.length === 1 ? (plan.clients[0] ?? null) : null}
        files={
          <TaskFilesField
            name={`task:${plan.id}`}
            value={plan.files}
            onChange={(files) => change({ files })}
            onBusy={uploading.set}
          />
        }
      />
      <TaskDeliveryFields plan={plan} onChange={change} problems={problems} />
    </FormDialog>
  )
}

/**
 * Returns the state of the form that assigns a task: draft, problems found on submit, running uploads and submit
 * function.
 */
function useAssignTask({ clients, sessionId, measure, repeats = false, onClose }: Props) {
  const { t } = useTranslation('taskAssign')
  const locale = useLocale()
  const changed = useInvalidateTasks()
  const about = [
    sessionId ?? clients.map(({ id }) => id).join('-'),
    measure && idOfMeasure(measure),
    measure && !repeats && 'once',
  ]
    .filter(Boolean)
    .join('-')
  const draft = useDraft<TaskAssignment>(`task-assign-${about}`, () => ({
    ...newTaskAssignment(clients),
    ...(measure &&
      (repeats ? repeatedMeasure(measure, localDay(new Date().toISOString(), locale)) : singleMeasure(measure))),
  }))
  const plan = draft.value
  const [uploading, setUploading] = useState(false)
  const [hasSubmittedUploading, setHasSubmittedUploading] = useState(false)
  const assign = useMutation({
    mutationFn: () => api.task.assign(newTaskInput(plan, locale.zone, sessionId)),
    onSuccess: () => {
      const name = new Intl.ListFormat(currentLanguage()).format(plan.clients.map((client) => client.name))
      toast.success(t(plan.how === 'now' ? 'done.now' : 'done.later', { name }))
      draft.forget()
      onClose()
    },
    onSettled: changed,
  })
  const { problems, change, check } = useForm<TaskAssignment, TaskProblems>(draft, assign)
  const submit = () => {
    setHasSubmittedUploading(uploading)
    if (check(taskAssignmentProblems(plan)) && !uploading) assign.mutate()
  }
  // `prevented` is true if the user has submitted the form during an upload that is still running.
  return {
    draft,
    problems,
    assign,
    change,
    submit,
    uploading: { set: setUploading, prevented: hasSubmittedUploading && uploading },
  }
}
