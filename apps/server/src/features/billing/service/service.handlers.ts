import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import {
  addService,
  listAgreedPrices,
  editService,
  saveAgreedPrice,
  listServices,
  setServiceArchived,
} from './service.ts'

const on = implement(contract.service).$context<Context>()

export const serviceHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, listServices) })),

  add: operation(on.add, addService),

  edit: operation(on.edit, editService),

  setArchived: operation(on.setArchived, (tx, input, now) => setServiceArchived(tx, input.id, input.isArchived, now)),

  pricesOf: operation(on.pricesOf, async (tx, input) => ({ items: await listAgreedPrices(tx, input.clientId) })),

  savePrice: operation(on.savePrice, async (tx, input) => {
    await saveAgreedPrice(tx, input)
    return { done: true as const }
  }),
}
