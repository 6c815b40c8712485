import type { AssistantConversationId } from '@attune/contract/common/ids'
import type { AssistantConversationSummary } from '@attune/contract/features/assistant/assistant/assistant'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useRefetchAssistant } from '../use-assistant-status.ts'

/** Loads the conversations with the assistant page by page, most recently used first, and keeps them up to date. */
export function useChats() {
  const refetch = useRefetchAssistant()
  useSubscription('assistant_conversations', () => void refetch())
  const read = useInfiniteQuery(
    orpc.assistant.conversations.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  // A conversation that is used while the pages load can be on two of them.
  const byId = new Map<string, AssistantConversationSummary>()
  for (const chat of read.data?.pages.flatMap(({ items }) => items) ?? [])
    if (!byId.has(chat.id)) byId.set(chat.id, chat)
  return { read, chats: [...byId.values()] }
}

/** Loads a conversation. `enabled` is false for a new one without questions. */
export function useChat(id: AssistantConversationId, enabled: boolean) {
  return useQuery({
    ...orpc.assistant.conversation.queryOptions({ input: { id } }),
    enabled,
    staleTime: 0,
    retry: false,
  })
}

/** Returns a function that removes a deleted conversation from the cache and refetches the list. */
export function useForgetChat() {
  const cache = useQueryClient()
  return async (id: AssistantConversationId) => {
    cache.removeQueries({ queryKey: orpc.assistant.conversation.key({ input: { id } }) })
    await cache.invalidateQueries({ queryKey: orpc.assistant.conversations.key() })
  }
}
