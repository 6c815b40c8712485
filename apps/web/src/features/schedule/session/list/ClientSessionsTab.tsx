import type { ClientId } from '@attune/contract/common/ids'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { PagedSessionList } from './PagedSessionList.tsx'
import { LazyAwaitingAnswerPanel } from '../waiting/LazyAwaitingAnswerPanel.tsx'

/** Lists the sessions of one client: first those that await an answer, then the upcoming and the past sessions. */
export function ClientSessionsTab({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('session')
  return (
    <Stack gap="md">
      <LazyAwaitingAnswerPanel viewer="therapist" clientId={clientId} hiddenWhenEmpty />
      {(['upcoming', 'history'] as const).map((which) => (
        <Section key={which} title={t(which)} rows>
          <PagedSessionList which={which} viewer="therapist" clientId={clientId} />
        </Section>
      ))}
    </Stack>
  )
}
