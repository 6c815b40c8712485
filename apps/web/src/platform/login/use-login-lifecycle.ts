import { useEffect, useSyncExternalStore } from 'react'
import { observedAuthState, useLocked } from '../auth/use-auth.ts'
import { withAuthError } from '../auth/auth-state.ts'
import { onRequirementChange, pendingRequirement, requireLogin } from './reauthentication.ts'
import { fetchLogin, useLogin } from './login.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'

/** Returns the login requirement that the person must meet now, or null. */
export const useLoginRequirement = () => useSyncExternalStore(onRequirementChange, pendingRequirement)

/**
 * Connects the socket for the login of this browser. If the login has ended on the server, asks the person to sign in
 * again.
 */
export function useLoginLifecycle() {
  const login = useLogin()
  // A locked page does not connect, because the server would refuse the socket.
  const isLocked = useLocked()
  const id = isLocked ? null : (login?.loginId ?? null)
  useEffect(loadAuth, [])
  useEffect(() => {
    if (!id) return
    const ended = async () => {
      const now = await fetchLogin().catch(() => undefined)
      if (now === null) await requireLogin('sign-in')
      else if (now?.locked) await requireLogin('unlock')
      else realtimeClient.restart()
    }
    // The login may have ended while the page was in the back/forward cache of the browser.
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && void ended()
    addEventListener('pageshow', shownAgain)
    realtimeClient.onEnded = () => void ended()
    realtimeClient.start()
    return () => {
      removeEventListener('pageshow', shownAgain)
      realtimeClient.stop()
    }
  }, [id])
}

/** Loads and starts the sign-in module after the page. Returns a function that stops it. */
function loadAuth() {
  let gone = false
  let stop = () => {}
  import('../auth/auth.ts').then(
    ({ startAuth }) => {
      if (!gone) stop = startAuth()
    },
    () => observedAuthState.set(withAuthError(observedAuthState.get(), 'AUTH_START_FAILED')),
  )
  return () => {
    gone = true
    stop()
  }
}
