import type { Client } from '@attune/contract/features/people/client/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { ConsentPanel } from './ConsentPanel.tsx'
import { useSubscribeToTextConsents } from './use-text-consents.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

/**
 * A client's consent to text messages, as the therapist sees and records it. Renders nothing while the consent loads or if the practice sends no text
 * messages.
 */
export function TextConsentCard({ client }: { client: Pick<Client, 'id' | 'firstName' | 'language'> }) {
  const { t } = useTranslation('consent')
  const read = useQuery(orpc.consent.get.queryOptions({ input: { id: client.id } }))
  useSubscribeToTextConsents(client.id)
  if (read.isPending || read.data?.channels.length === 0) return null
  return (
    <Section title={t('title')}>
      <Query of={read} failed={t('failed')} again={t('again')}>
        {(data) => (
          <ConsentPanel consent={data} viewer="therapist" name={client.firstName} language={client.language} />
        )}
      </Query>
    </Section>
  )
}
