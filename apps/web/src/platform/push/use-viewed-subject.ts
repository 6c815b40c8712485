import type { RelatedType } from '@attune/contract/features/messages/notification/notification'
import { subjectViewTimes } from '@attune/contract/features/messages/push/push.rules'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../api/api.ts'
import { useLocked } from '../auth/use-auth.ts'

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isPageVisible = () => document.visibilityState === 'visible'

/**
 * Reports to the server that this page visibly shows a subject of notifications. The server then pushes no notification about this subject to the
 * person. Ignores failed calls, because they affect at most one push notification.
 */
export function useViewedSubject(type: RelatedType, id: string) {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible)
  const isShown = !useLocked() && isVisible
  useEffect(() => {
    if (!isShown) return
    const page = crypto.randomUUID()
    const tell = (stillVisible: boolean) =>
      void api.push.setViewed({ page, type, id, isVisible: stillVisible }).catch(() => {})
    tell(true)
    const timer = setInterval(() => tell(true), subjectViewTimes.renewSeconds * 1000)
    return () => {
      clearInterval(timer)
      tell(false)
    }
  }, [isShown, type, id])
}
