import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onAuthEvent } from '../../../../platform/backend/auth-events.ts'
import { useStore } from '../../../../platform/create-store.ts'
import { useWakeLock } from '../view/use-wake-lock.ts'
import { activeCall, forgetActiveCall } from '../active-call.ts'
import { SmallCall } from './SmallCall.tsx'

/**
 * The parts of a call on every page: the small window beside other pages, the question before the page is closed, and the wake lock of the screen. It
 * is loaded when a call begins.
 */
export function CallLayer() {
  const active = useStore(activeCall)
  const path = useLocation({ select: (location) => location.pathname })
  if (!active) return null
  return (
    <>
      {active.endedAt === null && <WhileInCall />}
      {path !== `/call/${active.sessionId}` && <SmallCall active={active} />}
    </>
  )
}

function WhileInCall() {
  useWakeLock()
  useQuestionBeforeClosing()
  useEffect(() => onAuthEvent((event) => event === 'SIGNED_OUT' && forgetActiveCall()), [])
  return null
}

/** The browser asks before it closes or reloads the page, because that leaves the call. */
function useQuestionBeforeClosing() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
