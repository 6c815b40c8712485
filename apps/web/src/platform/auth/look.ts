import { useSyncExternalStore } from 'react'
import { unknown, type AuthState } from './state.ts'

/** A value that pages look at and one machine sets. */
function cell<T>(start: T) {
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

/** What the machines of the login, which are loaded after the page, let the pages see. */
export const authSeen = cell<AuthState>(unknown)
export const lockSeen = cell(false)

/** What the browser knows of the person at it [3.18]. */
export const useAuth = authSeen.use

/** Whether the page is locked for idleness. */
export const useLocked = lockSeen.use
