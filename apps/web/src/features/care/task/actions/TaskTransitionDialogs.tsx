import { textLengths } from '@attune/contract/common/text/lengths'
import type { Task } from '@attune/contract/features/care/task/task'
import { isFilled } from '@attune/contract/common/text/text'
import { Checkbox, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useTaskMutation } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'

type Props = { task: Task; onClose: () => void }

function RefusalNote({ error }: { error: unknown }) {
  const refusalText = useTaskRefusalText()
  if (!error) return null
  return (
    <Callout kind="danger" urgent>
      {refusalText(error)}
    </Callout>
  )
}

function TaskSummary({ task, text }: { task: Task; text: string }) {
  return (
    <div>
      <Text fw={600}>{task.title}</Text>
      <Text size="sm">{text}</Text>
    </div>
  )
}

/** Lets the therapist assign a declined task again and choose another due day. */
export function ReassignTaskDialog({ task, onClose }: Props) {
  const { t } = useTranslation('tasks')
  const [day, setDay] = useState(task.overdue ? '' : (task.dueDay ?? ''))
  const act = useTaskMutation<{ dueDay: string | null }>({
    task,
    showsRefusal: true,
    send: (input) => api.task.reassign(input),
    done: () => ({ variant: 'success', title: t('done.reassigned', { name: task.client.firstName }) }),
    onDone: () => {
      nativePort()?.haptic('drop')
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('reassigning.title')}
      submit={t('reassigning.submit')}
      back={t('back')}
      busy={act.isPending}
      onSubmit={() => act.mutate({ dueDay: day || null })}
    >
      <TaskSummary task={task} text={t('reassigning.text', { name: task.client.firstName })} />
      {task.declineReason && (
        <Text size="sm" component="q" c="dimmed">
          {task.declineReason}
        </Text>
      )}
      <DateInput label={t('fields.due')} description={t('fields.dueHint')} focus value={day} onChange={setDay} />
      <RefusalNote error={act.error} />
    </FormDialog>
  )
}

/** Lets the therapist reopen a completed task with a comment for the client. */
export function ReopenTaskDialog({ task, onClose }: Props) {
  const { t } = useTranslation('tasks')
  const draft = useDraft(`task-reopen-${task.id}`, () => ({ comment: '' }))
  const { comment } = draft.value
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const act = useTaskMutation<{ comment: string }>({
    task,
    showsRefusal: true,
    send: (input) => api.task.reopen(input),
    done: () => ({ variant: 'success', title: t('done.reopened', { name: task.client.firstName }) }),
    onDone: () => {
      nativePort()?.haptic('drop')
      draft.forget()
      onClose()
    },
  })
  const submit = () => {
    setHasSubmitted(true)
    if (isFilled(comment)) act.mutate({ comment })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('reopening.title')}
      submit={t('reopening.submit')}
      back={t('back')}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <TaskSummary task={task} text={t('reopening.text', { name: task.client.firstName })} />
      <DraftCallout draft={draft} />
      <Textarea
        label={t('reopening.comment')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={textLengths.taskComment}
        value={comment}
        error={hasSubmitted && !isFilled(comment) && t('reopening.missing')}
        onChange={(event) => draft.change({ comment: event.currentTarget.value })}
      />
      <RefusalNote error={act.error} />
    </FormDialog>
  )
}

/** Lets the therapist withdraw a task. For a repeating task, a checkbox also withdraws the later repetitions. */
export function WithdrawTaskDialog({ task, onClose, onGone }: Props & { onGone: () => void }) {
  const { t } = useTranslation('tasks')
  const hasFollowing = task.repeat !== null && task.repeat.number < task.repeat.of
  const [following, setFollowing] = useState(false)
  const act = useTaskMutation<{ following: boolean }, { withdrawn: string[] }>({
    task,
    showsRefusal: true,
    send: (input) => api.task.withdraw(input),
    done: ({ withdrawn }) => ({ variant: 'success', title: t('done.withdrawn', { count: withdrawn.length }) }),
    onDone: () => {
      onClose()
      onGone()
    },
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('withdrawing.title')}
      submit={t('withdrawing.submit')}
      back={t('withdrawing.back')}
      busy={act.isPending}
      onSubmit={() => act.mutate({ following })}
    >
      <TaskSummary task={task} text={t('withdrawing.text', { name: task.client.firstName })} />
      {hasFollowing && (
        <Checkbox
          label={t('withdrawing.following')}
          checked={following}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
      )}
      <RefusalNote error={act.error} />
    </FormDialog>
  )
}
