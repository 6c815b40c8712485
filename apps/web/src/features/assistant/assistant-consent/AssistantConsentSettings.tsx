import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { AssistantConsentPanel } from './AssistantConsentPanel.tsx'
import { useSubscribeToAssistantConsents } from './use-assistant-consent.ts'

/**
 * Shows the client's consent to the assistant, one card per connected therapist. Renders nothing while it loads. Shows a sentence instead if no
 * therapist uses the assistant.
 */
export function AssistantConsentSettings() {
  const { t } = useTranslation('assistantConsent')
  const read = useQuery(orpc.assistantConsent.list.queryOptions({ input: {} }))
  useSubscribeToAssistantConsents()
  if (read.isPending) return null
  if (read.isError)
    return (
      <Section title={t('title')}>
        <Query of={read} alsoStale failed={t('failed')} again={t('again')} />
      </Section>
    )
  if (read.data.items.length === 0) return <Callout>{t('unused')}</Callout>
  return read.data.items.map((consent) => (
    <Section key={consent.clientId} title={t('title')} hint={t('with', { name: consent.therapistName })}>
      <AssistantConsentPanel consent={consent} viewer="client" name={consent.therapistName} />
    </Section>
  ))
}
