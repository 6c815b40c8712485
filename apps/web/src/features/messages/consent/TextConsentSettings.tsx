import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { ConsentPanel } from './ConsentPanel.tsx'
import { useSubscribeToTextConsents } from './use-text-consents.ts'

/**
 * The client's consent to text messages, one card for each connected therapist. Renders nothing while the consents load. If there are no consents to
 * show, says that the practice sends no texts.
 */
export function TextConsentSettings() {
  const { t } = useTranslation('consent')
  const read = useQuery(orpc.consent.list.queryOptions({ input: {} }))
  useSubscribeToTextConsents()
  if (read.isPending) return null
  if (!read.data)
    return (
      <Section title={t('title')}>
        <Query of={read} failed={t('failed')} again={t('again')} />
      </Section>
    )
  if (read.data.items.length === 0) return <Callout>{t('unused')}</Callout>
  return read.data.items.map((consent) => (
    <Section key={consent.clientId} title={t('title')} hint={t('from', { name: consent.therapistName })}>
      <ConsentPanel consent={consent} viewer="client" name={consent.therapistName} />
    </Section>
  ))
}
