import { IconMessageOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { LazyGuardianThreadView } from '../../../messages/message/message.ts'
import { useActingFor } from '../frame/acting-for.ts'

/** The page on which a guardian writes to the therapist of a client. When the right ends, it replaces the messages with a text. */
export function GuardianMessagesPage() {
  const { t } = useTranslation('guardianMessages')
  const { clientId, firstName, therapistName, rights } = useActingFor()
  if (!rights.includes('messages'))
    return (
      <Card>
        <EmptyState
          icon={IconMessageOff}
          level="h1"
          title={t('ended', { therapist: therapistName })}
          text={t('endedText', { therapist: therapistName })}
        >
          <ButtonLink variant="light" to="/for/$clientId" params={{ clientId }}>
            {t('back', { name: firstName })}
          </ButtonLink>
        </EmptyState>
      </Card>
    )
  return (
    <>
      <PageHeader title={t('with', { name: therapistName })} facts={t('private', { name: firstName })} />
      <Card>
        <LazyGuardianThreadView clientId={clientId} />
      </Card>
    </>
  )
}
