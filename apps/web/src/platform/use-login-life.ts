import { useEffect, useSyncExternalStore } from 'react'
import { authSeen } from './auth/look.ts'
import { failed } from './auth/state.ts'
import { onGate, openGate, pass } from './gates.ts'
import { readLogin, useLogin } from './login.ts'
import { socket } from './realtime.ts'

/** The gate that stands open now, or null. */
export const useGate = () => useSyncExternalStore(onGate, openGate)

/**
 * The life of a login in this browser: its socket, and what follows when the server says that it is over. `waits`
 * names pages that show by themselves what a weak login needs.
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

/** The machines of the login come after the page; the answer stops them. */
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
