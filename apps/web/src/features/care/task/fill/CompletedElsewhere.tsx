import type { TaskAnswer } from '@attune/contract/features/care/task/task.forms'
import { hashKey } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { discardWaiting } from '../../../../platform/outgoing/outgoing-changes.ts'
import { useTaskMutation, type SubmittedTask, type TaskDetailsData } from '../mutations.ts'
import { TwoAnswers } from './AnswerConflict.tsx'
import { RefusedAnswer, useRefusedAnswer, type RefusedTaskAnswer } from './RefusedAnswer.tsx'
import { useSafetyPagePath } from './use-safety-page-path.ts'

/**
 * Shows an answer that the client submitted without a connection and that the server refused, because another device had already completed the task.
 * The client chooses between this answer and the one on the server. If both are equal, discards the refused one.
 */
export function CompletedElsewhere({ details }: { details: TaskDetailsData }) {
  const { task, form, answer } = details
  const refused = useRefusedAnswer(task.id)
  const isSame = refused && answer && hashKey([refused.answer]) === hashKey([answer.answer])
  useEffect(() => {
    if (isSame) void discardWaiting(refused.change)
  }, [isSame, refused])
  if (!refused || isSame) return null
  if (!answer) return <RefusedAnswer taskId={task.id} form={form} />
  return <CompletedTwice details={details} refused={refused} theirs={answer.answer} />
}

type Props = { details: TaskDetailsData; refused: RefusedTaskAnswer; theirs: TaskAnswer }

function CompletedTwice({ details: { task, form }, refused, theirs }: Props) {
  const { t } = useTranslation('taskForms')
  const keepMine = useKeepMine(task, refused)
  const canReplace = task.may.undo
  return (
    <TwoAnswers
      form={form}
      mine={refused.answer}
      theirs={theirs}
      text={t(canReplace ? 'two.completed' : 'two.final')}
      isKeeping={keepMine.isPending}
      onKeepMine={canReplace ? () => keepMine.mutate({}) : undefined}
      onTakeTheirs={() => void discardWaiting(refused.change)}
    />
  )
}

/**
 * Returns a mutation that replaces the answer on the server with the refused one: it undoes the completion and completes the task again. If only the
 * undo succeeds, the task is open again and the refused answer stays on this device.
 */
function useKeepMine(task: TaskDetailsData['task'], { change, answer }: RefusedTaskAnswer) {
  const { t } = useTranslation('taskForms')
  const navigate = useNavigate()
  const safetyPage = useSafetyPagePath()
  return useTaskMutation<object, SubmittedTask>({
    task,
    async send({ id, command }) {
      await api.task.undo({ id, command })
      return api.task.complete({ id, command: createId(), answer })
    },
    done: () => ({ variant: 'success', title: t('submitted', { name: task.therapist.name }) }),
    onDone({ safety }) {
      void discardWaiting(change)
      if (safety && safetyPage) void navigate({ href: safetyPage })
    },
  })
}
