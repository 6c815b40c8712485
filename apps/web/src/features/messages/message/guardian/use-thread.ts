import type { GuardianMessage } from '@attune/contract/features/people/guardian/guardian.messages'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../../../platform/api/api.ts'

type Part = { items: GuardianMessage[]; hasOlder: boolean }

/** Returns the number of the first message of a loaded part, before which older messages are loaded; undefined if there are none. */
export const olderOf = ({ hasOlder, items: [first] }: Part) => (hasOlder && first ? first.seq : undefined)

/** Returns the latest part of a conversation and all loaded messages, in ascending order. */
export function threadOf<Thread extends Part>(data: InfiniteData<Thread, unknown> | undefined) {
  const pages = data?.pages ?? []
  return { latest: pages[0], items: pages.toReversed().flatMap(({ items }) => items) }
}

/** Returns a function that loads the conversations with guardians again. */
export function useInvalidateThreads(): () => void {
  const cache = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [
      orpc.guardian.conversations.key(),
      orpc.guardian.conversation.key(),
      orpc.guardian.messages.key(),
      orpc.guardian.unreadMessages.key(),
      orpc.message.unreadCounts.key(),
      orpc.notification.key(),
    ])
      void cache.invalidateQueries({ queryKey })
  }, [cache])
}
