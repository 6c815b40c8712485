import type { Notification } from '@attune/contract/features/messages/notification/notification'

/** Repeated notifications about the same subject, shown as one row with the content of the newest one. */
export type NotificationGroup = {
  newest: Notification
  /** The number of notifications. */
  count: number
}

/**
 * Groups repeated notifications: those of the same type, about the same subject, and all read or all unread. Expects
 * the newest notification first. Sorts the groups by their newest notification.
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
