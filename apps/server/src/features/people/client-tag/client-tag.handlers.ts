import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { listClientTags, createClientTag, deleteClientTag, editClientTag, setClientTag } from './client-tag.ts'

const on = implement(contract.clientTag).$context<Context>()

/** Refuses with NAME_TAKEN if another tag of the therapist has the same name. Rethrows any other error. */
const refuseTakenName = (error: unknown) => {
  throw violatesConstraint(error, 'client_tag_name') ? createRefusal('NAME_TAKEN', 409) : error
}

export const clientTagHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listClientTags),
  })),

  create: on.create.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => createClientTag(tx, input)).catch(refuseTakenName),
  ),

  edit: on.edit.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => editClientTag(tx, input)).catch(refuseTakenName),
  ),

  delete: operation(on.delete, async (tx, input) => {
    await deleteClientTag(tx, input.id)
    return { done: true as const }
  }),

  addToClient: operation(on.addToClient, async (tx, input) => {
    await setClientTag(tx, input, true)
    return { done: true as const }
  }),

  removeFromClient: operation(on.removeFromClient, async (tx, input) => {
    await setClientTag(tx, input, false)
    return { done: true as const }
  }),
}
