import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { giveConsent, listOwnTextConsents, readTextConsent, withdrawConsent } from './consent.ts'
import { consentOffer } from './consent.offer.ts'

const on = implement(contract.consent).$context<Context>()

export const consentHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => {
    const offer = consentOffer(app)
    return { items: await app.db.asActor(actor, (tx) => listOwnTextConsents(tx, offer)) }
  }),

  get: on.get.handler(({ input, context: { app, actor } }) => {
    const offer = consentOffer(app)
    return app.db.asActor(actor, (tx) => readTextConsent(tx, input.id, offer))
  }),

  give: on.give.handler(({ input, context: { app, actor } }) => {
    const offer = consentOffer(app)
    return app.db.asActor(actor, (tx) => giveConsent(tx, input, offer, app.clock.now()))
  }),

  withdraw: on.withdraw.handler(({ input, context: { app, actor } }) => {
    const offer = consentOffer(app)
    return app.db.asActor(actor, (tx) => withdrawConsent(tx, input, offer, app.clock.now()))
  }),
}
