import type { SessionId, TherapistId } from '@attune/contract/common/ids'
import { IconClockPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'

type Props = {
  /** The therapist of the waiting list; by default any therapist of the client. */
  therapistId?: TherapistId
  /** The session for which the client asks for an earlier time. */
  sessionId?: SessionId
}

/**
 * A link to the client's waiting list: for a further session, or for an earlier time for a session. Renders nothing if the therapist has no waiting
 * list and the client has no entry for this therapist and session.
 */
export function WaitingListLink({ therapistId, sessionId }: Props) {
  const { t } = useTranslation('shell')
  const { data, isPending } = useQuery(orpc.waitingList.mine.queryOptions({ input: {} }))
  if (isPending) return <Pending />
  const isOpen = data?.therapists.some((one) => !therapistId || one.therapistId === therapistId)
  const waits = data?.items.some(
    (one) => !therapistId || (one.therapistId === therapistId && one.sessionId === (sessionId ?? null)),
  )
  if (!isOpen && !waits) return null
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconClockPlus size={18} stroke={1.75} aria-hidden />}
      to="/dashboard/client/waiting-list"
      {...(sessionId && !waits && { search: { session: sessionId } })}
    >
      {t(waits ? 'waiting.on' : sessionId ? 'waiting.earlier' : 'waiting.further')}
    </ButtonLink>
  )
}
