import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { useActingFor } from '../frame/acting-for.ts'
import { GuardedSessionView } from './GuardedSessionView.tsx'
import { useSubscribeToGuardedSessions } from './use-guarded-sessions.ts'

const route = getRouteApi('/for/$clientId/sessions/$sessionId')

/** The page of one session of the client. */
export function GuardedSessionPage() {
  const { sessionId } = route.useParams()
  return <GuardedSessionById key={sessionId} id={sessionId} />
}

/** Loads one session of the client and shows it. */
export function GuardedSessionById({ id }: { id: string }) {
  const { t } = useTranslation(['guardianSession', 'session', 'sessionPage', 'negotiation'])
  const { clientId } = useActingFor()
  useSubscribeToGuardedSessions()
  useMarkSubjectRead('session', id)
  const read = useQuery(orpc.guardian.session.queryOptions({ input: { actingFor: clientId, id } }))
  return (
    <LoadedById
      read={read}
      title={t('one')}
      failed={t('oneFailed')}
      again={t('again')}
      missing={{
        icon: IconCalendarOff,
        title: t('notFound'),
        text: t('notFoundText'),
        back: (
          <ButtonLink variant="light" to="/for/$clientId" params={{ clientId }}>
            {t('toHome')}
          </ButtonLink>
        ),
      }}
    >
      {(data) => <GuardedSessionView data={data} />}
    </LoadedById>
  )
}
