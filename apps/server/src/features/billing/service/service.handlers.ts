import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { addService, agreedPrices, editService, saveAgreedPrice, services, setServiceArchived } from './service.ts'

const on = implement(contract.service).$context<Context>()

export const serviceHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, services) })),

  add: on.add.handler(({ input, context: { app, actor } }) => app.db.asActor(actor, (tx) => addService(tx, input))),

  edit: on.edit.handler(({ input, context: { app, actor } }) => app.db.asActor(actor, (tx) => editService(tx, input))),

  setArchived: on.setArchived.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => setServiceArchived(tx, input.id, input.isArchived, app.clock.now())),
  ),

  pricesOf: on.pricesOf.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => agreedPrices(tx, input.clientId)),
  })),

  savePrice: on.savePrice.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveAgreedPrice(tx, input))
    return { done: true as const }
  }),
}
