import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import {
  setPlanOffline,
  ownSafetyPlan,
  saveSafetyPlan,
  saveSafetyPlanFor,
  sharedSafetyPlan,
  shareSafetyPlan,
} from './safety.ts'

const on = implement(contract.safety).$context<Context>()

export const safetyHandlers = {
  plan: on.plan.handler(({ context: { app, actor } }) => app.db.asActor(actor, ownSafetyPlan)),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveSafetyPlan(tx, input, app.clock.now())),
  ),

  keepOffline: on.keepOffline.handler(async ({ input: { offline }, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setPlanOffline(tx, offline))
    return { offline }
  }),

  share: on.share.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => shareSafetyPlan(tx, input)),
  ),

  planOf: on.planOf.handler(async ({ input, context: { app, actor } }) => ({
    plan: await app.db.asActor(actor, (tx) => sharedSafetyPlan(tx, input.clientId)),
  })),

  saveFor: on.saveFor.handler(({ input: { clientId, ...words }, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveSafetyPlanFor(tx, clientId, words, app.clock.now())),
  ),
}
