import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import { AssignedTaskList } from './AssignedTaskList.tsx'
import { LazyTaskProgress } from '../progress/LazyTaskProgress.tsx'

/** Renders the tasks tab of a client's profile: open tasks, ended tasks and progress. */
export function ClientTasksTab({ client, may }: { client: PickedClient; may: boolean }) {
  const { t } = useTranslation('tasks')
  const { id: clientId } = client
  return (
    <Stack gap="md">
      <Section
        title={t('ofClient.open')}
        rows
        action={may && <AssignTaskButton clients={[client]} variant="light" size="compact-sm" />}
      >
        <AssignedTaskList filters={{ clientId, part: 'open' }} withPerson={false} none={t('ofClient.noneOpen')} />
      </Section>
      <Section title={t('ofClient.ended')} rows>
        <AssignedTaskList filters={{ clientId, part: 'ended' }} withPerson={false} none={t('ofClient.noneEnded')} />
      </Section>
      <LazyTaskProgress clientId={clientId} />
    </Stack>
  )
}
