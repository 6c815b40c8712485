import type { Notification } from '@attune/contract/features/notification'
import type { TaskStatus } from '@attune/contract/features/task.states'
import { notificationLimit } from '@attune/contract/common/constants'
import { api, newId } from '../api.ts'
import { profiles } from './profiles.ts'

/** Rows by table; each call is one procedure, and the server decides which rows are one's own. */
export const table = {
  profiles,
  tasks: {
    /** State and due day of each: to a therapist those that they gave, to a client those that they were given [7.02]. */
    async select(): Promise<{ status: TaskStatus; due_date: string | null }[]> {
      const { items } = await api.task.dues({})
      return items.map(({ status, dueDay }) => ({ status, due_date: dueDay }))
    },
  },
  notifications: {
    /** One's own, newest first, at most 50. A failure is a warning in the log and an empty list [7.04, 8.09]. */
    async select({ unreadOnly = false } = {}): Promise<Notification[]> {
      try {
        return (await api.notification.list({ unreadOnly, limit: notificationLimit })).items
      } catch (error) {
        console.warn('notifications could not be fetched', error)
        return []
      }
    },
    /** Marks one as read. */
    markRead: (id: string) => api.notification.markRead({ id }),
    /** Marks all that are unread as read. */
    markAllRead: () => api.notification.markAllRead({}),
    /** A note to oneself; for anybody else the server refuses. */
    insert: (row: { user_id: string; title: string; message: string; type: string }) =>
      api.notification.insert({
        id: newId(),
        userId: row.user_id,
        title: row.title,
        message: row.message,
        type: row.type,
      }),
  },
}
