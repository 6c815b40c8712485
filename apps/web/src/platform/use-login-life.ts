import { useEffect, useSyncExternalStore } from 'react'
import { authSeen } from './auth/look.ts'
import { failed } from './auth/state.ts'
import { onGate, openGate, pass } from './gates.ts'
import { readLogin, useLogin } from './login.ts'
import { socket } from './realtime.ts'

/** The login requirement that the person is asked to fulfil now, or null. */
export const useGate = () => useSyncExternalStore(onGate, openGate)

/**
 * Connects the socket for the login of this browser and asks to sign in again when the server says that the login has
 * ended. `waits` says whether the current page handles a missing second factor itself.
 */
export function useLoginLife(waits: () => boolean) {
  const login = useLogin()
  const id = login?.loginId ?? null
  useEffect(loadAuth, [])
  useEffect(() => {
    if (!id) return
    const ended = async () => {
      const now = await readLogin().catch(() => undefined)
      if (now === null) await pass('sign-in')
      else if (now?.need && !waits()) await pass(now.need)
      else socket.restart()
    }
    socket.onEnded = () => void ended()
    socket.start()
    return () => socket.stop()
  }, [id, waits])
}

/** Loads the login code after the page. Returns a function that stops it. */
function loadAuth() {
  let gone = false
  let stop = () => {}
  import('./auth/auth.ts').then(
    ({ startAuth }) => {
      if (!gone) stop = startAuth()
    },
    () => authSeen.set(failed(authSeen.get(), 'AUTH_START_FAILED')),
  )
  return () => {
    gone = true
    stop()
  }
}
