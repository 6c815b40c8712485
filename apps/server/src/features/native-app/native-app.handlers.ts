import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { addressWithPass } from '../../platform/http/address-pass.ts'
import type { Context } from '../../platform/policy/context.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'

const on = implement(contract.nativeApp).$context<Context>()

export const nativeAppHandlers = {
  address: on.address.handler(({ input, context: { app, login } }) => {
    if (!login) throw createRefusal('NO_LOGIN', 401)
    return addressWithPass(app, input.address, login.id)
  }),

  liveTicket: on.liveTicket.handler(async ({ context: { app, login } }) => {
    if (!login) throw createRefusal('NO_LOGIN', 401)
    const { ticket, expiresAt } = await app.auth.liveTickets.create(login.id)
    return { ticket, expiresAt: expiresAt.toISOString() }
  }),
}
