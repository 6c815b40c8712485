import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { forbidden, notFound, createRefusal } from '../../platform/policy/refusal.ts'
import { isUuid } from '../../platform/uuid.ts'
import {
  countUnread,
  markAllRead,
  markRead,
  markReadAbout,
  newestNotifications,
  notificationPage,
  notificationReaderOf,
  notificationSubjects,
  type NotificationRow,
  type NotificationReader,
} from './notification.queries.ts'
import { type NotificationParams, notify } from './notification.ts'
import { renderNotification } from './notification.text.ts'

const on = implement(contract.notification).$context<Context>()

export const notificationHandlers = {
  list: on.list.handler(({ input, context }) =>
    context.app.db.asActor(context.actor, async (tx) => {
      const [rows, unread, reader] = await Promise.all([
        newestNotifications(tx, input.unreadOnly, input.limit),
        countUnread(tx),
        notificationReaderOf(tx),
      ])
      return { items: renderRows(rows, reader, await notificationSubjects(tx, rows)), unread }
    }),
  ),

  history: on.history.handler(({ input, context: { app, actor } }) => {
    if (input.after !== undefined && !isUuid(input.after)) throw createRefusal('BAD_REQUEST', 400)
    return app.db.asActor(actor, async (tx) => {
      const [page, reader] = await Promise.all([
        notificationPage(tx, input.after, input.limit),
        notificationReaderOf(tx),
      ])
      return { items: renderRows(page.rows, reader, await notificationSubjects(tx, page.rows)), next: page.next }
    })
  }),

  insert: on.insert.handler(async ({ input: { userId, id, ...params }, context: { app, actor } }) => {
    if (userId !== undefined && userId !== actor.id) throw forbidden()
    await app.db.asActor(actor, (tx) =>
      notify(tx, { id, to: actor.id as string, type: 'note', params, about: null, person: null }),
    )
    return { done: true as const }
  }),

  markRead: on.markRead.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      if (!(await markRead(tx, input.id, app.clock.now()))) throw notFound()
      return { done: true as const }
    }),
  ),

  markReadAbout: on.markReadAbout.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await markReadAbout(tx, { type: input.type, ids: [input.id] }, app.clock.now())
      return { done: true as const }
    }),
  ),

  markAllRead: on.markAllRead.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await markAllRead(tx, app.clock.now())
      return { done: true as const }
    }),
  ),
}

const renderRows = (rows: NotificationRow[], reader: NotificationReader, subjects: Map<string, string>) =>
  rows.map((row) => renderRow(row, reader, subjects.get(row.related_id ?? '') ?? null))

function renderRow(row: NotificationRow, reader: NotificationReader, subject: string | null) {
  // Feedback of a client names no one.
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
  }
}

/** Returns the title and message of a note to oneself as the person wrote them, without translation. */
const noteText = ({ title = '', message = '' }: NotificationParams) => ({ title, message })
