import type { Task } from '@attune/contract/features/task'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentText } from '../../ui/moment.ts'
import { Steps } from '../../ui/Steps.tsx'
import type { Details } from './acts.ts'

type Props = { task: Task; steps: Details['history']; viewer: 'therapist' | 'client' }

/** The history of a task, latest step first: who, when and why. */
export function TaskHistory({ task, steps, viewer }: Props) {
  const { t } = useTranslation('tasks')
  const reader = useReader()
  const nameOf = (by: 'therapist' | 'client' | 'product') =>
    by === 'therapist' ? task.therapist.name : task.client.firstName
  const shown = steps.map(({ at, by, action, reason }, index) => ({
    // Steps are only ever appended, so the index is a stable id.
    id: String(index),
    words:
      by === 'product' || by === viewer
        ? t(`history.${action}`)
        : t('history.by', { words: t(`history.${action}`), name: nameOf(by) }),
    more: reason && <q>{reason}</q>,
    at,
    when: momentText(at, reader),
  }))
  return <Steps of={shown.reverse()} />
}
