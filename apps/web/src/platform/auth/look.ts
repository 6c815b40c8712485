import { useSyncExternalStore } from 'react'
import { unknown, type AuthState } from './state.ts'

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
export const authSeen = observable<AuthState>(unknown)
export const lockSeen = observable(false)

/** The login state of this browser [3.18]. */
export const useAuth = authSeen.use

/** Whether the page is locked because of inactivity. */
export const useLocked = lockSeen.use
