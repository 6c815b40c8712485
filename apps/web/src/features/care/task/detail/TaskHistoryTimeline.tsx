import type { Task } from '@attune/contract/features/care/task/task'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { HistoryList } from '../../../../ui/page/row/HistoryList.tsx'
import type { TaskDetailsData } from '../mutations.ts'

type Props = { task: Task; steps: TaskDetailsData['history']; viewer: 'therapist' | 'client' }

/** Shows the history of a task, latest step first. Each step names the action, the actor, the time and the reason. */
export function TaskHistoryTimeline({ task, steps, viewer }: Props) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const nameOf = (by: 'therapist' | 'client') => (by === 'therapist' ? task.therapist.name : task.client.firstName)
  const shown = steps.map(({ at, by, action, reason }, index) => ({
    // The index is a stable id, because the server only appends steps.
    id: String(index),
    text: t(`history.${action}`),
    more: (
      <>
        {by !== 'product' && by !== viewer && <div>{nameOf(by)}</div>}
        {reason && <q>{reason}</q>}
      </>
    ),
    at,
    when: momentText(at, locale),
  }))
  return <HistoryList of={shown.reverse()} />
}
