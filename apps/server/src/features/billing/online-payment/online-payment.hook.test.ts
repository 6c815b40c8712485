import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { onlinePaymentJobs } from './online-payment.jobs.ts'
import { openOnlinePractice, pagesOf, type OnlinePractice } from './online-payment.testing.ts'

let practice: OnlinePractice
beforeAll(async () => {
  practice = await openOnlinePractice()
})
afterEach(() => {
  practice.double.mode = 'ok'
})
afterAll(() => practice.close())

/** Reports a completed page like the provider. Returns the status of the server's response. */
async function reportCompleted(sessionId: string, signing: { secret?: string; at?: Date; account?: string } = {}) {
  const { app, double, hook } = practice
  const session = double.sessions.get(sessionId) ?? {}
  const signedAt = { at: app.clock.now(), ...signing }
  return (await double.deliver(hook, 'checkout.session.completed', session, signedAt)).status
}
const post = (address: string, body: string, headers: Record<string, string>) =>
  fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

test('a payment shows at once by the webhook', async () => {
  const { double, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  expect(await reportCompleted(session)).toBe(200)
  expect(await paidOf(id)).toEqual({ status: 'paid', entries: ['9500 EUR'] })
})

test('an event that names another page at the provider does not hide the one that is known', async () => {
  const { app, double, hook, paidOf } = practice
  const id = await practice.issue()
  double.pay(await practice.open(id))
  const [page] = await pagesOf(practice, id)
  const object = { id: 'cs_test_none', client_reference_id: page?.id }
  const { status } = await double.deliver(hook, 'checkout.session.completed', object, { at: app.clock.now() })
  expect(status).toBe(200)
  expect(await paidOf(id)).toEqual({ status: 'paid', entries: ['9500 EUR'] })
})

test('an event that is delivered 20 times, 10 at once, and the job as well, make one payment row @slow', async () => {
  const { app, double, therapist, client } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  const payment = double.pay(session)
  const [page] = await pagesOf(practice, id)
  app.clock.advance(301_000)
  const job = () =>
    onlinePaymentJobs['online-payment'].run(
      app,
      { therapistId: therapist.accountId, pageId: page?.id ?? '' },
      { retryCount: 0, last: false },
    )
  const ten = () => Array.from({ length: 10 }, () => reportCompleted(session))
  const returning = client.api.onlinePayment.check({ invoiceId: id })
  const statuses = await Promise.all([...ten(), job().then(() => 200), returning.then(() => 200)])
  statuses.push(...(await Promise.all(ten())))
  await job()
  expect(statuses).toEqual(Array.from({ length: 22 }, () => 200))
  const rows = await app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => {
    const { rows: found } = await sql`
      select p.provider_id as provider, (select count(*)::int from app.invoice_event e where e.invoice_id = p.invoice_id and e.kind = 'payment')
        as events from app.payment p where p.invoice_id = ${id}`.execute(tx.kysely)
    return found
  })
  expect(rows).toEqual([{ provider: payment, events: 1 }])
})

