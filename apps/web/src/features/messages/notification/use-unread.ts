import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { unreadPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'

/**
 * Loads the unread notifications. Updates them live, and polls every 30 seconds while the socket is not connected
 * [7.11].
 */
export function useUnread() {
  const options = orpc.notification.list.queryOptions({ input: { unreadOnly: true } })
  return useQuery({ ...options, refetchInterval: usePolling(unreadPollSeconds) })
}
