import { admittedMinutes } from '@attune/contract/features/schedule/call/call.rules'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { activeCall, type ActiveCall } from '../active-call.ts'
import classes from './call-page.module.css'
import { callEndOf } from './call-end.ts'
import { SessionLink } from './SessionLink.tsx'

/** Says how the call ended, with the way back into it where there is one, and to the session. */
export function CallEndScreen({ active, viewer }: { active: ActiveCall; viewer: ViewerRole }) {
  const { t } = useTranslation('callPage')
  const now = useNow()
  const { kind, mayReturn } = callEndOf(active, viewer)
  const isSoon = kind !== 'left' || now.getTime() - (active.endedAt ?? 0) < admittedMinutes * 60_000
  return (
    <EmptyState
      icon={IconPhoneOff}
      level="h1"
      title={t(`end.${kind}.title`)}
      text={
        <>
          {t(`end.${kind}.text`)}
          {viewer === 'therapist' && kind !== 'takenOver' && (
            <>
              <br />
              {t('end.next')}
            </>
          )}
        </>
      }
    >
      <div className={classes.actions}>
        {mayReturn && isSoon && (
          <Button data-autofocus onClick={() => activeCall.set(null)}>
            {t(kind === 'takenOver' ? 'end.here' : 'end.back')}
          </Button>
        )}
        <SessionLink sessionId={active.sessionId} viewer={viewer} actingFor={active.actingFor}>
          {t('openSession')}
        </SessionLink>
      </div>
    </EmptyState>
  )
}
