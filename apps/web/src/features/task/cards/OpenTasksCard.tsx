import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { Row, Section } from '../../../ui/Section.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import type { Picked } from '../../session/session.ts'
import { AssignButton } from '../AssignButton.tsx'
import { useDueWords } from '../marks.tsx'
import { TaskLine } from './TaskLine.tsx'

const shown = 4

/** A summary of the open tasks of one client, on their profile. */
export function OpenTasksCard({ client, may }: { client: Picked; may: boolean }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueWords()
  const read = useQuery(
    query.task.list.queryOptions({ input: { clientId: client.id, part: 'open', limit: shown + 1 } }),
  )
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('ofClient.open')}
      rows
      action={may && <AssignButton clients={[client]} variant="subtle" size="compact-sm" short />}
    >
      {items.length === 0 && (
        <Row>
          <Text size="sm" c="dimmed">
            {read.isError ? t('loadFailed') : read.isPending ? '\u00a0' : t('ofClient.noneOpen')}
          </Text>
        </Row>
      )}
      {items.slice(0, shown).map((task) => (
        <TaskLine key={task.id} task={task}>
          {dueWords(task)}
        </TaskLine>
      ))}
      {items.length > shown && (
        <Row>
          <TextLink
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: client.id }}
            search={{ tab: 'tasks' }}
          >
            {t('ofClient.all')}
          </TextLink>
        </Row>
      )}
    </Section>
  )
}
