import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { unreadSeconds, usePolling } from '../../platform/polling.ts'

/** What is unread: told live, and asked for every 30 s while the socket is away [7.11]. */
export function useUnread() {
  const options = query.notification.list.queryOptions({ input: { unreadOnly: true } })
  return useQuery({ ...options, refetchInterval: usePolling(unreadSeconds) })
}
