import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useGuardianMessageSubscriptions } from '../../../messages/message/message.ts'
import { useActingFor } from '../frame/acting-for.ts'

/** The messages with the therapist on the home of a guardian: the number of unread ones, and a link to the conversation. */
export function GuardianMessagesSection() {
  const { t } = useTranslation('guardianMessages')
  const { clientId, therapistName } = useActingFor()
  useGuardianMessageSubscriptions()
  const read = useQuery(orpc.guardian.unreadMessages.queryOptions({ input: { actingFor: clientId } }))
  const unread = read.data?.unread ?? 0
  return (
    <Section
      title={t('title')}
      count={unread}
      hint={unread > 0 ? t('unread', { count: unread, name: therapistName }) : t('hint', { name: therapistName })}
    >
      <Query of={read} failed={t('failed')} again={t('again')} />
      <ButtonLink variant="light" to="/for/$clientId/messages" params={{ clientId }}>
        {t(unread > 0 ? 'read' : 'write', { name: therapistName })}
      </ButtonLink>
    </Section>
  )
}
