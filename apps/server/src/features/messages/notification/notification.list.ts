import type { UnreadNotifications } from '@attune/contract/features/messages/notification/notification'
import type { z } from 'zod'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  countUnread,
  listNewestNotifications,
  readNotificationReader,
  readNotificationSubjects,
  type NotificationReader,
  type NotificationRow,
} from './notification.queries.ts'
import type { NotificationParams } from './notification.ts'
import { renderNotification } from './notification.text.ts'

/**
 * Returns at most `limit` of the actor's notifications, newest first, and the number of all unread ones. With `unreadOnly`, returns only unread
 * notifications.
 */
export async function readLatestNotifications(
  tx: Tx,
  { unreadOnly, limit }: { unreadOnly: boolean; limit: number },
): Promise<z.infer<typeof UnreadNotifications>> {
  const [rows, unread, reader] = await Promise.all([
    listNewestNotifications(tx, unreadOnly, limit),
    countUnread(tx),
    readNotificationReader(tx),
  ])
  return { items: renderRows(rows, reader, await readNotificationSubjects(tx, rows)), unread }
}

/** Renders notifications in the language and zone of their reader. `subjects` are the titles of tasks by id. */
export const renderRows = (rows: NotificationRow[], reader: NotificationReader, subjects: Map<string, string>) =>
  rows.map((row) => renderRow(row, reader, subjects.get(row.related_id ?? '') ?? null))

function renderRow(row: NotificationRow, reader: NotificationReader, subject: string | null) {
  // The notification of a client’s feedback does not name the client.
  const isAnonymous = row.kind === 'feedback' && row.person_id === null
  return {
    id: row.id,
    kind: row.kind,
    ...(row.kind === 'note'
      ? noteText(row.params)
      : renderNotification(row.kind, row.params, reader.language, reader.zone)),
    subject,
    isRead: row.is_read,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    relatedType: isAnonymous ? null : row.related_type,
    relatedId: isAnonymous ? null : row.related_id,
    personName: row.params.name ?? '',
    personId: row.person_id,
    avatarUrl: row.avatar_url,
    actingFor: row.params.actingFor ?? null,
  }
}

/** Returns the title and message of a note to oneself as the person wrote them, without translation. */
const noteText = ({ title = '', message = '' }: NotificationParams) => ({ title, message })
