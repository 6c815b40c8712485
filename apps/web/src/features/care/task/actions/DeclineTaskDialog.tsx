import { isFilled } from '@attune/contract/common/text/text'
import { isLongEnoughToDecline } from '@attune/contract/features/care/task/task.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { Task } from '@attune/contract/features/care/task/task'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useTaskMutation } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'

/**
 * Checks the reason for declining a task [5.05]. Returns the last part of the translation key for its problem, or null
 * if the reason is valid.
 */
export function declineReasonProblem(reason: string): 'missing' | 'short' | null {
  if (!isFilled(reason)) return 'missing'
  return isLongEnoughToDecline(reason) ? null : 'short'
}

/** Lets a client decline a task with a reason, which the therapist can read [4.02, 5.05]. */
export function DeclineTaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('tasks')
  const refusalText = useTaskRefusalText()
  const draft = useDraft(`task-decline-${task.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const problem = declineReasonProblem(reason)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const decline = useDeclineTask(task, () => {
    draft.forget()
    onClose()
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('declining.title')}
      submit={t('declining.submit')}
      back={t('declining.back')}
      busy={decline.isPending}
      dirty={draft.dirty}
      problem={Boolean(decline.error) && refusalText(decline.error)}
      onSubmit={() => {
        setHasSubmitted(true)
        if (!problem) decline.mutate({ reason })
      }}
    >
      <div>
        <Text fw={600}>{task.title}</Text>
        <Text size="sm">{t('declining.text', { name: task.therapist.name })}</Text>
      </div>
      <DraftCallout draft={draft} />
      <Textarea
        label={t('declining.reason')}
        description={t('declining.hint')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={textLengths.reason}
        value={reason}
        error={hasSubmitted && problem && t(`declining.${problem}`)}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

function useDeclineTask(task: Task, onDone: () => void) {
  const { t } = useTranslation('tasks')
  return useTaskMutation<{ reason: string }>({
    task,
    showsRefusal: true,
    send: (input) => api.task.decline(input),
    done: () => ({ variant: 'success', title: t('done.declined', { name: task.therapist.name }) }),
    onDone,
  })
}
