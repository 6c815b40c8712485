import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { createdSession, paymentPage, shownSession, type StripeRefund, type StripeSession } from './stripe-sessions.ts'

/**
 * The behavior of the API. `drop`: performs the request and closes the connection. `limited`: 429. `broken`: 500. `repeated`: reports that the
 * idempotency key was used with other values. `revoked`: rejects every key. `silent`: does not respond until `release`.
 */
export type StripeMode = 'ok' | 'drop' | 'silent' | 'limited' | 'broken' | 'repeated' | 'revoked'

export type StripeRequest = { method: string; path: string; form: URLSearchParams; idempotencyKey: string | undefined }

const refusal = { error: { type: 'invalid_request_error', message: 'Refused' } }

type Signing = { secret?: string; at?: Date; account?: string }

export type StripeDouble = {
  origin: string
  key: string
  /** A key of another account, which has no access to the pages. */
  otherKey: string
  secret: string
  mode: StripeMode
  /** The beginnings of the API paths that the key does not permit. */
  forbidden: string[]
  /** Whether the API can close a page before it expires. */
  closes: boolean
  /** Every request to the API in order, including refused ones. */
  requests: StripeRequest[]
  sessions: Map<string, StripeSession>
  /** The number of requests without a response so far. */
  readonly waiting: number
  /** Responds to the requests that arrived in the mode `silent`. */
  release(): void
  /** Returns the page that was created last. */
  lastSession(): StripeSession
  /**
   * Pays on a page, by default the requested amount. With `processing`, the page is complete but the payment is still pending. Returns the
   * payment's id.
   */
  pay(sessionId: string, changes?: { amount?: number; currency?: string; processing?: boolean }): string
  /** Completes or fails a pending payment. */
  finish(sessionId: string, status: 'succeeded' | 'requires_payment_method'): void
  refund(paymentId: string, amount: number, status?: string): StripeRefund
  /** Calls the webhook with an event as Stripe does. */
  deliver(address: string, type: string, object: object, signing?: Signing): Promise<Response>
  /** Returns the body of an event and the signature header that Stripe would send with it. */
  event(type: string, object: object, signing?: Signing): { body: string; signature: string }
  close(): Promise<void>
}

