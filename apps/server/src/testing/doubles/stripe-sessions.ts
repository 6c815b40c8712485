export type StripeSession = {
  id: string
  client_reference_id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount: number
  currency: string
  name: string
  success_url: string
  cancel_url: string
  intent: Intent | null
}
type Intent = {
  id: string
  status: string
  amount_received: number
  currency: string
  created: number
  refunded: number
}
export type StripeRefund = {
  id: string
  status: string
  amount: number
  currency: string
  created: number
  payment_intent: string
}

/** Returns an open payment page with the values of the request that creates it. */
export const createdSession = (id: string, form: URLSearchParams, amount: number): StripeSession => ({
  id,
  client_reference_id: form.get('client_reference_id') ?? '',
  status: 'open',
  payment_status: 'unpaid',
  amount,
  currency: form.get('line_items[0][price_data][currency]') ?? '',
  name: form.get('line_items[0][price_data][product_data][name]') ?? '',
  success_url: form.get('success_url') ?? '',
  cancel_url: form.get('cancel_url') ?? '',
  intent: null,
})

/** Returns a payment page in the format of the API. */
export const shownSession = ({ intent, ...session }: StripeSession, origin: string) => ({
  ...session,
  object: 'checkout.session',
  amount_total: session.amount,
  url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
  payment_intent: intent && {
    ...intent,
    object: 'payment_intent',
    latest_charge: { object: 'charge', created: intent.created, amount_refunded: intent.refunded },
  },
})

/** Returns the page on which a client pays, as HTML. */
export const paymentPage = ({ name, amount, currency, cancel_url }: StripeSession) =>
  `<!doctype html><html lang="en"><title>Double of Stripe</title><h1>${name}</h1>
       <p>${amount} ${currency}</p><form method="post"><button>Pay</button></form><a href="${cancel_url}">Back</a>`
