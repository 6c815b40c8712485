import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/Section.tsx'
import type { Picked } from '../session/session.ts'
import { AssignButton } from './AssignButton.tsx'
import { GivenList } from './GivenList.tsx'
import { ProgressSection } from './progress/ProgressSection.tsx'

/** The tasks tab of a client's profile: open tasks, ended tasks and progress. */
export function TasksOfClient({ client, may }: { client: Picked; may: boolean }) {
  const { t } = useTranslation('tasks')
  const { id: clientId } = client
  return (
    <Stack gap="md">
      <Section
        title={t('ofClient.open')}
        rows
        action={may && <AssignButton clients={[client]} variant="light" size="compact-sm" />}
      >
        <GivenList filters={{ clientId, part: 'open' }} withPerson={false} none={t('ofClient.noneOpen')} />
      </Section>
      <Section title={t('ofClient.ended')} rows>
        <GivenList filters={{ clientId, part: 'ended' }} withPerson={false} none={t('ofClient.noneEnded')} />
      </Section>
      <ProgressSection clientId={clientId} />
    </Stack>
  )
}
