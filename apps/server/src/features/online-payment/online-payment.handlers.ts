import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'
import { paymentDifferences } from './online-payment.differences.ts'
import { openPages } from './online-payment.pages.ts'
import { askPaymentProvider } from './online-payment.settle.ts'
import {
  checkKey,
  ownSetup,
  providerAccess,
  providerFailed,
  removeSetup,
  saveKey,
  saveSecret,
  switchOnlinePayment,
  workerOf,
} from './online-payment.setup.ts'
import { checkPayment, offerOf, startPayment } from './online-payment.start.ts'

const on = implement(contract.onlinePayment).$context<Context>()
const refuseFailed = (error: unknown) => {
  throw providerFailed(error)
}

export const onlinePaymentHandlers = {
  setup: on.setup.handler(({ context: { app, actor } }) => ownSetup(app, actor.id as string)),

  saveKey: on.saveKey.handler(async ({ input, context: { app, actor } }) => {
    await checkKey(app, input.key)
    await app.db.asActor(actor, (tx) => saveKey(tx, app, input.key, app.clock.now()))
    return ownSetup(app, actor.id as string)
  }),

  saveSecret: on.saveSecret.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveSecret(tx, app, input.secret, app.clock.now()))
    return ownSetup(app, actor.id as string)
  }),

  setOn: on.setOn.handler(async ({ input, context: { app, actor } }) => {
    const therapistId = actor.id as string
    if (input.on) {
      const { key } = await providerAccess(app, therapistId)
      if (key === null) throw createRefusal('NO_KEY', 409)
      await checkKey(app, key)
    }
    await app.db.asActor(actor, (tx) => switchOnlinePayment(tx, input.on))
    return ownSetup(app, therapistId)
  }),

  remove: on.remove.handler(async ({ context }) => {
    await closePages(context)
    await context.app.db.asActor(context.actor, removeSetup)
    return ownSetup(context.app, context.actor.id as string)
  }),

  offer: on.offer.handler(async ({ input, context: { app, actor } }) => ({
    state: await offerOf(app, actor, input.invoiceId),
  })),

  start: on.start.handler(async ({ input, context: { app, actor } }) => ({
    url: await startPayment(app, actor, input.invoiceId).catch(refuseFailed),
  })),

  check: on.check.handler(async ({ input, context: { app, actor } }) => ({
    state: await checkPayment(app, actor, input.invoiceId).catch(refuseFailed),
  })),

  differences: on.differences.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => paymentDifferences(tx, input.invoiceId)),
  })),
}

/** Closes the pages on which clients could still pay. One that the provider does not close stays payable there until it expires. */
async function closePages({ app, actor }: Context): Promise<void> {
  const therapistId = actor.id as string
  const { key } = await providerAccess(app, therapistId)
  if (key === null) return
  const pages = await app.db.asActor(workerOf(therapistId), openPages)
  for (const { providerId } of pages) {
    if (providerId === null) continue
    await askPaymentProvider(app, { therapistId, key }, (payments) => payments.closePage(key, providerId)).catch(
      () => {},
    )
  }
}
