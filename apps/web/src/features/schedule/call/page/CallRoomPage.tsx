import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { callRoomQuery, useReadCallRoom } from '../call-room.ts'
import { useServerNow } from '../../../../ui/page/use-now.ts'
import classes from './call-page.module.css'
import { CallUnavailable, unavailabilityOf } from './CallUnavailable.tsx'
import { JoinCall } from './JoinCall.tsx'

/** The interval in milliseconds at which the page checks whether the call is open and whether the therapist is there. */
const readAgainMilliseconds = 10_000

type Props = { sessionId: SessionId; viewer: ViewerRole; actingFor: ClientId | null }

/** The page before the call, or the reason why there is no call now. */
export function CallRoomPage({ sessionId, viewer, actingFor }: Props) {
  const { t } = useTranslation('callPage')
  const now = useServerNow()
  const room = useQuery({ ...callRoomQuery({ sessionId, actingFor }), refetchInterval: readAgainMilliseconds })
  const readAgain = useReadCallRoom({ actingFor })
  useSubscription('call', readAgain)
  useSubscription('call_person', readAgain)
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(room.error)))
    return <CallUnavailable kind="notFound" {...{ sessionId, viewer, actingFor }} />
  return (
    <Query
      of={room}
      pending={<Loader className={classes.loader} aria-label={t('title')} />}
      failed={t('loadFailed')}
      again={t('again')}
    >
      {(data) => {
        const kind = unavailabilityOf(data, now)
        return kind ? (
          <CallUnavailable kind={kind} room={data} {...{ sessionId, viewer, actingFor }} />
        ) : (
          <JoinCall room={data} {...{ sessionId, viewer, actingFor }} />
        )
      }}
    </Query>
  )
}
