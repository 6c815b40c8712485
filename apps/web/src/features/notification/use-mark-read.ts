import type { Notification } from '@attune/contract/features/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../platform/api.ts'

export type UnreadNotificationList = { items: Notification[]; unread: number }

/** Marks one or all notifications as read [4.07]. A single notification disappears from the bell's list immediately. */
export function useMarkRead() {
  const cache = useQueryClient()
  const key = orpc.notification.list.queryKey({ input: { unreadOnly: true } })
  const refetchAfter = { onSettled: () => cache.invalidateQueries({ queryKey: orpc.notification.key() }) }
  const markAll = useMutation({ mutationFn: () => api.notification.markAllRead({}), ...refetchAfter })
  const markOne = useMutation({
    mutationFn: (id: string) => api.notification.markRead({ id }),
    onMutate: (id) =>
      cache.setQueryData<UnreadNotificationList>(key, (list) => {
        if (!list) return list
        return { items: list.items.filter((item) => item.id !== id), unread: Math.max(0, list.unread - 1) }
      }),
    ...refetchAfter,
  })
  return { markAll, markOne }
}
