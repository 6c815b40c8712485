import type { Notification } from '@attune/contract/features/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, query } from '../../platform/api.ts'

export type UnreadList = { items: Notification[]; unread: number }

/** Marks one or all notifications as read [4.07]. A single one leaves the bell's list at once. */
export function useMarking() {
  const cache = useQueryClient()
  const key = query.notification.list.queryKey({ input: { unreadOnly: true } })
  const refetchAfter = { onSettled: () => cache.invalidateQueries({ queryKey: query.notification.key() }) }
  const markAll = useMutation({ mutationFn: () => api.notification.markAllRead({}), ...refetchAfter })
  const markOne = useMutation({
    mutationFn: (id: string) => api.notification.markRead({ id }),
    onMutate: (id) =>
      cache.setQueryData<UnreadList>(key, (list) => {
        if (!list) return list
        return { items: list.items.filter((item) => item.id !== id), unread: Math.max(0, list.unread - 1) }
      }),
    ...refetchAfter,
  })
  return { markAll, markOne }
}
