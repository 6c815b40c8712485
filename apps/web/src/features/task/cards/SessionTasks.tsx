import { useQuery } from '@tanstack/react-query'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { Row, Section } from '../../../ui/Section.tsx'
import type { Picked } from '../../session/session.ts'
import { AssignButton } from '../AssignButton.tsx'
import { useDueWords } from '../marks.tsx'
import { TaskLine } from './TaskLine.tsx'

const shown = 20

/** The tasks assigned in a session, and a button that assigns another to its participants. */
export function SessionTasks({ sessionId, clients }: { sessionId: string; clients: readonly Picked[] }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueWords()
  const read = useQuery(query.task.list.queryOptions({ input: { sessionId, limit: shown } }))
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('ofSession.title')}
      count={items.length}
      rows
      action={<AssignButton clients={clients} sessionId={sessionId} variant="subtle" size="compact-sm" short />}
    >
      {items.length === 0 && (
        <Row>
          <Text size="sm" c="dimmed">
            {read.isError ? t('loadFailed') : read.isPending ? '\u00a0' : t('ofSession.none')}
          </Text>
        </Row>
      )}
      {items.map((task) => (
        <TaskLine key={task.id} task={task}>
          {[clients.length > 1 && task.client.firstName, dueWords(task)].filter(Boolean).join(', ')}
        </TaskLine>
      ))}
    </Section>
  )
}
