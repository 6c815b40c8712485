import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Section } from '../../ui/Section.tsx'
import { SessionList } from './SessionList.tsx'
import { WaitingRow } from './WaitingRow.tsx'

/** The sessions with one client: what waits for an answer, what comes, and what was. */
export function ClientSessions({ clientId }: { clientId: string }) {
  const { t } = useTranslation('session')
  const read = useQuery(query.session.waiting.queryOptions({ input: {} }))
  const waiting = (read.data?.items ?? []).filter(({ session, change }) =>
    change ? change.clientId === clientId : session.participants.some((person) => person.clientId === clientId),
  )
  return (
    <Stack gap="md">
      {waiting.length > 0 && (
        <Section title={t('waitingForYou')} count={waiting.length} tint="answer" rows>
          {waiting.map((one) => (
            <WaitingRow key={one.change?.id ?? one.session.id} waiting={one} viewer="therapist" />
          ))}
        </Section>
      )}
      {(['upcoming', 'history'] as const).map((which) => (
        <Section key={which} title={t(which)} rows>
          <SessionList which={which} viewer="therapist" clientId={clientId} />
        </Section>
      ))}
    </Stack>
  )
}
