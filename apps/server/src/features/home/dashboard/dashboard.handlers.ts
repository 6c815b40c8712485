import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { hideFirstWeek } from './dashboard.first-week.ts'
import { readFrame } from './dashboard.frame.ts'
import { readAttention } from './dashboard.attention.ts'
import { readOverview } from './dashboard.overview.ts'

const on = implement(contract.dashboard).$context<Context>()

export const dashboardHandlers = {
  frame: on.frame.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readFrame(tx, app.clock.now())),
  ),

  get: on.get.handler(({ input, context }) => readOverview(context, input)),

  attention: on.attention.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => readAttention(tx, input.kind, app.clock.now())),
  })),

  hideFirstWeek: on.hideFirstWeek.handler(async ({ context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => hideFirstWeek(tx, app.clock.now()))
    return { done: true as const }
  }),
}
