import type { Message } from '@attune/contract/features/messages/message/message'
import type { Notification } from '@attune/contract/features/messages/notification/notification'
import type { TaskStatus } from '@attune/contract/features/care/task/task'
import { notificationLimit } from '@attune/contract/common/constants'
import { api, createId } from '../api/api.ts'
import { profilesTable } from './profiles.ts'

/**
 * The tables of the backend client. Each method calls one procedure. The server decides which rows the procedure
 * returns.
 */
export const backendTables = {
  profiles: profilesTable,
  tasks: {
    /**
     * Returns status and due day of the person's tasks: for a therapist the tasks they assigned, for a client the tasks
     * assigned to them [7.02].
     */
    async select(): Promise<{ status: TaskStatus; due_date: string | null }[]> {
      const { items } = await api.task.dueDates({})
      return items.map(({ status, dueDay }) => ({ status, due_date: dueDay }))
    },
  },
  messages: {
    /** Returns the sender of a message; null for a client without an account [7.05]. */
    async sender(id: string): Promise<{ sender_id: string | null }> {
      return { sender_id: (await api.message.sender({ id })).senderId }
    },
    /** Returns the latest message of a conversation from another sender; null without one [7.05]. */
    latestFromOther: async (conversationId: string): Promise<Message | null> =>
      (await api.message.latestFromOther({ id: conversationId })).message,
  },
  notifications: {
    /**
     * Returns the person's own notifications, newest first, at most 50. If the request fails, logs a warning and
     * returns an empty list [7.04, 8.09].
     */
    async select({ unreadOnly = false } = {}): Promise<Notification[]> {
      try {
        return (await api.notification.list({ unreadOnly, limit: notificationLimit })).items
      } catch (error) {
        console.warn('notifications could not be fetched', error)
        return []
      }
    },
    markRead: (id: string) => api.notification.markRead({ id }),
    markAllRead: () => api.notification.markAllRead({}),
    /** Inserts a notification for the signed-in person. The server refuses any other recipient. */
    insert: (row: { user_id: string; title: string; message: string; type: string }) =>
      api.notification.insert({
        id: createId(),
        userId: row.user_id,
        title: row.title,
        message: row.message,
        type: row.type,
      }),
  },
}
