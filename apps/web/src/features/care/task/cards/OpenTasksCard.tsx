import type { RecordOverview } from '@attune/contract/features/people/client/client.overview'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButtons } from '../send/AssignTaskButtons.tsx'
import { useDueText } from '../status.tsx'
import { TaskCardRow } from './TaskCardRow.tsx'

type Props = {
  client: PickedClient
  /** Whether the therapist can assign a task to the client. */
  may: boolean
  /** The number of open tasks, and the first few of them; undefined while they load. */
  tasks: RecordOverview['tasks'] | undefined
}

/** Lists the first open tasks of a client, on the client's profile. */
export function OpenTasksCard({ client, may, tasks }: Props) {
  const { t } = useTranslation('tasks')
  const dueText = useDueText()
  const items = tasks?.items ?? []
  return (
    <Section
      title={t('ofClient.open')}
      count={tasks?.count ?? 0}
      rows
      action={may && <AssignTaskButtons clients={[client]} />}
    >
      {items.length === 0 && (
        <CardRow>
          <Text size="sm" c="dimmed">
            {tasks ? t('ofClient.noneOpen') : '\u00a0'}
          </Text>
        </CardRow>
      )}
      {items.map((task) => (
        <TaskCardRow key={task.id} task={task}>
          {dueText(task)}
        </TaskCardRow>
      ))}
      {(tasks?.count ?? 0) > items.length && (
        <CardRow>
          <TextLink
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: client.id }}
            search={{ tab: 'tasks' }}
          >
            {t('ofClient.all')}
          </TextLink>
        </CardRow>
      )}
    </Section>
  )
}
