import { useSyncExternalStore } from 'react'
import { loadingState, type AuthState } from './auth-state.ts'

/** A value with subscribers and a hook that reads it. */
function observable<T>(start: T) {
  let value = start
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: T) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}

/** The login state for pages. The code that sets it is loaded after the page. */
export const observedAuthState = observable<AuthState>(loadingState)
export const observedLock = observable(false)

/** The login state of this browser [3.18]. */
export const useAuth = observedAuthState.use

/** Whether the page is locked because of inactivity. */
export const useLocked = observedLock.use
