import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { clientTags, createClientTag, deleteClientTag, editClientTag, setClientTag } from './client-tag.ts'

const on = implement(contract.clientTag).$context<Context>()

/** Refuses with NAME_TAKEN if another tag of the therapist has the same name. Rethrows any other error. */
const refuseTakenName = (error: unknown) => {
  throw violatesConstraint(error, 'client_tag_name') ? createRefusal('NAME_TAKEN', 409) : error
}

export const clientTagHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, clientTags) })),

  create: on.create.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => createClientTag(tx, input)).catch(refuseTakenName),
  ),

  edit: on.edit.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => editClientTag(tx, input)).catch(refuseTakenName),
  ),

  delete: on.delete.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => deleteClientTag(tx, input.id))
    return { done: true as const }
  }),

  addToClient: on.addToClient.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setClientTag(tx, input, true))
    return { done: true as const }
  }),

  removeFromClient: on.removeFromClient.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setClientTag(tx, input, false))
    return { done: true as const }
  }),
}
