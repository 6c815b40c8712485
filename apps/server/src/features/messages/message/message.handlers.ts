import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import pg from 'pg'
import type { AppContext } from '../../../platform/app-context.ts'
import { isLoginChanged } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { acknowledgeMessages } from './read/acknowledge.ts'
import { deleteMessage, editMessage } from './send/change.ts'
import { readConversationPage, readUnreadCounts } from './read/conversations.ts'
import { findLatestFromOther, readMessagePage, findMessageRow } from './read/queries.ts'
import { putMessageIntoNotes, removeMessageFromNotes } from './read/notes.ts'
import { listMessageRecipients } from './read/recipients.ts'
import { markConversationRead } from './read/read.ts'
import type { TextRules } from './send/text-channel.ts'
import { searchMessages } from './read/search.ts'
import { retryMessage, sendMessage } from './send/send.ts'

const on = implement(contract.message).$context<Context>()

/** Returns the settings that decide whether and how a message is sent as a text message. */
const textRules = ({ texts, site, clock }: Pick<AppContext, 'texts' | 'site' | 'clock'>): TextRules => ({
  texts,
  address: site.origin(),
  safetyNumbers: site.settings().safetyNumbers,
  now: clock.now(),
})

/**
 * Logs a failed read of the unread counts. A missing table (42P01, row 8.08) is not a failure. Rethrows the error of a login that has changed, after
 * which the call starts again.
 */
function logFailedCounts({ log }: Pick<AppContext, 'log'>, error: unknown): void {
  if (isLoginChanged(error)) throw error
  if (!(error instanceof pg.DatabaseError && error.code === '42P01')) log.warn('the unread counts failed', { error })
}

export const messageHandlers = {
  list: operation(on.list, readConversationPage),

  messages: operation(on.messages, readMessagePage),

  send: on.send.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => sendMessage(tx, input, textRules(app))),
  ),

  retry: on.retry.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => retryMessage(tx, input.id, textRules(app))),
  ),

  edit: on.edit.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => editMessage(tx, input, textRules(app))),
  ),

  delete: operation(on.delete, (tx, input, now) => deleteMessage(tx, input.id, now)),

  acknowledge: operation(on.acknowledge, async (tx, input) => {
    await acknowledgeMessages(tx, input.ids)
    return { done: true as const }
  }),

  markRead: operation(on.markRead, async (tx, input, now) => {
    await markConversationRead(tx, input, now)
    return { done: true as const }
  }),

  unreadCounts: on.unreadCounts.handler(async ({ context: { app, actor } }) => {
    const items = await app.db.asActor(actor, readUnreadCounts).catch((error: unknown) => {
      logFailedCounts(app, error)
      return []
    })
    return { items }
  }),

  search: operation(on.search, searchMessages),

  sender: operation(on.sender, async (tx, input) => {
    const message = await findMessageRow(tx, input.id)
    if (!message) throw notFound()
    return { senderId: message.senderId }
  }),

  latestFromOther: operation(on.latestFromOther, async (tx, input, now) => ({
    message: await findLatestFromOther(tx, input.id, now),
  })),

  recipients: on.recipients.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listMessageRecipients),
  })),

  putIntoNotes: operation(on.putIntoNotes, async (tx, input, now) => {
    await putMessageIntoNotes(tx, input.id, now)
    return { done: true as const }
  }),

  removeFromNotes: operation(on.removeFromNotes, async (tx, input, now) => ({
    removed: await removeMessageFromNotes(tx, input.id, now),
  })),
}
