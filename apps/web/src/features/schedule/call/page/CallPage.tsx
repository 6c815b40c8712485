import '../../../../ui/styles-signed-in.ts'
import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { readCallSearch } from '@attune/contract/features/schedule/call/call.rules'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Loader } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { activeCall } from '../active-call.ts'
import classes from './call-page.module.css'
import { CallEndScreen } from './CallEndScreen.tsx'
import { CallRoomPage } from './CallRoomPage.tsx'
import { CallScreen } from './CallScreen.tsx'

export type CallPageProps = {
  sessionId: SessionId
  /** Offers to complete the session. The route passes it, because the session feature imports the call feature. */
  CompleteSession: ComponentType<{ sessionId: SessionId }>
}

/** The page of a session's call: the page before it, the call itself, or the screen after its end. */
export function CallPage(props: CallPageProps) {
  const role = useMe()?.role
  const actingFor = readCallSearch(useSearch({ strict: false }))
  return (
    <main id="main" className={classes.page}>
      <Suspense fallback={<Loader className={classes.loader} />}>
        {(role === 'therapist' || role === 'client') && (
          <CallOfSession {...props} viewer={role} actingFor={role === 'client' ? actingFor : null} />
        )}
      </Suspense>
    </main>
  )
}

type Props = CallPageProps & { viewer: ViewerRole; actingFor: ClientId | null }

function CallOfSession({ sessionId, CompleteSession, viewer, actingFor }: Props) {
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
    <CallEndScreen active={active} viewer={viewer} CompleteSession={CompleteSession} />
  )
}

/** Forgets a call that has ended, so that its end is shown only until the person opens another page. */
function forgetEndedCall() {
  if (activeCall.get()?.endedAt) activeCall.set(null)
}
