import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import pg from 'pg'
import { hasBearer } from '../../../platform/auth/login/cookies.ts'
import { addressWithPass } from '../../../platform/http/request/address-pass.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { conflict, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { signedFileAddress } from './download/address.ts'
import { listFileRows, withoutOwner } from './file.queries.ts'
import { deleteFiles } from './file.ts'

const on = implement(contract.file).$context<Context>()

export const fileHandlers = {
  address: on.address.handler(async ({ input, context: { app, actor, login, reqHeaders } }) => {
    const [row] = await app.db.asActor(actor, (tx) => listFileRows(tx, [input.id]))
    if (!row || actor.id === null) throw notFound()
    if (row.state !== 'ready') throw createRefusal('NOT_READY', 409)
    const address = signedFileAddress(app, row.id, input.variant, actor.id)
    // An HTML element cannot send the caller's bearer token, so the address contains a pass.
    return login && hasBearer(reqHeaders) ? addressWithPass(app, address.url, login.id) : address
  }),

  mine: on.mine.handler(async ({ input, context: { app, actor } }) => {
    const rows = await app.db.asActor(actor, (tx) => listFileRows(tx, input.ids))
    return { items: rows.filter(({ ownerId }) => ownerId === actor.id).map(withoutOwner) }
  }),

  delete: on.delete.handler(async ({ input, context: { app, actor } }) => {
    await app.db
      .asActor(actor, async (tx) => {
        const [row] = await listFileRows(tx, [input.id])
        if (row?.ownerId !== actor.id) throw notFound()
        await deleteFiles(tx, [input.id])
      })
      .catch((error: unknown) => {
        // The foreign key is violated if the file is still attached to something.
        throw error instanceof pg.DatabaseError && error.code === '23503' ? conflict() : error
      })
    return { done: true as const }
  }),
}
