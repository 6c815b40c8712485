import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'
import { unreadPollSeconds, usePolling } from '../../platform/use-polling.ts'

/** The unread notifications, updated live and polled every 30 s while the socket is not connected [7.11]. */
export function useUnread() {
  const options = orpc.notification.list.queryOptions({ input: { unreadOnly: true } })
  return useQuery({ ...options, refetchInterval: usePolling(unreadPollSeconds) })
}
