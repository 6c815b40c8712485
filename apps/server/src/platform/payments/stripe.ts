import type { KeyPermission } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import type { Stripe } from 'stripe'
import { isDeeperThan } from '../outbound/json-depth.ts'
import { NotFetchedError, type Outbound } from '../outbound/outbound.ts'
import { answerLimits } from '../outbound/provider-answer.ts'
import { type PaymentEvent, PaymentProviderError, type PaymentProvider } from './payment-provider.ts'
import { reportOfRefunds, reportOfSession, toStripeAmount } from './stripe.reports.ts'

const stripeApi = 'https://api.stripe.com'
/** The time limit and the maximum response size of a request, and the maximum age of a webhook's signature. */
const limits = { milliseconds: 10_000, bytes: 512 * 1024, signatureSeconds: 300 }
const expand = ['payment_intent.latest_charge']
/** The maximum number of pages of refunds that are read. Each page contains up to 100 refunds. */
const refundPages = 10

type Deps = { outbound: Pick<Outbound, 'request'>; apiOrigin?: string | undefined }

/** Accepts payments through Stripe Checkout. Loads Stripe's library at the first call, because few practices use it. */
export function openStripe({ outbound, apiOrigin = stripeApi }: Deps): PaymentProvider {
  /** Calls Stripe and converts an error into a PaymentProviderError. */
  const ask: Ask = async (key, call) =>
    call(await openClient(key, { outbound, apiOrigin })).catch((error: unknown) => {
      throw failureOf(error)
    })
  const isSafe = (url: string | null) => url === null || url.startsWith('https://') || new URL(url).origin === apiOrigin
  const checked = (session: Stripe.Checkout.Session) => {
    if (!isSafe(session.url)) throw new PaymentProviderError('unavailable')
    return reportOfSession(session)
  }

  return {
    missingPermissions: (key) => missingPermissions(ask, key),
    openPage: (key, order) => ask(key, async (client) => checked(await createPage(client, order))),
    page: (key, pageId) =>
      ask(key, async (client) => checked(await client.checkout.sessions.retrieve(pageId, { expand }))),
    closePage: (key, pageId) => ask(key, async (client) => void (await client.checkout.sessions.expire(pageId))),
    refunds: (key, of) =>
      ask(key, async (client) => {
        const filter =
          'since' in of ? { created: { gte: Math.floor(of.since.getTime() / 1000) } } : { payment_intent: of.paymentId }
        const refunds = await client.refunds
          .list({ ...filter, limit: 100 })
          .autoPagingToArray({ limit: 100 * refundPages })
        return reportOfRefunds(refunds)
      }),
    async readEvent({ body, signature, secret, now }) {
      const { Stripe: Library } = await import('stripe')
      try {
        const event = Library.webhooks.constructEvent(
          body,
          signature,
          secret,
          limits.signatureSeconds,
          undefined,
          now.getTime(),
        )
        return event.account ? null : aboutOf(event)
      } catch {
        return null
      }
    },
  }
}

type Ask = <Result>(key: string, call: (client: Stripe) => Promise<Result>) => Promise<Result>

async function openClient(
  key: string,
  { outbound, apiOrigin }: Required<Deps> & { apiOrigin: string },
): Promise<Stripe> {
  const { protocol, hostname, port } = new URL(apiOrigin)
  const plain = protocol === 'http:'
  const { Stripe: Library } = await import('stripe')
  return new Library(key, {
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: limits.milliseconds,
    appInfo: { name: 'Attune' },
    host: hostname,
    port: port || (plain ? '80' : '443'),
    protocol: plain ? 'http' : 'https',
    httpClient: Library.createFetchHttpClient(fetchBy(outbound)),
  })
}

async function missingPermissions(ask: Ask, key: string): Promise<KeyPermission[]> {
  const answers = await Promise.all(
    Object.entries(probes).map(([permission, probe]) =>
      ask(key, probe).then(
        () => [],
        (error: PaymentProviderError) => {
          if (error.failure === 'refused' || error.failure === 'missing') return []
          if (error.failure === 'key' && error.cause === 'permission') return [permission as KeyPermission]
          throw error
        },
      ),
    ),
  )
  return answers.flat()
}

function createPage(
  client: Stripe,
  order: Parameters<PaymentProvider['openPage']>[1],
): Promise<Stripe.Checkout.Session> {
  const { id, invoiceNumber, amountMinor, currency, language, paidUrl, backUrl } = order
  const price = { currency: currency.toLowerCase(), unit_amount: toStripeAmount(amountMinor, currency) }
  return client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: id,
      line_items: [{ quantity: 1, price_data: { ...price, product_data: { name: invoiceNumber } } }],
      locale: language as Stripe.Checkout.SessionCreateParams.Locale,
      success_url: paidUrl,
      cancel_url: backUrl,
    },
    { idempotencyKey: `attune-page-${id}` },
  )
}

/**
 * For each permission, the request that tests whether a key has it. The request for `checkout` deliberately lacks required fields: if the key has the
 * permission, Stripe reports the missing fields and creates nothing.
 */
const probes: Record<KeyPermission, (client: Stripe) => Promise<unknown>> = {
  checkout: (client) => client.checkout.sessions.create({ mode: 'payment' }),
  'payment-intents': (client) => client.paymentIntents.list({ limit: 1 }),
  refunds: (client) => client.refunds.list({ limit: 1 }),
}

/**
 * Returns a `fetch` that sends the requests of Stripe's library through `outbound`. It throws if the response exceeds `limits` or is nested too
 * deeply.
 */
const fetchBy =
  (outbound: Pick<Outbound, 'request'>): typeof fetch =>
  async (address, init) => {
    const { status, headers, body } = await outbound.request(String(address), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { body: init.body }),
      atMostBytes: limits.bytes,
      timeoutMilliseconds: limits.milliseconds,
    })
    if (isDeeperThan(answerLimits.depth, body)) throw new NotFetchedError('nested too deep', 'too-large')
    const named = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(new Uint8Array(body), { status, headers: named })
  }

const failures = {
  StripeAuthenticationError: 'key',
  StripePermissionError: 'key',
  StripeRateLimitError: 'limited',
  StripeInvalidRequestError: 'refused',
  // An earlier request with the same id had other values, so the state of its page is unknown.
  StripeIdempotencyError: 'unavailable',
} as const

function failureOf(error: unknown): unknown {
  if (error instanceof PaymentProviderError) return error
  const { type, statusCode } = error as { type?: string; statusCode?: number }
  if (type === undefined || !type.startsWith('Stripe')) return error
  const failure = failures[type as keyof typeof failures] ?? 'unavailable'
  return Object.assign(new PaymentProviderError(failure === 'refused' && statusCode === 404 ? 'missing' : failure), {
    ...(type === 'StripePermissionError' && { cause: 'permission' }),
  })
}

function aboutOf({ type, data: { object } }: Stripe.Event): PaymentEvent {
  if (type.startsWith('checkout.session.')) {
    const session = object as Stripe.Checkout.Session
    return { about: 'page', pageId: session.id, reference: session.client_reference_id }
  }
  if (type === 'charge.refunded' || type.startsWith('refund.') || type === 'charge.refund.updated') {
    const { payment_intent: intent } = object as Stripe.Refund
    const paymentId = typeof intent === 'string' ? intent : intent?.id
    if (paymentId !== undefined) return { about: 'refund', paymentId }
  }
  return { about: 'other' }
}
