import { notifyManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../../query/query-client.ts'
import { savedAt } from './opened-pages.ts'

const subscribe = (listener: () => void) => {
  const later = notifyManager.batchCalls(listener)
  addEventListener('online', later)
  addEventListener('offline', later)
  const stop = queryClient.getQueryCache().subscribe(later)
  return () => {
    stop()
    removeEventListener('online', later)
    removeEventListener('offline', later)
  }
}

/**
 * Returns the time at which the server sent the oldest stored data that the page shows, in milliseconds. Returns null if the page shows only data
 * from the server.
 */
export const useSavedAt = (): number | null => useSyncExternalStore(subscribe, () => savedAt(queryClient))
