import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { planDiagnoses } from './superbill.diagnoses.ts'
import { ownSuperbills, superbillsOf, withdrawSuperbill } from './superbill.list.ts'
import { makeSuperbill } from './superbill.make.ts'
import { superbillParties } from './superbill.parties.ts'
import { paidSessions } from './superbill.sessions.ts'

const on = implement(contract.superbill).$context<Context>()

export const superbillHandlers = {
  prepare: on.prepare.handler(({ input: { clientId }, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const { missing } = await superbillParties(tx, clientId, app.clock.now())
      const [sessions, diagnoses] = await Promise.all([paidSessions(tx, clientId), planDiagnoses(tx, clientId)])
      return {
        missing,
        sessions: sessions.map(({ quantityMilli: _quantity, payerIsClient: _payer, ...one }) => one),
        diagnoses,
      }
    }),
  ),

  make: on.make.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => makeSuperbill(tx, input, app.clock.now())),
  ),

  withdraw: on.withdraw.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => withdrawSuperbill(tx, input.id)),
  ),

  list: on.list.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => superbillsOf(tx, input.clientId)),
  })),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, ownSuperbills) })),
}
