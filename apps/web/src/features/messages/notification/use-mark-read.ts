import { notificationLimit } from '@attune/contract/common/constants'
import type { NotificationId } from '@attune/contract/common/ids'
import type { Notification, RelatedType } from '@attune/contract/features/messages/notification/notification'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, orpc } from '../../../platform/api/api.ts'

export type UnreadNotificationList = { items: Notification[]; unread: number }

type Subject = { type: RelatedType; id: string }

const isAbout = (item: Notification, { type, id }: Subject) => item.relatedType === type && item.relatedId === id

/**
 * Returns mutations that mark notifications as read: one notification, several, those about one subject, or all of them [4.07].
 * All but `markAll` remove the notifications from the bell's list before the server answers.
 */
export function useMarkRead() {
  const cache = useQueryClient()
  const key = orpc.notification.list.queryKey({ input: { unreadOnly: true } })
  const refetchAfter = { onSettled: () => cache.invalidateQueries({ queryKey: orpc.notification.key() }) }
  const remove = (isRead: (item: Notification) => boolean) =>
    cache.setQueryData<UnreadNotificationList>(key, (list) => {
      if (!list) return list
      const items = list.items.filter((item) => !isRead(item))
      return { items, unread: Math.max(0, list.unread - (list.items.length - items.length)) }
    })
  const markAll = useMutation({ mutationFn: () => api.notification.markAllRead({}), ...refetchAfter })
  const markOne = useMutation({
    mutationFn: (id: NotificationId) => api.notification.markRead({ id }),
    onMutate: (id) => remove((item) => item.id === id),
    ...refetchAfter,
  })
  const markMany = useMutation({
    mutationFn: ({ id, others }: { id: NotificationId; others: NotificationId[] }) =>
      api.notification.markRead({ id, others: others.slice(0, notificationLimit) }),
    onMutate: ({ id, others }) => remove((item) => item.id === id || others.includes(item.id)),
    ...refetchAfter,
  })
  const markAbout = useMutation({
    mutationFn: (subject: Subject) => api.notification.markReadAbout(subject),
    onMutate: (subject) => remove((item) => isAbout(item, subject)),
    ...refetchAfter,
  })
  return { markAll, markOne, markMany, markAbout }
}

/**
 * Marks the notifications about the subject of this page as read, also those that arrive while the page is open. Uses the list of the bell; if that
 * list is incomplete, always sends the request.
 */
export function useMarkSubjectRead(type: RelatedType, id: string | undefined) {
  const { data } = useQuery(orpc.notification.list.queryOptions({ input: { unreadOnly: true }, enabled: false }))
  const { mutate } = useMarkRead().markAbout
  const isUnread =
    id !== undefined &&
    data !== undefined &&
    (data.items.some((item) => isAbout(item, { type, id })) || data.unread > data.items.length)
  useEffect(() => {
    if (isUnread) mutate({ type, id })
  }, [isUnread, mutate, type, id])
}
