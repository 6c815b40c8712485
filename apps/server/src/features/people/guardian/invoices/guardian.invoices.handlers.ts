import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { listOwnInvoices, readOwnInvoice } from '../../../billing/invoice/invoice.ts'
import {
  checkPayment,
  offerOf,
  refusePaymentFailed,
  startPayment,
} from '../../../billing/online-payment/online-payment.ts'
import { requireRights } from '../sessions/guardian.sessions.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianInvoicesHandlers = {
  invoices: operation(on.invoices, async (tx, { actingFor, ...page }, now) => {
    await requireRights(tx, actingFor, 'invoices')
    return listOwnInvoices(tx, page, now)
  }),

  invoice: operation(on.invoice, (tx, input, now) => readOwnInvoice(tx, input.id, now)),

  payOffer: on.payOffer.handler(async ({ input, context: { app, actor } }) => ({
    state: await offerOf(app, actor, input.id),
  })),

  startPayment: on.startPayment.handler(async ({ input, context: { app, actor } }) => ({
    url: await startPayment(app, actor, input.id).catch(refusePaymentFailed),
  })),

  checkPayment: on.checkPayment.handler(async ({ input, context: { app, actor } }) => ({
    state: await checkPayment(app, actor, input.id).catch(refusePaymentFailed),
  })),
}
