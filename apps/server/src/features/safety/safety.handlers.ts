import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { keepOffline, ownPlan, savePlan, savePlanFor, sharedPlan, sharePlan } from './safety.ts'

const on = implement(contract.safety).$context<Context>()

export const safetyHandlers = {
  plan: on.plan.handler(({ context: { house, actor } }) => house.db.asActor(actor, ownPlan)),

  save: on.save.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => savePlan(tx, input, house.clock.now())),
  ),

  keepOffline: on.keepOffline.handler(async ({ input: { offline }, context: { house, actor } }) => {
    await house.db.asActor(actor, (tx) => keepOffline(tx, offline))
    return { offline }
  }),

  share: on.share.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => sharePlan(tx, input)),
  ),

  planOf: on.planOf.handler(async ({ input, context: { house, actor } }) => ({
    plan: await house.db.asActor(actor, (tx) => sharedPlan(tx, input.clientId)),
  })),

  saveFor: on.saveFor.handler(({ input: { clientId, ...words }, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => savePlanFor(tx, clientId, words, house.clock.now())),
  ),
}
