import type { Role } from '@attune/contract/features/people/account/account'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { orpc } from '../../../platform/api/api.ts'
import { useLocked } from '../../../platform/auth/use-auth.ts'
import { notificationLink } from './notification-link.ts'
import { useMarkRead } from './use-mark-read.ts'

/**
 * Opens the page of the newest unread notification of a type, once the app is unlocked. A push notification contains only this type, so its link
 * opens the notifications page with the type. If there is no such notification, the list of notifications stays open, or, for messages, the list of
 * conversations opens.
 */
export function useOpenNewest(type: string | undefined, role: Role | undefined) {
  const navigate = useNavigate()
  const isLocked = useLocked()
  const { markOne } = useMarkRead()
  const { mutate: markRead } = markOne
  const opened = useRef<string>(undefined)
  const isWanted = type !== undefined && role !== undefined && !isLocked
  const options = orpc.notification.list.queryOptions({ input: { unreadOnly: true } })
  const { data, isFetchedAfterMount } = useQuery({
    ...options,
    enabled: isWanted,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  useEffect(() => {
    // Marking the notification as read changes the list, and the next effect would open another notification.
    if (!isWanted || !data || !isFetchedAfterMount || opened.current === type) return
    opened.current = type
    const newest = data.items.find(({ kind }) => kind === type)
    if (newest) markRead(newest.id)
    const list = type === 'message-received' ? `/dashboard/${role}/messages` : `/dashboard/${role}/notifications`
    void navigate({ href: newest ? notificationLink(newest, role) : list, replace: true })
  }, [isWanted, data, isFetchedAfterMount, type, role, navigate, markRead])
}