/** Starts a double of Stripe with the part of the API that the product uses, and with a payment page. */
export async function openStripeDouble(): Promise<StripeDouble> {
  const byIdempotencyKey = new Map<string, { status: number; content: object }>()
  const refunds: StripeRefund[] = []
  const held: (() => void)[] = []
  let count = 0
  const now = () => Math.floor(Date.now() / 1000)
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '/', double.origin)
      if (url.pathname.startsWith('/pay/')) return answerPage(request, response, url)
      answerApi(request, response, { url, form: new URLSearchParams(body) })
    })
  })

  function answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    { url, form }: { url: URL; form: URLSearchParams },
  ): void {
    const { method = 'GET', headers } = request
    const [path, idempotencyKey] = [url.pathname, headers['idempotency-key'] as string | undefined]
    double.requests.push({ method, path, form: method === 'GET' ? url.searchParams : form, idempotencyKey })
    const send = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const refuse = (status: number) => send(status, refusal)
    const isOther = headers.authorization === `Bearer ${double.otherKey}`
    if ((headers.authorization !== `Bearer ${double.key}` && !isOther) || double.mode === 'revoked') return refuse(401)
    if (isOther && path.startsWith('/v1/checkout/sessions/')) return refuse(404)
    if (double.mode === 'limited') return refuse(429)
    if (double.mode === 'broken') return refuse(500)
    if (double.mode === 'repeated') return send(400, { error: { type: 'idempotency_error', message: 'Differs' } })
    if (double.forbidden.some((start) => path.startsWith(start))) return refuse(403)
    const known = method === 'POST' && idempotencyKey ? byIdempotencyKey.get(idempotencyKey) : undefined
    const { status, content } = known ?? answerOf(method, path, method === 'GET' ? url.searchParams : form)
    if (method === 'POST' && idempotencyKey && status < 400) byIdempotencyKey.set(idempotencyKey, { status, content })
    if (double.mode === 'drop') return void request.socket.destroy()
    if (double.mode === 'silent') held.push(() => send(status, content))
    else send(status, content)
  }

  function answerOf(method: string, path: string, form: URLSearchParams): { status: number; content: object } {
    const fine = (content: object) => ({ status: 200, content })
    const list = (data: object[]) => fine({ object: 'list', has_more: false, url: path, data })
    const [, session, action] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [null]
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
      if (!amount) return invalid(400)
      const made = createdSession(`cs_test_${++count}`, form, amount)
      double.sessions.set(made.id, made)
      return fine(shownSession(made, double.origin))
    }
    if (session !== undefined && session !== null) {
      const found = double.sessions.get(session)
      if (!found) return invalid(404)
      if (action === 'expire') {
        if (found.status !== 'open' || !double.closes) return invalid(400)
        found.status = 'expired'
      }
      return fine(shownSession(found, double.origin))
    }
    if (path === '/v1/payment_intents') return list([])
    if (path === '/v1/refunds') {
      const [intent, since] = [form.get('payment_intent'), Number(form.get('created[gte]') ?? 0)]
      return list(refunds.filter((one) => (intent === null || one.payment_intent === intent) && one.created >= since))
    }
    return invalid(404)
  }

  const invalid = (status: number) => ({ status, content: refusal })

  /** Shows the page on which the client pays, and accepts the payment. */
  function answerPage({ method }: IncomingMessage, response: ServerResponse, url: URL): void {
    const session = double.sessions.get(url.pathname.slice('/pay/'.length))
    if (!session) return void response.writeHead(404).end()
    if (method === 'POST') {
      double.pay(session.id)
      return void response.writeHead(303, { location: session.success_url }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(paymentPage(session))
  }

  const sessionOf = (id: string): StripeSession => {
    const session = double.sessions.get(id)
    if (!session) throw new Error('no such page')
    return session
  }

  const double: StripeDouble = {
    origin: '',
    key: `rk_test_${'5'.repeat(24)}`,
    otherKey: `rk_test_${'7'.repeat(24)}`,
    secret: `whsec_${'6'.repeat(24)}`,
    mode: 'ok',
    forbidden: [],
    closes: true,
    requests: [],
    sessions: new Map(),
    get waiting() {
      return held.length
    },
    release: () => held.splice(0).forEach((reply) => reply()),
    lastSession: () => sessionOf([...double.sessions.keys()].at(-1) ?? ''),
    pay(sessionId, { amount, currency, processing = false } = {}) {
      const session = sessionOf(sessionId)
      if (session.status !== 'open') throw new Error('nothing can be paid on this page')
      const received = processing ? 0 : (amount ?? session.amount)
      const intent = { amount_received: received, currency: currency ?? session.currency, created: now(), refunded: 0 }
      session.intent = { ...intent, id: `pi_${++count}`, status: processing ? 'processing' : 'succeeded' }
      session.status = 'complete'
      session.payment_status = processing ? 'unpaid' : 'paid'
      return session.intent.id
    },
    finish(sessionId, status) {
      const session = sessionOf(sessionId)
      if (!session.intent) throw new Error('nothing is on its way')
      session.intent.status = status
      if (status !== 'succeeded') return
      session.payment_status = 'paid'
      session.intent.amount_received = session.amount
    },
    refund(paymentId, amount, status = 'succeeded') {
      const intent = [...double.sessions.values()].find((one) => one.intent?.id === paymentId)?.intent
      if (!intent) throw new Error('no such payment')
      if (status === 'succeeded') intent.refunded += amount
      const refund = { id: `re_${++count}`, status, amount, currency: intent.currency, created: now() }
      const made = { ...refund, payment_intent: paymentId }
      refunds.push(made)
      return made
    },
    event(type, object, { secret = double.secret, at = new Date(), account } = {}) {
      const event = { id: `evt_${++count}`, object: 'event', type, ...(account && { account }), data: { object } }
      const body = JSON.stringify(event, null, 2)
      const timestamp = Math.floor(at.getTime() / 1000)
      return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
    },
    deliver(address, type, object, signing) {
      const { body, signature } = double.event(type, object, signing)
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
      return fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  double.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
