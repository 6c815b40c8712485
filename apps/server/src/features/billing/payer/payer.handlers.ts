import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { agreeToPayer, recordAgreement, withdrawAgreement } from './payer.agreement.ts'
import { ownPayers } from './payer.queries.ts'
import { saveSplit } from './payer.split.ts'
import { clientBilling, savePayer } from './payer.ts'

const on = implement(contract.payer).$context<Context>()

export const payerHandlers = {
  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => clientBilling(tx, input.id, app.clock.now())),
  ),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => savePayer(tx, input, app.clock.now())),
  ),

  recordAgreement: on.recordAgreement.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => recordAgreement(tx, input, app.clock.now())),
  ),

  saveSplit: on.saveSplit.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveSplit(tx, input))
    return { done: true as const }
  }),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => ownPayers(tx, app.clock.now())),
  })),

  agree: on.agree.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => agreeToPayer(tx, input, app.clock.now()))
    return { done: true as const }
  }),

  withdraw: on.withdraw.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => withdrawAgreement(tx, input, app.clock.now()))
    return { done: true as const }
  }),
}
