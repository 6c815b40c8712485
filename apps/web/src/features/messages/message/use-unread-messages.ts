import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { unreadPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/**
 * Returns the number of unread messages in all conversations; 0 until the number is loaded, and if loading fails
 * [8.08]. Polls the number every 30 seconds while the socket is not connected [7.11].
 */
export function useUnreadMessages(): number {
  const read = useQuery({
    ...orpc.message.unreadCounts.queryOptions({ input: {} }),
    refetchInterval: usePolling(unreadPollSeconds),
  })
  return (read.data?.items ?? []).reduce((sum, { unread }) => sum + unread, 0)
}

/** Refetches conversations, messages and unread counts when a message or a read position changes. */
export function useMessageSubscriptions() {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: orpc.message.key() })
  useSubscription('conversations', invalidate)
  useSubscription('messages', invalidate)
  useSubscription('conversation_reads', invalidate)
}
