import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { forbidden, notFound, refuse } from '../../platform/policy/refusal.ts'
import { renderNotification } from '../../platform/words.ts'
import {
  countUnread,
  insertNote,
  markAllRead,
  markRead,
  newestNotifications,
  pageOfNotifications,
  readerOf,
  type NotificationRow,
  type Reader,
} from './notification.queries.ts'
import type { Params } from './notification.ts'

const on = implement(contract.notification).$context<Context>()

export const notificationHandlers = {
  list: on.list.handler(({ input, context }) =>
    context.house.db.asActor(context.actor, async (tx) => {
      const [rows, unread, reader] = await Promise.all([
        newestNotifications(tx, input.unreadOnly, input.limit),
        countUnread(tx),
        readerOf(tx),
      ])
      return { items: rows.map((row) => renderRow(row, reader)), unread }
    }),
  ),

  history: on.history.handler(({ input, context: { house, actor } }) => {
    if (input.after !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(input.after))
      throw refuse('BAD_REQUEST', 400)
    return house.db.asActor(actor, async (tx) => {
      const [page, reader] = await Promise.all([pageOfNotifications(tx, input.after, input.limit), readerOf(tx)])
      return { items: page.rows.map((row) => renderRow(row, reader)), next: page.next }
    })
  }),

  insert: on.insert.handler(async ({ input: { userId, ...note }, context: { house, actor } }) => {
    if (userId !== undefined && userId !== actor.id) throw forbidden()
    await house.db.asActor(actor, (tx) => insertNote(tx, note))
    return { done: true as const }
  }),

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

function renderRow(row: NotificationRow, reader: Reader) {
  return {
    id: row.id,
    kind: row.kind,
    ...(row.kind === 'note'
      ? noteText(row.params)
      : renderNotification(row.kind, row.params, reader.language, reader.zone)),
    isRead: row.is_read,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    relatedType: row.related_type,
    relatedId: row.related_id,
    personName: row.params.name ?? '',
    avatarUrl: row.avatar_url,
  }
}

/** A note that a person wrote to themselves is shown as written, not translated. */
const noteText = ({ title = '', message = '' }: Params) => ({ title, message })
