import type { PaymentPageId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { recordProviderRefunds } from '../payment/payment.ts'
import { findPage, type PaymentPage, replacePage, storeReport } from './online-payment.pages.ts'
import { recordRefusedKey, providerAccess, workerOf } from './online-payment.setup.ts'

export type SettleContext = Pick<AppContext, 'db' | 'clock' | 'payments' | 'providerKeys' | 'config'>

/**
 * Calls the provider with the key of a therapist, outside any transaction. If the provider refuses the key, stores this, unless another key was
 * saved in the meantime. Throws PaymentProviderError.
 */
export async function askPaymentProvider<Result>(
  context: SettleContext,
  { therapistId, key }: { therapistId: TherapistId; key: string },
  call: (payments: AppContext['payments'], key: string) => Promise<Result>,
): Promise<Result> {
  const { db, clock, payments } = context
  return call(payments, key).catch(async (error: unknown) => {
    if (error instanceof PaymentProviderError && error.failure === 'key')
      await db.asActor(workerOf(therapistId), (tx) => recordRefusedKey(tx, context, key, clock.now()))
    throw error
  })
}

/**
 * Asks the provider for the state of a page, and books its payment. `reportedId` is the page's id at the provider, in case the response to the
 * request for the page was lost. Returns the page afterwards; null if the therapist has no such page. Throws PaymentProviderError.
 */
export async function settlePage(
  context: SettleContext,
  { therapistId, pageId, reportedId }: { therapistId: TherapistId; pageId: PaymentPageId; reportedId?: string },
): Promise<PaymentPage | null> {
  const { db, clock } = context
  const worker = workerOf(therapistId)
  const read = () => db.asActor(worker, (tx) => findPage(tx, pageId))
  const [page, { key }] = await Promise.all([read(), providerAccess(context, therapistId)])
  if (!page || page.state === 'paid') return page
  const providerId = page.providerId ?? reportedId ?? null
  if (key === null || providerId === null) return page
  try {
    const report = await askPaymentProvider(context, { therapistId, key }, (payments) => payments.page(key, providerId))
    // The page belongs to the therapist's account at the provider, but Attune did not create it.
    if (report.reference !== page.id) return page
    await db.asActor(worker, (tx) => storeReport(tx, page, report, clock.now()))
    if (report.state === 'paid' && report.payment.isRefunded)
      await settleRefunds(context, therapistId, { paymentId: report.payment.id })
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || error.failure !== 'missing') throw error
    // The therapist has entered the key of another account. Clients may still pay on the page of the old account, so the query is repeated later, in
    // case the therapist enters the old key again.
    if (page.providerId !== null) await db.asActor(worker, (tx) => replacePage(tx, page.id))
  }
  return read()
}

/** Asks the provider for the refunds of a payment, or of all payments since an instant, and records them. Throws PaymentProviderError. */
export async function settleRefunds(
  context: SettleContext,
  therapistId: TherapistId,
  of: { paymentId: string } | { since: Date },
): Promise<void> {
  const { key } = await providerAccess(context, therapistId)
  if (key === null) return
  const found = await askPaymentProvider(context, { therapistId, key }, (payments) => payments.refunds(key, of))
  for (const [paymentId, refunds] of Map.groupBy(found, (refund) => refund.paymentId))
    await context.db.asActor(workerOf(therapistId), (tx) => recordProviderRefunds(tx, paymentId, refunds))
}
