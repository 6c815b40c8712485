import type { TaskId } from '@attune/contract/common/ids'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { discardWaiting } from '../../../../platform/outgoing/outgoing-changes.ts'
import { pendingChanges, type PendingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { outgoingTaskKey } from '../mutations.ts'
import { TaskAnswerView } from '../detail/TaskAnswerView.tsx'

type Props = { taskId: TaskId; form: TaskForm; onEdit?: (answer: TaskAnswer) => void }

export type RefusedTaskAnswer = { change: PendingChange; answer: TaskAnswer }

/** Returns the answer that was submitted without a connection and later refused by the server; null if there is none. */
export function useRefusedAnswer(taskId: TaskId): RefusedTaskAnswer | null {
  const change = useStore(pendingChanges).findLast(
    ({ thing, path, refused }) => thing === outgoingTaskKey(taskId) && path[1] === 'complete' && refused !== null,
  )
  return useMemo(() => (change ? { change, answer: (change.input as { answer: TaskAnswer }).answer } : null), [change])
}

/**
 * Shows an answer that was submitted without a connection and later refused by the server. With `onEdit`, a button puts
 * the answer back into the form. Without `onEdit`, the button discards the answer.
 */
export function RefusedAnswer({ taskId, form, onEdit }: Props) {
  const { t } = useTranslation('common')
  const refused = useRefusedAnswer(taskId)
  if (!refused) return null
  const { change, answer } = refused
  const act = () => void discardWaiting(change).then(() => onEdit?.(answer))
  return (
    <Callout
      kind="danger"
      urgent
      title={t('offline.refused')}
      action={
        <Button variant="default" size="compact-sm" onClick={act}>
          {t(onEdit ? 'offline.edit' : 'offline.discard')}
        </Button>
      }
    >
      <TaskAnswerView form={form} answer={answer} />
    </Callout>
  )
}
