import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { readDay } from './dashboard.day.ts'
import { hideFirstWeek } from './dashboard.first-week.ts'
import { readFrame } from './dashboard.frame.ts'
import { mostUrgentNeeds, needsOfKind } from './dashboard.needs.ts'

const on = implement(contract.dashboard).$context<Context>()

export const dashboardHandlers = {
  frame: on.frame.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readFrame(tx, app.clock.now())),
  ),

  overview: on.overview.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const [day, needs] = await Promise.all([readDay(tx, input, now), mostUrgentNeeds(tx, now)])
      return { ...day, needs }
    }),
  ),

  needs: on.needs.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => needsOfKind(tx, input.kind, app.clock.now())),
  })),

  hideFirstWeek: on.hideFirstWeek.handler(async ({ context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => hideFirstWeek(tx, app.clock.now()))
    return { done: true as const }
  }),
}
