import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { NoConsentStep } from '../request/NoConsentStep.tsx'
import { useAssistantStatus } from '../use-assistant-status.ts'
import type { ChatFormState } from './use-chat-form.ts'

/**
 * Shows why no question can be asked: the assistant is off, the record is inactive, the client has not consented, or these facts are not loaded yet.
 */
export function NotAsking({ form: { client, name, read, mayAsk } }: { form: ChatFormState }) {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  const status = useAssistantStatus()
  if (!status.data)
    return <Query of={status} pending={<Skeleton height={88} radius={14} />} failed={t('failed')} again={t('again')} />
  if (!status.data.offered) return <Callout>{t('off')}</Callout>
  if (!status.data.switchedOnAt)
    return (
      <Callout
        action={
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/dashboard/$userType/settings/$subject"
            params={{ userType: 'therapist', subject: 'assistant' }}
          >
            {t('toSettings')}
          </ButtonLink>
        }
      >
        {t('notSwitchedOn')}
      </Callout>
    )
  if (mayAsk === 'inactive') return <Callout>{t('assistant:inactive')}</Callout>
  if (mayAsk === 'no-consent' && client) return <NoConsentStep client={{ ...client, name }} canRecord />
  return (
    <Query
      of={read}
      alsoStale
      pending={<Skeleton height={88} radius={14} />}
      failed={t('assistant:loadFailed')}
      again={t('again')}
    />
  )
}
