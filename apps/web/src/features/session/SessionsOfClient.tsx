import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/Section.tsx'
import { SessionList } from './SessionList.tsx'
import { WaitingList } from './WaitingList.tsx'

/** The sessions with one client: those that await an answer, then upcoming and past ones. */
export function SessionsOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('session')
  return (
    <Stack gap="md">
      <WaitingList viewer="therapist" clientId={clientId} quiet />
      {(['upcoming', 'history'] as const).map((which) => (
        <Section key={which} title={t(which)} rows>
          <SessionList which={which} viewer="therapist" clientId={clientId} />
        </Section>
      ))}
    </Stack>
  )
}
