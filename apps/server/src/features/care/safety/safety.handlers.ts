import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import {
  setPlanOffline,
  readOwnSafetyPlan,
  saveSafetyPlan,
  saveSafetyPlanFor,
  findSharedSafetyPlan,
  shareSafetyPlan,
} from './safety.ts'

const on = implement(contract.safety).$context<Context>()

export const safetyHandlers = {
  plan: operation(on.plan, readOwnSafetyPlan),

  save: operation(on.save, saveSafetyPlan),

  keepOffline: on.keepOffline.handler(async ({ input: { offline }, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setPlanOffline(tx, offline))
    return { offline }
  }),

  share: operation(on.share, shareSafetyPlan),

  planOf: operation(on.planOf, async (tx, input) => ({ plan: await findSharedSafetyPlan(tx, input.clientId) })),

  saveFor: operation(on.saveFor, (tx, { clientId, ...words }, now) => saveSafetyPlanFor(tx, clientId, words, now)),
}
