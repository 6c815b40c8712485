import type { TherapistId } from '@attune/contract/common/ids'
import { PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { type PaymentPage, listUnsettledPages } from './online-payment.pages.ts'
import { askPaymentProvider, type SettleContext, settlePage } from './online-payment.settle.ts'
import { providerAccess, workerOf } from './online-payment.setup.ts'

/**
 * The state of a page after the attempt to close it. `unanswered`: the provider did not respond, so there may be an unknown payment. `refused`: the
 * provider refuses the key, so retrying is useless.
 */
type Outcome = PaymentPage['state'] | 'unanswered' | 'refused'

/**
 * Books the payments on a therapist's unsettled payment pages and closes the pages on which clients could still pay. A page that the provider does
 * not close remains payable until it expires. Returns the state of each page afterwards. Without a usable key, does nothing and returns no states.
 */
export async function closePages(context: SettleContext, therapistId: TherapistId): Promise<Outcome[]> {
  const { key } = await providerAccess(context, therapistId)
  if (key === null) return []
  const pages = await context.db.asActor(workerOf(therapistId), listUnsettledPages)
  const outcomes: Outcome[] = []
  for (const page of pages) outcomes.push(await closePage(context, { therapistId, key }, page))
  return outcomes
}

async function closePage(
  context: SettleContext,
  access: { therapistId: TherapistId; key: string },
  page: PaymentPage,
): Promise<Outcome> {
  const { therapistId } = access
  const settle = async () => (await settlePage(context, { therapistId, pageId: page.id })) ?? page
  try {
    const { state, providerId } = await settle()
    if (state !== 'open' || providerId === null) return state
    await askPaymentProvider(context, access, (payments, key) => payments.closePage(key, providerId)).catch(() => {})
    // Stores that the page is closed, or books a payment that was made before it was closed.
    return (await settle()).state
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return error.failure === 'unavailable' || error.failure === 'limited' ? 'unanswered' : 'refused'
  }
}
