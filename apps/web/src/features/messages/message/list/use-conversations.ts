import type { ClientId } from '@attune/contract/common/ids'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import { keepPreviousData, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { storedPage } from '../../../../platform/offline/stored-query.ts'
import { keepUnchangedItems } from '../keep-unchanged.ts'
import { forgetOtherConversations, rememberSenders } from '../senders.ts'

/** The id under which this device stores the first page of the conversations. */
const listId = 'list'
type ConversationPage = { items: Conversation[]; next: string | null }
type LoadedConversations = InfiniteData<ConversationPage, string | undefined>
const storedList = storedPage<ConversationPage>({ kind: 'messages', id: listId, keep: ([first]) => first ?? null })

/** Loads the person's conversations page by page: those with unread messages first, then the latest first. */
export function useConversations() {
  const read = useInfiniteQuery(
    orpc.message.list.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      structuralSharing: (before, after) =>
        keepUnchangedItems(before as LoadedConversations | undefined, after as LoadedConversations),
      persister: storedList,
    }),
  )
  const cache = useQueryClient()
  const { data, dataUpdatedAt } = read
  useEffect(() => {
    if (!data) return
    const all = data.pages.flatMap(({ items }) => items)
    rememberSenders(cache, all, dataUpdatedAt)
    if (!data.pages.at(-1)?.next) forgetOtherConversations([listId, ...all.map(({ id }) => id)])
  }, [cache, data, dataUpdatedAt])
  const conversations = useMemo(() => distinctConversations(data), [data])
  return { read, conversations }
}

/** Returns each conversation once. While the pages load, a conversation may move to another page and then be in both. */
function distinctConversations(data: LoadedConversations | undefined): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const conversation of data?.pages.flatMap(({ items }) => items) ?? [])
    if (!byId.has(conversation.id)) byId.set(conversation.id, conversation)
  return [...byId.values()]
}

/** Finds messages by the beginnings of words, page by page, in one conversation or in all. */
export function useFoundMessages(search: string, conversationId?: ClientId) {
  return useInfiniteQuery({
    ...orpc.message.search.infiniteOptions({
      input: (after: string | undefined) => ({
        search,
        ...(conversationId && { conversationId }),
        after,
        limit: 30,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
}
