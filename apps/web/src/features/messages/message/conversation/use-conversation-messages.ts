import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { Conversation, Message } from '@attune/contract/features/messages/message/message'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { onSent } from '../../../../platform/outgoing/outgoing-state.ts'
import { storedPage } from '../../../../platform/offline/stored-query.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { keepUnchangedItems } from '../keep-unchanged.ts'
import { messageQueueName } from '../outgoing-messages.ts'
import { rememberSenders, useSender } from '../senders.ts'

/** The part of a conversation that a page of messages contains. Without a number, the page contains the latest messages. */
type MessagePosition = { around?: number; before?: number; after?: number }
type MessagePage = {
  conversation: Conversation
  nextSession: { id: SessionId; startsAt: string } | null
  items: Message[]
  hasOlder: boolean
  hasNewer: boolean
}
type LoadedMessages = InfiniteData<MessagePage, MessagePosition>

const messagesPerPage = 50
/** The maximum number of message pages in memory and on the screen. */
const maxPages = 8

/** The cache entry on this device for the latest messages of a conversation. Older pages are not stored. */
const storedMessages = (id: ClientId, around: number | undefined) =>
  storedPage<MessagePage>({
    kind: 'messages',
    id,
    keep: (pages) => {
      const [first, last] = [pages[0], pages.at(-1)]
      if (!first || !last || last.hasNewer) return null
      const all = pages.flatMap(({ items }) => items)
      const items = all.slice(-messagesPerPage)
      return { ...last, items, hasOlder: first.hasOlder || items.length < all.length }
    },
    fits: ({ items }) => around === undefined || items.some(({ seq }) => seq === around),
  })

const queryOf = (id: ClientId, around: number | undefined) =>
  orpc.message.messages.infiniteOptions({
    input: (position: MessagePosition) => ({ id, limit: messagesPerPage, ...position }),
    initialPageParam: (around === undefined ? {} : { around }) as MessagePosition,
    getNextPageParam: (last: MessagePage) => (last.hasNewer ? { after: last.items.at(-1)?.seq ?? 0 } : undefined),
    getPreviousPageParam: ({ hasOlder, items: [first] }: MessagePage) =>
      hasOlder && first ? { before: first.seq } : undefined,
    maxPages,
    structuralSharing: (before, after) =>
      keepUnchangedItems(before as LoadedMessages | undefined, after as LoadedMessages),
    persister: storedMessages(id, around),
  })

/** Loads the latest messages of a conversation, or those around the message with the number `around`. Loads older and newer ones on request. */
export function useConversationMessages(id: ClientId, around: number | undefined) {
  const cache = useQueryClient()
  const options = useMemo(() => queryOf(id, around), [id, around])
  const read = useInfiniteQuery(options)
  useFixedStart(options.queryKey, read.data)
  useEffect(
    () =>
      onSent((change, answer) => {
        if (change.thing === messageQueueName(id) && answer)
          cache.setQueryData(options.queryKey, (now) => now && withSentMessage(now, answer as Message))
      }),
    [cache, options, id],
  )
  // A file of the other participant is shown only after it was uploaded and checked.
  const invalidate = () => void cache.invalidateQueries({ queryKey: options.queryKey })
  useSubscription('files', invalidate)
  useSubscription('file_readers', invalidate)
  const messages = useMemo(() => read.data?.pages.flatMap(({ items }) => items) ?? [], [read.data])
  // While other messages of the same conversation load, its header and the message field stay visible.
  const latest = read.data?.pages.at(-1)
  const [shown, setShown] = useState(latest)
  if (latest && latest !== shown) setShown(latest)
  const showLatest = useCallback(() => void cache.resetQueries({ queryKey: options.queryKey }), [cache, options])
  const isRefused = errorCode(read.error) === 'NOT_FOUND'
  const { conversation, nextSession = null } = (!isRefused && shown) || {}
  useEffect(() => {
    if (latest) rememberSenders(cache, [latest.conversation], read.dataUpdatedAt)
  }, [cache, latest, read.dataUpdatedAt])
  const sender = useSender(id, conversation)
  return { read, messages, conversation, person: isRefused ? null : sender, nextSession, showLatest }
}

/**
 * Replaces the position of the first loaded page, 'the latest messages', with the number of the page's first message. Without this, a refetch would
 * load later messages for this page, and the oldest messages would disappear from the screen. Discards the messages when the conversation is closed
 * after scrolling, so that it opens at its end again.
 */
function useFixedStart(queryKey: ReturnType<typeof queryOf>['queryKey'], data: LoadedMessages | undefined) {
  const cache = useQueryClient()
  useEffect(() => {
    const first = data?.pages[0]?.items[0]
    if (!first || Object.keys(data?.pageParams[0] ?? {}).length > 0) return
    cache.setQueryData(
      queryKey,
      (now) => now && { ...now, pageParams: [{ after: first.seq - 1 }, ...now.pageParams.slice(1)] },
    )
  }, [cache, queryKey, data])
  useEffect(
    () => () => {
      const now = cache.getQueryData(queryKey)
      if (now && (now.pages.length > 1 || now.pages.at(-1)?.hasNewer)) cache.removeQueries({ queryKey })
    },
    [cache, queryKey],
  )
}

/** Adds a message that was just sent if the loaded messages include the end of the conversation. */
function withSentMessage(data: LoadedMessages, message: Message): LoadedMessages {
  const last = data.pages.at(-1)
  if (!last || last.hasNewer || (last.items.at(-1)?.seq ?? 0) + 1 !== message.seq) return data
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, items: [...last.items, message] }] }
}
