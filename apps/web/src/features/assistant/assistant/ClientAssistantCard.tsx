import { useTranslation } from 'react-i18next'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { AssistantButton } from './AssistantButton.tsx'
import { ChatLink } from './ChatLink.tsx'
import type { AskedClient, AssistantPlace } from './assistant-request.ts'
import { DraftList } from './answer/DraftList.tsx'
import { RecordedConsent } from './request/NoConsentStep.tsx'
import { useIsAssistantOn } from './use-assistant-status.ts'
import classes from './assistant.module.css'

type Props = { client: AskedClient; may: boolean }

/**
 * The assistant on a client's record: a button that asks it, the drafts created there, and the client's consent. Renders nothing while the
 * assistant is off.
 */
export function ClientAssistantCard(props: Props) {
  return useIsAssistantOn() ? <Card {...props} /> : null
}

function Card({ client, may }: Props) {
  const { t } = useTranslation('assistant')
  const cache = useQueryClient()
  useSubscription('assistant_consents', () => void cache.invalidateQueries({ queryKey: orpc.assistantConsent.key() }), {
    column: 'client_id',
    op: 'eq',
    value: client.id,
  })
  const place: AssistantPlace = {
    name: `assistant-client-${client.id}`,
    clients: [client],
    sessionId: null,
    purposes: ['summary'],
    text: '',
  }
  return (
    <Section title={t('card.title')} hint={t('card.hint')}>
      <div className={classes.stack}>
        {may && (
          <div className={classes.buttons}>
            <ChatLink clientId={client.id} variant="light">
              {t('open.question', { name: client.name })}
            </ChatLink>
            <AssistantButton variant="light" onOpen={() => ({ place, use: null })}>
              {t('open.client')}
            </AssistantButton>
          </div>
        )}
        <DraftList clientId={client.id} place={place} use={null} />
        <RecordedConsent client={client} />
      </div>
    </Section>
  )
}
