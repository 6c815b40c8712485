import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { removeLogo } from './business.logo.ts'
import { ownBusiness, paymentsAccess, saveBusiness, setPaymentsOn } from './business.ts'

const on = implement(contract.business).$context<Context>()

export const businessHandlers = {
  own: on.own.handler(({ context: { app, actor } }) => app.db.asActor(actor, (tx) => ownBusiness(tx, app.clock.now()))),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveBusiness(tx, input, app.clock.now())),
  ),

  setOn: on.setOn.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => setPaymentsOn(tx, input.on, app.clock.now())),
  ),

  removeLogo: on.removeLogo.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => removeLogo(tx, app.clock.now())),
  ),

  access: on.access.handler(({ context: { app, actor } }) => app.db.asActor(actor, paymentsAccess)),
}