test('a wrong, old or missing signature, a changed or parsed body, and an unknown address get the same 403 and book nothing', async () => {
  const { app, double, hook, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  const now = app.clock.now()
  const { body, signature } = double.event('checkout.session.completed', double.sessions.get(session) ?? {}, {
    at: now,
  })
  const signed = { 'stripe-signature': signature }
  const answers = await Promise.all([
    reportCompleted(session, { secret: `whsec_${'7'.repeat(24)}` }),
    reportCompleted(session, { at: new Date(now.getTime() - 6 * 60_000) }),
    ...[
      post(hook, body, {}),
      post(hook, body.replace('cs_test', 'cs_tesT'), signed),
      post(hook, JSON.stringify(JSON.parse(body)), signed),
      post(hook, '', signed),
      post(`${hook.slice(0, -1)}${hook.endsWith('A') ? 'B' : 'A'}`, body, signed),
      post(`${hook}/more`, body, signed),
      post(hook, 'x'.repeat(600_000), signed),
    ].map(async (answer) => (await answer).status),
  ])
  expect(answers).toEqual(answers.map(() => 403))
  expect((await paidOf(id)).entries).toEqual([])
  expect((await post(hook, body, signed)).status).toBe(200)
  expect((await paidOf(id)).entries).toEqual(['9500 EUR'])
})

test('an event of a connected account is refused, and one about a page of another account books nothing', async () => {
  const { app, double, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  const [page] = await pagesOf(practice, id)
  const at = app.clock.now()
  const report = async (foreign: object) =>
    (await double.deliver(practice.hook, 'checkout.session.completed', foreign, { at })).status
  // The reference is the id of an open page. The server then reads this page, which is not paid.
  expect(await report({ id: 'cs_elsewhere', client_reference_id: page?.id })).toBe(200)
  double.pay(session)
  expect(await reportCompleted(session, { account: 'acct_another' })).toBe(403)
  // The server ignores a page of the therapist's account that Attune did not create.
  for (const reference of ['order-7', crypto.randomUUID()])
    expect(await report({ id: session, client_reference_id: reference })).toBe(200)
  expect((await paidOf(id)).entries).toEqual([])
  expect(await pagesOf(practice, id)).toMatchObject([{ state: 'open', providerId: session }])
})

test('an event of one therapist’s webhook about the page of another books nothing', async () => {
  const { app, double, paidOf } = practice
  const other = await app.person('therapist', 2)
  await other.api.onlinePayment.saveKey({ key: double.key })
  const { hookAddress } = await other.api.onlinePayment.saveSecret({ secret: double.secret })
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  const answer = await double.deliver(hookAddress, 'checkout.session.completed', double.sessions.get(session) ?? {}, {
    at: app.clock.now(),
  })
  expect(answer.status).toBe(200)
  expect((await paidOf(id)).entries).toEqual([])
})

test('an event that comes before our page is stored books its payment @slow', async () => {
  const { double, client, paidOf } = practice
  const id = await practice.issue()
  double.mode = 'drop'
  await expect(client.api.onlinePayment.start({ invoiceId: id })).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
  double.mode = 'ok'
  const { id: session } = double.lastSession()
  expect(await pagesOf(practice, id)).toMatchObject([{ providerId: null }])
  double.pay(session)
  expect(await reportCompleted(session)).toBe(200)
  expect((await paidOf(id)).entries).toEqual(['9500 EUR'])
  expect(await pagesOf(practice, id)).toMatchObject([{ providerId: session, state: 'paid', isCurrent: false }])
})

test('a refund is recorded at once, and again by nothing', async () => {
  const { app, double, hook, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  const payment = double.pay(session)
  await reportCompleted(session)
  const refund = double.refund(payment, 9500)
  const at = app.clock.now()
  const charge = { object: 'charge', payment_intent: payment }
  const events = [
    ['refund.created', refund],
    ['charge.refunded', charge],
    ['refund.updated', refund],
  ] as const
  const answers = await Promise.all(
    [...events, ...events].map(([type, object]) => double.deliver(hook, type, object, { at })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await paidOf(id)).toEqual({ status: 'issued', entries: ['9500 EUR', '-9500 EUR'] })
})

test('while the provider does not answer, the event is to be delivered again @slow', async () => {
  const { double, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  for (const mode of ['limited', 'broken'] as const) {
    double.mode = mode
    expect(await reportCompleted(session)).toBe(503)
  }
  double.mode = 'ok'
  expect(await reportCompleted(session)).toBe(200)
  expect((await paidOf(id)).status).toBe('paid')
})

test('other events change nothing, and without a secret the webhook is closed', async () => {
  const { app, double, hook, therapist } = practice
  const at = app.clock.now()
  const before = double.requests.length
  expect((await double.deliver(hook, 'customer.created', { id: 'cus_1' }, { at })).status).toBe(200)
  expect(double.requests.length).toBe(before)
  await therapist.api.onlinePayment.saveSecret({ secret: null })
  expect((await double.deliver(hook, 'customer.created', { id: 'cus_1' }, { at })).status).toBe(403)
  await therapist.api.onlinePayment.saveSecret({ secret: double.secret })
})
