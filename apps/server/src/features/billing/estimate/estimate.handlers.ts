import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { isUsedCommand } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { ownEstimates } from './estimate.client.ts'
import { dueEstimates, recordRequest, removeRequest } from './estimate.due.ts'
import { estimateExcesses } from './estimate.excess.ts'
import { estimateParties } from './estimate.sheet.ts'
import {
  estimateItems,
  estimateView,
  giveEstimate,
  isOffered,
  removeEstimateDraft,
  requireEstimates,
  saveEstimateDraft,
} from './estimate.ts'

const on = implement(contract.estimate).$context<Context>()
const done = { done: true } as const

export const estimateHandlers = {
  overview: on.overview.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const offered = await isOffered(tx)
      const items = await estimateItems(tx)
      return { isOffered: offered, due: offered ? await dueEstimates(tx, app.clock.now()) : [], items }
    }),
  ),

  warnings: on.warnings.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => estimateExcesses(tx, input.invoiceId, app.clock.now())),
  })),

  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => estimateView(tx, input.clientId, app.clock.now())),
  ),

  saveDraft: on.saveDraft.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveEstimateDraft(tx, input, app.clock.now())),
  ),

  removeDraft: on.removeDraft.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => removeEstimateDraft(tx, input.clientId, app.clock.now()))
    return done
  }),

  give: on.give.handler(({ input, context: { app, actor, requestId } }) =>
    app.db
      .asActor(actor, (tx) => giveEstimate(tx, input, { now: app.clock.now(), requestId }))
      .catch((error: unknown) => {
        throw isUsedCommand(error) ? conflict() : error
      }),
  ),

  recordRequest: on.recordRequest.handler(async ({ input, context: { app, actor } }) => {
    const now = app.clock.now()
    await app.db.asActor(actor, async (tx) => {
      await requireEstimates(tx, input.clientId, now)
      await recordRequest(tx, input, now)
    })
    return done
  }),

  removeRequest: on.removeRequest.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, async (tx) => {
      await estimateParties(tx, input.clientId, app.clock.now())
      await removeRequest(tx, input)
    })
    return done
  }),

  mine: on.mine.handler(({ input, context: { app, actor } }) => app.db.asActor(actor, (tx) => ownEstimates(tx, input))),
}
