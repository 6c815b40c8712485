import type { ClientId } from '@attune/contract/common/ids'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocked } from '../../../../platform/auth/use-auth.ts'

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const ignore = () => {}
const isPageVisible = () => document.visibilityState === 'visible'

/**
 * Marks a conversation as read up to the last message that was visible in the list, while the page is visible and not locked. Returns a function
 * that the list calls with the number of this message. Ignores calls until the list is `ready`: before that, it can be at its end although it will
 * open at the first unread message.
 */
export function useMarkMessagesRead(conversation: Conversation, ready: boolean): (seq: number) => void {
  const { mutateAsync } = useMarkRead(conversation.id)
  return useMarkShownRead(conversation, ready, mutateAsync)
}

/**
 * Works like `useMarkMessagesRead` for any kind of conversation. `markRead` sends the number to the server; if it fails, the next shown message
 * triggers another attempt.
 */
export function useMarkShownRead(
  { unread, readSeq }: Pick<Conversation, 'unread' | 'readSeq'>,
  ready: boolean,
  markRead: (upTo: number) => Promise<unknown>,
): (seq: number) => void {
  const [shown, setShown] = useState(0)
  const reported = useRef(0)
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible)
  const isLocked = useLocked()
  const tell = useEffectEvent((upTo: number) => markRead(upTo))
  useEffect(() => {
    if (!isVisible || isLocked || unread === 0 || shown <= Math.max(readSeq, reported.current)) return
    reported.current = shown
    tell(shown).catch(() => {
      reported.current = 0
    })
  }, [isVisible, isLocked, unread, readSeq, shown])
  return ready ? setShown : ignore
}

/**
 * Returns the mutation that marks a conversation as read up to a number. After success, refetches the unread counts, the list, the messages and the
 * notifications.
 */
function useMarkRead(id: ClientId) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => api.message.markRead({ id, upTo }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: orpc.message.list.key() })
      void cache.invalidateQueries({ queryKey: orpc.message.unreadCounts.key() })
      void cache.invalidateQueries({ queryKey: orpc.message.messages.key() })
      void cache.invalidateQueries({ queryKey: orpc.notification.key() })
    },
  })
}
