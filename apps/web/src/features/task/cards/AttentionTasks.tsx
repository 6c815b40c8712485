import { shortName } from '@attune/contract/features/account.rules'
import type { Task } from '@attune/contract/features/task'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Pending } from '../../../ui/page/RevealTogether.tsx'
import { FlaggedAnswerBadge } from '../status.tsx'
import { TaskCardRow } from './TaskCardRow.tsx'

const shown = 4

/**
 * Lists the tasks that need the therapist's attention: flagged answers, declined tasks and overdue tasks. Renders
 * nothing if there are none.
 */
export function AttentionTasks() {
  const { t } = useTranslation('tasks')
  const counts = useQuery(orpc.task.counts.queryOptions({ input: {} }))
  const list = (input: Parameters<typeof orpc.task.list.queryOptions>[0]['input'] & object) =>
    orpc.task.list.queryOptions({ input })
  const flagged = useQuery({
    ...list({ status: 'completed', limit: 50 }),
    enabled: (counts.data?.flagged ?? 0) > 0,
  })
  const declined = useQuery(list({ status: 'denied', limit: shown }))
  const overdue = useQuery({
    ...list({ part: 'overdue', limit: shown }),
    enabled: (counts.data?.overdue ?? 0) > 0,
  })
  const more = [counts, flagged, declined, overdue].some(({ isLoading }) => isLoading) && <Pending />
  const raised = (flagged.data?.items ?? []).filter((task) => task.flag === 'raised')
  const waiting: Task[] = [...raised, ...(declined.data?.items ?? []), ...(overdue.data?.items ?? [])]
  if (waiting.length === 0) return more
  const most = Math.max(shown, raised.length)
  return (
    <Section
      title={t('card.waiting')}
      rows
      action={
        <TextLink to="/dashboard/$userType/tasks" params={{ userType: 'therapist' }}>
          {t('card.all')}
        </TextLink>
      }
    >
      {more}
      {waiting.slice(0, most).map((task) => (
        <TaskCardRow key={task.id} task={task} mark={task.flag === 'raised' ? <FlaggedAnswerBadge /> : undefined}>
          {shortName(task.client)}
        </TaskCardRow>
      ))}
    </Section>
  )
}
