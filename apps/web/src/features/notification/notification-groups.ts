import type { Notification } from '@attune/contract/features/notification'

/** Notifications of one type about the same thing. `newest` is shown for all of them. */
export type NotificationGroup = { newest: Notification; count: number }

/**
 * Groups notifications that repeat: of the same type, about the same thing and either all read or all unread. A group
 * takes the place of its newest notification. Expects the newest notification first.
 */
export function groupNotifications(items: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const item of items) {
    const key = item.relatedId ? [item.kind, item.relatedType, item.relatedId, item.isRead].join(' ') : item.id
    const group = groups.get(key)
    if (group) group.count += 1
    else groups.set(key, { newest: item, count: 1 })
  }
  return [...groups.values()]
}
