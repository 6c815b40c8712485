import { rescheduleReminders } from '../schedule/schedule.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { ownTermsOf, saveTerms, termsOf } from './terms.ts'
import { hasConnectionTo } from './terms.queries.ts'

const on = implement(contract.terms).$context<Context>()

export const termsHandlers = {
  mine: on.mine.handler(({ context: { app, actor } }) => app.db.asActor(actor, (tx) => ownTermsOf(tx, actor.id))),

  save: on.save.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const before = await ownTermsOf(tx, actor.id)
      const saved = await saveTerms(tx, input, now)
      if (String(saved.remindBefore) !== String(before.remindBefore)) await rescheduleReminders(tx, now)
    })
    return { done: true as const }
  }),

  of: on.of.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const [known, terms] = await Promise.all([hasConnectionTo(tx, input.therapistId), termsOf(tx, input.therapistId)])
      if (!known) throw notFound()
      return terms
    }),
  ),
}
