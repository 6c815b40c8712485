import { admittedMinutes, hasMet } from '@attune/contract/features/schedule/call/call.rules'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { activeCall, type ActiveCall } from '../active-call.ts'
import { useCallTimesSubscription } from '../time/use-call-times-subscription.ts'
import classes from './call-page.module.css'
import { callEndOf } from './call-end.ts'
import type { CallPageProps } from './CallPage.tsx'
import { SessionLink } from './SessionLink.tsx'

type Props = Pick<CallPageProps, 'CompleteSession'> & { active: ActiveCall; viewer: ViewerRole }

/** Says how the call ended, with a button that returns to the call if that is possible, and a link to the session. */
export function CallEndScreen({ active, viewer, CompleteSession }: Props) {
  const { t } = useTranslation('callPage')
  const now = useNow()
  const { kind, mayReturn } = callEndOf(active, viewer)
  const isSoon = kind !== 'left' || now.getTime() - (active.endedAt ?? 0) < admittedMinutes * 60_000
  const { sessionId } = active
  const isDone = viewer === 'therapist' && kind !== 'takenOver'
  const times = useQuery({ ...orpc.call.ofSession.queryOptions({ input: { sessionId } }), enabled: isDone })
  useCallTimesSubscription()
  return (
    <EmptyState
      icon={IconPhoneOff}
      level="h1"
      title={t(`end.${kind}.title`)}
      text={
        <>
          {t(`end.${kind}.text`)}
          {isDone && (
            <>
              <br />
              {t('end.next')}
            </>
          )}
        </>
      }
    >
      <div className={classes.actions}>
        {isDone && hasMet(times.data?.items ?? []) && <CompleteSession sessionId={sessionId} />}
        {mayReturn && isSoon && (
          <Button data-autofocus onClick={() => activeCall.set(null)}>
            {t(kind === 'takenOver' ? 'end.here' : 'end.back')}
          </Button>
        )}
        <SessionLink sessionId={sessionId} viewer={viewer} actingFor={active.actingFor}>
          {t('openSession')}
        </SessionLink>
      </div>
    </EmptyState>
  )
}
