import type { Stripe } from 'stripe'
import { PaymentProviderError, type ReportedPage, type ReportedRefund } from './payment-provider.ts'

/** Zero-decimal currencies whose amounts Stripe expects in hundredths. */
const inHundredths = new Set(['ISK', 'UGX'])
/** A two-decimal currency whose amounts Stripe expects in whole units. */
const inUnits = new Set(['MGA'])

/** Converts an amount to the unit that Stripe uses for the currency. Throws if Stripe cannot represent the amount. */
export function toStripeAmount(minor: bigint, currency: string): number {
  if (inUnits.has(currency) && minor % 100n !== 0n) throw new PaymentProviderError('refused')
  return Number(inHundredths.has(currency) ? minor * 100n : inUnits.has(currency) ? minor / 100n : minor)
}

/** Converts an amount from Stripe to the smallest unit of its currency. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  const minor = BigInt(amount)
  return inHundredths.has(currency) ? minor / 100n : inUnits.has(currency) ? minor * 100n : minor
}

const atSecond = (seconds: number) => new Date(seconds * 1000)

/** Returns the state of a page from Stripe's checkout session. The payment and the charge of the session must be expanded. */
export function reportOfSession(session: Stripe.Checkout.Session): ReportedPage {
  const { id, client_reference_id: reference, payment_intent: intent } = session
  const page = { id, reference, url: session.url ?? null }
  if (session.status === 'open') return { ...page, state: 'open' }
  if (session.status !== 'complete' || intent === null || typeof intent === 'string') return { ...page, state: 'ended' }
  if (session.payment_status !== 'paid') {
    const isOnItsWay = !['requires_payment_method', 'canceled'].includes(intent.status)
    return { ...page, state: isOnItsWay ? 'processing' : 'ended' }
  }
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const currency = intent.currency.toUpperCase()
  const payment = {
    id: intent.id,
    amountMinor: fromStripeAmount(intent.amount_received, currency),
    currency,
    at: atSecond(charge?.created ?? intent.created),
    isRefunded: (charge?.amount_refunded ?? 0) > 0,
  }
  return { ...page, state: 'paid', payment }
}

/** Returns the successful refunds, oldest first. */
export const reportOfRefunds = (refunds: readonly Stripe.Refund[]): ReportedRefund[] =>
  refunds
    .flatMap(({ id, status, amount, currency, created, payment_intent: intent }) => {
      const paymentId = typeof intent === 'string' ? intent : intent?.id
      if (status !== 'succeeded' || paymentId === undefined) return []
      return { id, paymentId, amountMinor: fromStripeAmount(amount, currency.toUpperCase()), at: atSecond(created) }
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
