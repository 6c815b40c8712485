import type { AccountId, ClientId, MessageId, NotificationId } from '@attune/contract/common/ids'
import type { Message } from '@attune/contract/features/messages/message/message'
import type { Notification, PersonRelatedType } from '@attune/contract/features/messages/notification/notification'
import type { TaskStatus } from '@attune/contract/features/care/task/task'
import { notificationLimit } from '@attune/contract/common/constants'
import { api, createId, orpc } from '../api/api.ts'
import { asCall, readCached } from './answer-cache.ts'
import { profilesTable } from './profiles.ts'

/** The tables from which a message, its files and its read state come. */
const messageTables = ['messages', 'conversations', 'conversation_reads', 'files', 'file_readers'] as const
/** The tables from which a notification comes, including those for the title of its task, which is shown in the reader's language. */
const notificationTables = ['notifications', 'tasks', 'task_clients', 'profiles'] as const

/**
 * The tables of the backend client. Each method calls one procedure, and the server decides which rows it returns. Methods that only read use the
 * general cache.
 */
export const backendTables = {
  profiles: profilesTable,
  tasks: {
    /**
     * Returns status and due day of the person's tasks: for a therapist the tasks they assigned, for a client the tasks
     * assigned to them [7.02].
     */
    async select(): Promise<{ status: TaskStatus; due_date: string | null }[]> {
      const query = orpc.task.dueDates.queryOptions({ input: {}, context: asCall })
      const { items } = await readCached({ cache: 'general', query, tables: ['tasks', 'task_clients'] })
      return items.map(({ status, dueDay }) => ({ status, due_date: dueDay }))
    },
  },
  messages: {
    /** Returns the sender of a message; null for a client without an account [7.05]. */
    async sender(id: MessageId): Promise<{ sender_id: AccountId | null }> {
      const query = orpc.message.sender.queryOptions({ input: { id }, context: asCall })
      const { senderId } = await readCached({ cache: 'general', query, tables: ['messages', 'conversations'] })
      return { sender_id: senderId }
    },
    /** Returns the latest message of a conversation from another sender; null if there is none [7.05]. */
    async latestFromOther(conversationId: ClientId): Promise<Message | null> {
      const query = orpc.message.latestFromOther.queryOptions({ input: { id: conversationId }, context: asCall })
      return (await readCached({ cache: 'general', query, tables: messageTables })).message
    },
  },
  notifications: {
    /**
     * Returns the person's own notifications, newest first, at most 50. If the request fails, logs a warning and
     * returns an empty list [7.04, 8.09].
     */
    async select({ unreadOnly = false } = {}): Promise<Notification[]> {
      const input = { unreadOnly, limit: notificationLimit }
      const query = orpc.notification.list.queryOptions({ input, context: asCall })
      try {
        return (await readCached({ cache: 'general', query, tables: notificationTables })).items
      } catch (error) {
        console.warn('notifications could not be fetched', error)
        return []
      }
    },
    markRead: (id: NotificationId) => api.notification.markRead({ id }),
    markAllRead: () => api.notification.markAllRead({}),
    /** Inserts a notification for the signed-in person. The server refuses any other recipient. */
    insert: (row: {
      user_id: AccountId
      title: string
      message: string
      type: string
      related_type?: PersonRelatedType
      related_id?: string
    }) =>
      api.notification.insert({
        id: createId(),
        userId: row.user_id,
        title: row.title,
        message: row.message,
        type: row.type,
        relatedType: row.related_type,
        relatedId: row.related_id,
      }),
  },
}
