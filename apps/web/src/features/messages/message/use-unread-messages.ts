import { acknowledgedAtOnce } from '@attune/contract/features/messages/message/message.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, orpc } from '../../../platform/api/api.ts'
import { unreadPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useGuardianMessageSubscriptions } from './guardian/use-guardian-conversations.ts'

const useUnreadCounts = () =>
  useQuery({
    ...orpc.message.unreadCounts.queryOptions({ input: {} }),
    refetchInterval: usePolling(unreadPollSeconds),
  })

/**
 * Returns the number of unread messages in all conversations; 0 until the number is loaded, and if loading fails
 * [8.08]. Polls the number every 30 seconds while the socket is not connected [7.11].
 */
export function useUnreadMessages(): number {
  return [...useUnreadByConversation().values()].reduce((sum, unread) => sum + unread, 0)
}

/** Returns the number of unread messages by the id of their conversation. Conversations without any are not in it. */
export function useUnreadByConversation(): ReadonlyMap<string, number> {
  const read = useUnreadCounts()
  return new Map((read.data?.items ?? []).map(({ conversationId, unread }) => [conversationId, unread]))
}

/**
 * Reports to the server that the unread messages arrived on this device, in several calls if one call cannot contain all their ids. Runs again each
 * time the counts load, so an error needs no handling.
 */
export function useAcknowledgeMessages() {
  const { data, dataUpdatedAt } = useUnreadCounts()
  useEffect(() => {
    const ids = (data?.items ?? []).flatMap(({ unacknowledgedId }) => unacknowledgedId ?? [])
    for (let from = 0; from < ids.length; from += acknowledgedAtOnce)
      void api.message.acknowledge({ ids: ids.slice(from, from + acknowledgedAtOnce) }).catch(() => {})
  }, [data, dataUpdatedAt])
}

/**
 * Refetches conversations, messages and unread counts when a message or a read position changes, and the message status when messages arrive at the
 * other participant.
 */
export function useMessageSubscriptions() {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: orpc.message.key() })
  useSubscription('conversations', invalidate)
  useSubscription('messages', invalidate)
  useGuardianMessageSubscriptions()
  useSubscription('conversation_reads', invalidate)
  useSubscription('conversation_arrivals', () => {
    void cache.invalidateQueries({ queryKey: orpc.message.messages.key() })
    void cache.invalidateQueries({ queryKey: orpc.message.list.key() })
  })
}
