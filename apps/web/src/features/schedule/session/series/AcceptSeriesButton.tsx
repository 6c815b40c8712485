import type { Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useSessionMutation } from '../summary/mutations.ts'
import { counterpartName } from '../summary/status.tsx'

type Props = { session: Session; viewer: ViewerRole; count: number }

/**
 * Renders a button that accepts all sessions of a series that await an answer. A client accepts for themselves, the
 * therapist on behalf of all participants.
 */
export function AcceptSeriesButton({ session, viewer, count }: Props) {
  const { t } = useTranslation('series')
  const name = counterpartName(session, viewer)
  const accept = useSessionMutation<object, { accepted: number }>({
    session,
    viewer,
    decidedOn: [session.revision, count],
    send: ({ command }) => api.series.accept({ sessionId: session.id, command }),
    done: ({ accepted }) => ({ variant: 'success', title: t(`done.accepted.${viewer}`, { count: accepted, name }) }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={accept.isPending}
      onClick={() => accept.mutate({})}
    >
      {t(`acceptAll.${viewer}`, { count })}
    </Button>
  )
}
