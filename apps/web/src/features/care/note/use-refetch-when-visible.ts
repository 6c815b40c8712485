import { useEffect } from 'react'

const staleAfterMilliseconds = 30_000

/** Loads a query again when the page becomes visible and the data was loaded more than 30 seconds ago. */
export function useRefetchWhenVisible({ refetch, dataUpdatedAt }: { refetch: () => unknown; dataUpdatedAt: number }) {
  useEffect(() => {
    const refetchIfStale = () => {
      const isStale = Date.now() - dataUpdatedAt > staleAfterMilliseconds
      if (document.visibilityState === 'visible' && isStale) refetch()
    }
    document.addEventListener('visibilitychange', refetchIfStale)
    return () => document.removeEventListener('visibilitychange', refetchIfStale)
  }, [refetch, dataUpdatedAt])
}
