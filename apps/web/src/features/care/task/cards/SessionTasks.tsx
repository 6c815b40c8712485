import type { SessionId } from '@attune/contract/common/ids'
import { useQuery } from '@tanstack/react-query'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButtons } from '../send/AssignTaskButtons.tsx'
import { useDueText } from '../status.tsx'
import { TaskCardRow } from './TaskCardRow.tsx'

const shown = 20

/**
 * Lists the tasks that were assigned in a session. A button assigns another task to the participants of the session.
 */
export function SessionTasks({ sessionId, clients }: { sessionId: SessionId; clients: readonly PickedClient[] }) {
  const { t } = useTranslation('tasks')
  const dueText = useDueText()
  const read = useQuery(orpc.task.list.queryOptions({ input: { sessionId, limit: shown } }))
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('ofSession.title')}
      count={items.length}
      rows
      action={<AssignTaskButtons clients={clients} sessionId={sessionId} />}
    >
      {read.isPending && <Pending />}
      {items.length === 0 && (
        <CardRow>
          <Text size="sm" c="dimmed">
            {read.isError ? t('loadFailed') : read.isPending ? '\u00a0' : t('ofSession.none')}
          </Text>
        </CardRow>
      )}
      {items.map((task) => (
        <TaskCardRow key={task.id} task={task}>
          {[clients.length > 1 && task.client.firstName, dueText(task)].filter(Boolean).join(', ')}
        </TaskCardRow>
      ))}
    </Section>
  )
}
