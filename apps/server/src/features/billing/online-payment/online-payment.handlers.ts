import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { closePages } from './online-payment.close.ts'
import { listPaymentDifferences } from './online-payment.differences.ts'
import {
  checkKey,
  ownSetup,
  providerAccess,
  refusePaymentFailed,
  removeSetup,
  requireLiveKey,
  saveKey,
  saveSecret,
  switchOnlinePayment,
} from './online-payment.setup.ts'
import { checkPayment, offerOf, startPayment } from './online-payment.start.ts'

const on = implement(contract.onlinePayment).$context<Context>()

export const onlinePaymentHandlers = {
  setup: on.setup.handler(({ context: { app, actor } }) => ownSetup(app, actor.id)),

  saveKey: on.saveKey.handler(async ({ input, context: { app, actor } }) => {
    const therapistId = actor.id
    requireLiveKey(app, input.key)
    await checkKey(app, input.key)
    // The new key may belong to another account, with which the pages of the old one can be neither settled nor closed.
    const { key: old } = await providerAccess(app, therapistId)
    if (old !== input.key) await closePages(app, therapistId)
    await app.db.asActor(actor, (tx) => saveKey(tx, app, input.key, app.clock.now()))
    return ownSetup(app, therapistId)
  }),

  saveSecret: on.saveSecret.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveSecret(tx, app, input.secret, app.clock.now()))
    return ownSetup(app, actor.id)
  }),

  setOn: on.setOn.handler(async ({ input, context: { app, actor } }) => {
    const therapistId = actor.id
    if (input.on) {
      const { key, isRefusedTest } = await providerAccess(app, therapistId)
      if (isRefusedTest) throw createRefusal('TEST_KEY', 409)
      if (key === null) throw createRefusal('NO_KEY', 409)
      await checkKey(app, key)
    }
    await app.db.asActor(actor, (tx) => switchOnlinePayment(tx, input.on))
    return ownSetup(app, therapistId)
  }),

  remove: on.remove.handler(async ({ context: { app, actor } }) => {
    const therapistId = actor.id
    const pages = await closePages(app, therapistId)
    // Without the key, a payment that was already made would never be booked.
    if (pages.includes('processing')) throw createRefusal('PROCESSING', 409)
    if (pages.includes('unanswered')) throw createRefusal('PROVIDER_FAILED', 409)
    await app.db.asActor(actor, removeSetup)
    return ownSetup(app, therapistId)
  }),

  offer: on.offer.handler(async ({ input, context: { app, actor } }) => ({
    state: await offerOf(app, actor, input.invoiceId),
  })),

  start: on.start.handler(async ({ input, context: { app, actor } }) => ({
    url: await startPayment(app, actor, input.invoiceId).catch(refusePaymentFailed),
  })),

  check: on.check.handler(async ({ input, context: { app, actor } }) => ({
    state: await checkPayment(app, actor, input.invoiceId).catch(refusePaymentFailed),
  })),

  differences: operation(on.differences, async (tx, input) => ({
    items: await listPaymentDifferences(tx, input.invoiceId),
  })),
}
