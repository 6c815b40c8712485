import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { readDay } from './dashboard.day.ts'
import { hideFirstWeek } from './dashboard.first-week.ts'
import { readFrame } from './dashboard.frame.ts'
import { needsOf } from './dashboard.needs.ts'

const on = implement(contract.dashboard).$context<Context>()

export const dashboardHandlers = {
  frame: on.frame.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readFrame(tx, app.clock.now())),
  ),

  day: on.day.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readDay(tx, input, app.clock.now())),
  ),

  needs: on.needs.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => needsOf(tx, input.kind, app.clock.now())),
  ),

  hideFirstWeek: on.hideFirstWeek.handler(async ({ context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => hideFirstWeek(tx, app.clock.now()))
    return { done: true as const }
  }),
}
