import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { renderNotification } from '../../platform/words.ts'
import {
  countUnread,
  markAllRead,
  markRead,
  newestNotifications,
  readerOf,
  type NotificationRow,
  type Reader,
} from './notification.queries.ts'

const on = implement(contract.notification).$context<Context>()

export const notificationHandlers = {
  list: on.list.handler(({ input, context }) =>
    context.house.db.asActor(context.actor, async (tx) => {
      const [rows, unread, reader] = await Promise.all([
        newestNotifications(tx, input.unreadOnly, input.limit),
        countUnread(tx),
        readerOf(tx),
      ])
      return { items: rows.map((row) => inWords(row, reader)), unread }
    }),
  ),

  markRead: on.markRead.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      if (!(await markRead(tx, input.id, house.clock.now()))) throw notFound()
      return { done: true as const }
    }),
  ),

  markAllRead: on.markAllRead.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await markAllRead(tx, house.clock.now())
      return { done: true as const }
    }),
  ),
}

function inWords(row: NotificationRow, reader: Reader) {
  return {
    id: row.id,
    kind: row.kind,
    ...renderNotification(row.kind, row.params, reader.language, reader.zone),
    isRead: row.is_read,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    relatedType: row.related_type,
    relatedId: row.related_id,
    personName: row.params.name ?? '',
    avatarUrl: row.avatar_url,
  }
}
