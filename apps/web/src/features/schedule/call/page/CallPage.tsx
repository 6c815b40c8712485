import '../../../../ui/styles-signed-in.ts'
import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Loader } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { activeCall } from '../active-call.ts'
import classes from './call-page.module.css'
import { CallEndScreen } from './CallEndScreen.tsx'
import { CallRoomPage } from './CallRoomPage.tsx'
import { CallScreen } from './CallScreen.tsx'

/** The page of a session's call: the page before it, the call itself, or how it ended. */
export function CallPage({ sessionId }: { sessionId: SessionId }) {
  const role = useMe()?.role
  const actingFor = useActingForInCall()
  return (
    <main id="main" className={classes.page}>
      <Suspense fallback={<Loader className={classes.loader} />}>
        {(role === 'therapist' || role === 'client') && (
          <CallOfSession sessionId={sessionId} viewer={role} actingFor={role === 'client' ? actingFor : null} />
        )}
      </Suspense>
    </main>
  )
}

/** The client for whom a guardian opens the page, from its address. The server refuses everyone else. */
function useActingForInCall(): ClientId | null {
  const { for: client } = useSearch({ strict: false }) as { for?: unknown }
  return typeof client === 'string' ? (client as ClientId) : null
}

type Props = { sessionId: SessionId; viewer: ViewerRole; actingFor: ClientId | null }

function CallOfSession({ sessionId, viewer, actingFor }: Props) {
  const { t } = useTranslation('callPage')
  const active = useStore(activeCall)
  useEffect(() => {
    document.title = `${t('title')} · Attune`
  }, [t])
  useEffect(() => forgetEndedCall, [])
  if (active?.sessionId !== sessionId || active.actingFor !== actingFor)
    return <CallRoomPage key={actingFor} {...{ sessionId, viewer, actingFor }} />
  return active.endedAt === null ? (
    <CallScreen active={active} viewer={viewer} />
  ) : (
    <CallEndScreen active={active} viewer={viewer} />
  )
}

/** The end of a call is shown until the person opens another page. */
function forgetEndedCall() {
  if (activeCall.get()?.endedAt) activeCall.set(null)
}
