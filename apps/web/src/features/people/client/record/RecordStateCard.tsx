import type { Client } from '@attune/contract/features/people/client/client'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { DisconnectButton } from '../../connection/connection.ts'
import { ExportRecordButton } from '../../../care/record-export/record-export.ts'
import { ClientStatusBadge } from '../ClientStatusBadge.tsx'
import { recordStateOf, type RecordAction } from './state.ts'

const RecordActionDialog = lazyNamed(() => import('./RecordActionDialog.tsx'), 'RecordActionDialog')

const SharedPartsNotice = lazyNamed(() => import('../../../care/record-export/record-export.ts'), 'SharedPartsNotice')

const acts: readonly RecordAction[] = ['activate', 'pause', 'resume', 'undoJoin']

/** Shows status and connection of a client, with the actions that the server allows. */
export function RecordStateCard({ client }: { client: Client }) {
  const { t } = useTranslation('record')
  const locale = useLocale()
  const [asking, setAsking] = useState<RecordAction | null>(null)
  const name = client.firstName
  const day = (instant: string | null) => (instant ? dateText(localDay(instant, locale), locale.language) : '')
  const state = recordStateOf(client)
  const when = day(state === 'left' ? client.disconnectedAt : client.connectedAt)
  const allowed = acts.filter((act) => client.may[act])
  return (
    <Section title={t('state.title')} action={<ClientStatusBadge status={client.status} />}>
      <Text size="sm">{t(`state.${state}`, { name, when })}</Text>
      {state === 'left' && <SharedPartsNotice clientId={client.id} name={name} />}
      <Group gap="xs" mt="sm">
        {allowed.map((act) => (
          <Button key={act} variant="default" aria-haspopup="dialog" onClick={() => setAsking(act)}>
            {t(`state.${act}`)}
          </Button>
        ))}
        {client.may.disconnect && <DisconnectButton clientId={client.id} name={name} viewer="therapist" />}
        <ExportRecordButton clientId={client.id} name={name} />
      </Group>
      {asking && <RecordActionDialog client={client} act={asking} onClose={() => setAsking(null)} />}
    </Section>
  )
}
