import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import {
  addDocument,
  answerDocumentRequest,
  askForDocument,
  cancelDocumentRequest,
  documentsOfClient,
  ownDocuments,
  setDocumentDeleted,
  shareDocument,
} from './document.ts'

const on = implement(contract.document).$context<Context>()
const done = { done: true } as const

export const documentHandlers = {
  ofClient: on.ofClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => documentsOfClient(tx, input.clientId)),
  ),

  add: on.add.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => addDocument(tx, input))
    return done
  }),

  share: on.share.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => shareDocument(tx, input))
    return done
  }),

  remove: on.remove.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setDocumentDeleted(tx, input, app.clock.now()))
    return done
  }),

  restore: on.restore.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setDocumentDeleted(tx, input, null))
    return done
  }),

  ask: on.ask.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => askForDocument(tx, input))
    return done
  }),

  cancelRequest: on.cancelRequest.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => cancelDocumentRequest(tx, input, app.clock.now()))
    return done
  }),

  mine: on.mine.handler(({ context: { app, actor } }) => app.db.asActor(actor, ownDocuments)),

  answer: on.answer.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => answerDocumentRequest(tx, input, app.clock.now()))
    return done
  }),
}
