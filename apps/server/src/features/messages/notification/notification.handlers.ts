import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { forbidden, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import {
  markAllRead,
  markRead,
  markReadAbout,
  readNotificationPage,
  readNotificationReader,
  readNotificationSubjects,
} from './notification.queries.ts'
import { readLatestNotifications, renderRows } from './notification.list.ts'
import { notify } from './notification.ts'

const on = implement(contract.notification).$context<Context>()

export const notificationHandlers = {
  list: on.list.handler(({ input, context }) =>
    context.app.db.asActor(context.actor, (tx) => readLatestNotifications(tx, input)),
  ),

  history: on.history.handler(({ input, context: { app, actor } }) => {
    if (input.after !== undefined && !isUuid(input.after)) throw createRefusal('BAD_REQUEST', 400)
    return app.db.asActor(actor, async (tx) => {
      const [page, reader] = await Promise.all([
        readNotificationPage(tx, input.after, input.limit),
        readNotificationReader(tx),
      ])
      return { items: renderRows(page.rows, reader, await readNotificationSubjects(tx, page.rows)), next: page.next }
    })
  }),

  insert: on.insert.handler(
    async ({ input: { userId, id, relatedType, relatedId, ...params }, context: { app, actor } }) => {
      if (userId !== undefined && userId !== actor.id) throw forbidden()
      const about = relatedType && relatedId ? { type: relatedType, id: relatedId } : null
      await app.db.asActor(actor, (tx) => notify(tx, { id, to: actor.id, type: 'note', params, about, person: null }))
      return { done: true as const }
    },
  ),

  markRead: operation(on.markRead, async (tx, { id, others = [] }, now) => {
    if (!(await markRead(tx, [id, ...others], now))) throw notFound()
    return { done: true as const }
  }),

  markReadAbout: operation(on.markReadAbout, async (tx, input, now) => {
    await markReadAbout(tx, { type: input.type, ids: [input.id] }, now)
    return { done: true as const }
  }),

  markAllRead: operation(on.markAllRead, async (tx, _input, now) => {
    await markAllRead(tx, now)
    return { done: true as const }
  }),
}
