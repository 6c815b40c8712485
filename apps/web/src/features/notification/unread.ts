import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { unreadSeconds, usePolling } from '../../platform/polling.ts'

/** The unread notifications, updated live and polled every 30 s while the socket is not connected [7.11]. */
export function useUnread() {
  const options = query.notification.list.queryOptions({ input: { unreadOnly: true } })
  return useQuery({ ...options, refetchInterval: usePolling(unreadSeconds) })
}
