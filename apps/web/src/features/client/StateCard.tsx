import type { Client } from '@attune/contract/features/client'
import { Button, Group, Text } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { dateText, dayOf } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import { DisconnectButton } from '../connection/connection.ts'
import { ClientMark } from './marks.tsx'
import { stateOf, type StateAct } from './state.ts'

const StateDialog = lazy(() => import('./StateDialog.tsx').then((file) => ({ default: file.StateDialog })))

const acts: readonly StateAct[] = ['activate', 'pause', 'resume', 'undoJoin']

/** The status and connection of a client, with the actions that the server allows. */
export function StateCard({ client }: { client: Client }) {
  const { t } = useTranslation('record')
  const reader = useReader()
  const [asking, setAsking] = useState<StateAct | null>(null)
  const name = client.firstName
  const day = (instant: string | null) => (instant ? dateText(dayOf(instant, reader), reader.language) : '')
  const state = stateOf(client)
  const when = day(state === 'left' ? client.disconnectedAt : client.connectedAt)
  const allowed = acts.filter((act) => client.may[act])
  return (
    <Section title={t('state.title')} action={<ClientMark status={client.status} />}>
      <Text size="sm">{t(`state.${state}`, { name, when })}</Text>
      {(allowed.length > 0 || client.may.disconnect) && (
        <Group gap="xs" mt="sm">
          {allowed.map((act) => (
            <Button key={act} variant="default" aria-haspopup="dialog" onClick={() => setAsking(act)}>
              {t(`state.${act}`)}
            </Button>
          ))}
          {client.may.disconnect && <DisconnectButton clientId={client.id} name={name} viewer="therapist" />}
        </Group>
      )}
      {asking && (
        <Suspense>
          <StateDialog client={client} act={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </Section>
  )
}
