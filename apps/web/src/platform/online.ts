import { useSyncExternalStore } from 'react'

function follow(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a connection. */
export const useOnline = () => useSyncExternalStore(follow, () => navigator.onLine)
