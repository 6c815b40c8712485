import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import type { PickedClient } from '../../session/session.ts'
import { AssignTaskButton } from '../AssignTaskButton.tsx'
import { useDueText } from '../status.tsx'
import { TaskCardRow } from './TaskCardRow.tsx'

const shown = 4

/** Lists the first open tasks of a client, on the client's profile. */
export function OpenTasksCard({ client, may }: { client: PickedClient; may: boolean }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueText()
  const read = useQuery(orpc.task.list.queryOptions({ input: { clientId: client.id, part: 'open', limit: shown + 1 } }))
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('ofClient.open')}
      rows
      action={may && <AssignTaskButton clients={[client]} variant="subtle" size="compact-sm" short />}
    >
      {items.length === 0 && (
        <CardRow>
          <Text size="sm" c="dimmed">
            {read.isError ? t('loadFailed') : read.isPending ? '\u00a0' : t('ofClient.noneOpen')}
          </Text>
        </CardRow>
      )}
      {items.slice(0, shown).map((task) => (
        <TaskCardRow key={task.id} task={task}>
          {dueWords(task)}
        </TaskCardRow>
      ))}
      {items.length > shown && (
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
