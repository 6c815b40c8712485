import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { isUsedCommand } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { listOwnEstimates } from './estimate.client.ts'
import { listDueEstimates, recordEstimateRequest, removeRequest } from './estimate.due.ts'
import { listEstimateExcesses } from './estimate.excess.ts'
import { readEstimateParties } from './estimate.content.ts'
import {
  listEstimates,
  readEstimate,
  giveEstimate,
  isOffered,
  removeEstimateDraft,
  requireEstimates,
  saveEstimateDraft,
} from './estimate.ts'

const on = implement(contract.estimate).$context<Context>()
const done = { done: true } as const

export const estimateHandlers = {
  overview: operation(on.overview, async (tx, _input, now) => {
    const offered = await isOffered(tx)
    const items = await listEstimates(tx)
    return { isOffered: offered, due: offered ? await listDueEstimates(tx, now) : [], items }
  }),

  warnings: operation(on.warnings, async (tx, input, now) => ({
    items: await listEstimateExcesses(tx, input.invoiceId, now),
  })),

  get: operation(on.get, (tx, input, now) => readEstimate(tx, input.clientId, now)),

  saveDraft: operation(on.saveDraft, saveEstimateDraft),

  removeDraft: operation(on.removeDraft, async (tx, input, now) => {
    await removeEstimateDraft(tx, input.clientId, now)
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
      await recordEstimateRequest(tx, input, now)
    })
    return done
  }),

  removeRequest: operation(on.removeRequest, async (tx, input, now) => {
    await readEstimateParties(tx, input.clientId, now)
    await removeRequest(tx, input)

    return done
  }),

  mine: operation(on.mine, listOwnEstimates),
}
