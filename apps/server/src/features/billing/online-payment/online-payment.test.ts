import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCleanups } from '../../../jobs.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import { recordProviderRefunds, reversePayment } from '../payment/payment.ts'
import { onlinePaymentJobs } from './online-payment.jobs.ts'
import { askPaymentProvider } from './online-payment.settle.ts'
import { openOnlinePractice, pagesOf, type OnlinePractice } from './online-payment.testing.ts'

let practice: OnlinePractice
beforeAll(async () => {
  practice = await openOnlinePractice({ worker: true })
})
afterEach(() => {
  practice.double.mode = 'ok'
  practice.double.closes = true
})
afterAll(() => practice.close())

const refused = (call: Promise<unknown>, code: string, data?: unknown) =>
  expect(call).rejects.toMatchObject(data ? { code, data } : { code })
const start = (invoiceId: string) => practice.client.api.onlinePayment.start({ invoiceId })
const check = async (invoiceId: string) => (await practice.client.api.onlinePayment.check({ invoiceId })).state
const offer = async (invoiceId: string) => (await practice.client.api.onlinePayment.offer({ invoiceId })).state
const attempt = { retryCount: 0, last: false }
const askProvider = (pageId: string | null) =>
  onlinePaymentJobs['online-payment'].run(practice.app, { therapistId: practice.therapist.accountId, pageId }, attempt)

test('the provider gets number and amount of the invoice, our id of the page, and no name, service or day', async () => {
  const { double, client } = practice
  const id = await practice.issue()
  await start(id)
  const { form, idempotencyKey } = double.requests.at(-1) ?? { form: new URLSearchParams() }
  const { sheet } = await client.api.invoice.mineOne({ id })
  const [page] = await pagesOf(practice, id)
  const back = `${practice.app.site.origin()}/dashboard/client/payments/${id}`
  expect(Object.fromEntries(form)).toEqual({
    mode: 'payment',
    client_reference_id: page?.id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '9500',
    'line_items[0][price_data][product_data][name]': sheet.number,
    locale: 'en',
    success_url: `${back}?paid=1`,
    cancel_url: back,
  })
  expect(idempotencyKey).toBe(`attune-page-${page?.id}`)
})

test('without a webhook, a payment is booked when the client returns, once @slow', async () => {
  const { double, paidOf } = practice
  const id = await practice.issue()
  expect(await offer(id)).toBe('ready')
  const session = await practice.open(id)
  expect(await check(id)).toBe('none')
  double.pay(session)
  expect(await Promise.all([check(id), check(id), check(id)])).toEqual(['paid', 'paid', 'paid'])
  expect(await paidOf(id)).toEqual({ status: 'paid', entries: ['9500 EUR'] })
  const { history, payments } = await practice.therapist.api.invoice.get({ id })
  expect(payments[0]).toMatchObject({ method: 'provider', reference: '' })
  expect(history.filter(({ kind }) => kind === 'payment')).toMatchObject([{ by: 'product' }])
  expect(await offer(id)).toBe('off')
  await refused(start(id), 'NOTHING_OPEN')
})

test('without a webhook and a return, a job books the payment and makes the receipt @slow', async () => {
  const { app, double, paidOf } = practice
  const id = await practice.issue()
  double.pay(await practice.open(id))
  await runCleanups(app)
  expect((await paidOf(id)).status).toBe('issued')
  app.clock.advance(301_000)
  await runCleanups(app)
  await expect.poll(() => paidOf(id)).toEqual({ status: 'paid', entries: ['9500 EUR'] })
  const documents = async () => (await practice.client.api.invoice.mineOne({ id })).documents
  await expect.poll(documents).toContainEqual({ kind: 'receipt', ready: true })
})

test('the job asks for a page when it is due, less often with its age, and no more once it is settled', async () => {
  const { app, double } = practice
  const id = await practice.issue()
  await practice.open(id)
  const [page] = await pagesOf(practice, id)
  const pageId = page?.id ?? ''
  const asked = async () => {
    const before = double.requests.length
    await Promise.all([askProvider(pageId), askProvider(pageId)])
    return double.requests.length - before
  }
  expect(await asked()).toBe(0)
  app.clock.advance(301_000)
  expect(await asked()).toBe(1)
  app.clock.advance(3_600_000)
  expect(await asked()).toBe(1)
  app.clock.advance(301_000)
  expect(await asked()).toBe(0)
  double.lastSession().status = 'expired'
  app.clock.advance(3_600_000)
  expect([await asked(), await asked()]).toEqual([1, 0])
  expect(await pagesOf(practice, id)).toMatchObject([{ state: 'ended', isCurrent: false }])
})

test('a repeat returns the same page, also two at once, and also after the provider’s answer was lost @slow', async () => {
  const { double } = practice
  const id = await practice.issue()
  double.mode = 'drop'
  await refused(start(id), 'PROVIDER_FAILED')
  expect(await pagesOf(practice, id)).toMatchObject([{ providerId: null, state: 'open' }])
  const made = double.sessions.size
  double.mode = 'ok'
  const answers = await Promise.all([start(id), start(id)])
  expect(answers[0]?.url).toBe(answers[1]?.url)
  expect((await start(id)).url).toBe(answers[0]?.url)
  expect([double.sessions.size, (await pagesOf(practice, id)).length]).toEqual([made, 1])
})

test('a payment on each of two pages of an invoice is booked @slow', async () => {
  const { double, therapist, paidOf } = practice
  const id = await practice.issue()
  const first = await practice.open(id)
  const cash = { invoiceId: id, currency: 'EUR', paidOn: '2026-11-01', method: 'cash', reference: '' } as const
  await therapist.api.payment.record({ ...cash, id: crypto.randomUUID(), amountMinor: '5500' })
  // The provider does not close the first page.
  double.closes = false
  const second = await practice.open(id)
  expect(second).not.toBe(first)
  expect(double.sessions.get(second)?.amount).toBe(4000)
  double.pay(second)
  double.pay(first)
  expect(await check(id)).toBe('paid')
  expect(await paidOf(id)).toEqual({ status: 'paid', entries: ['5500 EUR', '4000 EUR'] })
  const [page] = (await pagesOf(practice, id)).filter(({ providerId }) => providerId === first)
  practice.app.clock.advance(3_600_000)
  await askProvider(page?.id ?? '')
  expect(await paidOf(id)).toEqual({ status: 'overpaid', entries: ['5500 EUR', '4000 EUR', '9500 EUR'] })
})

test('a payment of another amount or in another currency is booked as reported and shows what was requested @slow', async () => {
  const { double, therapist, paidOf } = practice
  const [less, foreign, same] = [await practice.issue(), await practice.issue(), await practice.issue()]
  double.pay(await practice.open(less), { amount: 9000 })
  double.pay(await practice.open(foreign), { amount: 10_300, currency: 'usd' })
  double.pay(await practice.open(same))
  for (const id of [less, foreign, same]) expect(await check(id)).toBe('paid')
  expect(await paidOf(less)).toEqual({ status: 'partly-paid', entries: ['9000 EUR'] })
  expect(await paidOf(foreign)).toEqual({ status: 'issued', entries: ['10300 USD'] })
  for (const [id, isDifferent] of [
    [less, true],
    [foreign, true],
    [same, false],
  ] as const) {
    const { payments } = await therapist.api.invoice.get({ id })
    const { items } = await therapist.api.onlinePayment.differences({ invoiceId: id })
    const difference = { paymentId: payments[0]?.id, requestedMinor: '9500', currency: 'EUR' }
    expect(items).toEqual(isDifferent ? [difference] : [])
  }
})

test('a currency without decimals of which the provider takes hundredths is paid in full', async () => {
  const id = await practice.issue({ grossMinor: '12000', currency: 'ISK' })
  const session = await practice.open(id)
  expect(practice.double.sessions.get(session)?.amount).toBe(1_200_000)
  practice.double.pay(session)
  expect(await check(id)).toBe('paid')
  expect(await practice.paidOf(id)).toEqual({ status: 'paid', entries: ['12000 ISK'] })
})

test('while a payment is on its way, no other page can be opened @slow', async () => {
  const { double } = practice
  const [arrives, fails] = [await practice.issue(), await practice.issue()]
  for (const [id, status] of [
    [arrives, 'succeeded'],
    [fails, 'requires_payment_method'],
  ] as const) {
    const session = await practice.open(id)
    double.pay(session, { processing: true })
    expect(await check(id)).toBe('processing')
    expect(await offer(id)).toBe('processing')
    await refused(start(id), 'PROCESSING')
    double.finish(session, status)
  }
  expect([await check(arrives), await check(fails)]).toEqual(['paid', 'none'])
  expect((await practice.paidOf(arrives)).status).toBe('paid')
  expect(await offer(fails)).toBe('ready')
  await start(fails)
})

test('too many requests and a broken provider are refused, and the next try works @slow', async () => {
  const { double } = practice
  const id = await practice.issue()
  for (const mode of ['limited', 'broken', 'repeated'] as const) {
    double.mode = mode
    await refused(start(id), 'PROVIDER_FAILED')
    expect(await offer(id)).toBe('ready')
  }
  double.mode = 'ok'
  double.pay(await practice.open(id))
  double.mode = 'limited'
  await refused(practice.client.api.onlinePayment.check({ invoiceId: id }), 'PROVIDER_FAILED')
  double.mode = 'ok'
  expect(await check(id)).toBe('paid')
  expect(await pagesOf(practice, id)).toHaveLength(1)
})

test('a revoked key is noted, offers nothing until it is replaced, and a job does not fail @slow', async () => {
  const { app, double, therapist } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  double.mode = 'revoked'
  app.clock.advance(301_000)
  const [page] = await pagesOf(practice, id)
  await askProvider(page?.id ?? '')
  const { onlinePayment: api } = therapist.api
  expect((await api.setup({})).keyRefusedAt).not.toBeNull()
  expect(await offer(id)).toBe('off')
  await refused(start(id), 'NOT_ON')
  await refused(api.saveKey({ key: double.key }), 'KEY_REFUSED')
  double.mode = 'ok'
  expect(await api.saveKey({ key: double.key })).toMatchObject({ isOn: true, keyRefusedAt: null })
  expect(await check(id)).toBe('paid')
})

test('a call with an earlier key that the provider refuses says nothing about the saved one', async () => {
  const { app, therapist } = practice
  const earlier = { therapistId: therapist.accountId, key: `rk_test_${'8'.repeat(24)}` }
  const failing = askPaymentProvider(app, earlier, (payments, key) => payments.closePage(key, 'cs_test_none'))
  await expect(failing).rejects.toMatchObject({ failure: 'key' })
  expect((await therapist.api.onlinePayment.setup({})).keyRefusedAt).toBeNull()
})

test('a page that the account of a new key does not have gives way to another, and is asked for once its key is back @slow', async () => {
  const { app, double, therapist, paidOf } = practice
  const { saveKey } = therapist.api.onlinePayment
  const id = await practice.issue()
  const session = await practice.open(id)
  const [page] = await pagesOf(practice, id)
  double.closes = false
  await saveKey({ key: double.otherKey })
  double.pay(session)
  app.clock.advance(301_000)
  await askProvider(page?.id ?? '')
  expect(await pagesOf(practice, id)).toMatchObject([{ state: 'open', isCurrent: false }])
  await saveKey({ key: double.key })
  app.clock.advance(3_601_000)
  await askProvider(page?.id ?? '')
  expect(await paidOf(id)).toEqual({ status: 'paid', entries: ['9500 EUR'] })
})

test('before another key is saved, what was paid with the old one is booked and its open pages are closed @slow', async () => {
  const { double, therapist, paidOf } = practice
  const { saveKey } = therapist.api.onlinePayment
  const [paid, open] = [await practice.issue(), await practice.issue()]
  double.pay(await practice.open(paid))
  const session = await practice.open(open)
  await saveKey({ key: double.otherKey })
  expect((await paidOf(paid)).status).toBe('paid')
  expect(double.sessions.get(session)?.status).toBe('expired')
  expect(await pagesOf(practice, open)).toMatchObject([{ state: 'ended' }])
  await saveKey({ key: double.key })
})

test('each part of a refund becomes a counter-entry once it has succeeded @slow', async () => {
  const { app, double, paidOf } = practice
  const id = await practice.issue()
  const payment = double.pay(await practice.open(id))
  await check(id)
  double.refund(payment, 2000)
  double.refund(payment, 1000, 'pending')
  const asked = async () => {
    app.clock.advance(3_601_000)
    await Promise.all([askProvider(null), askProvider(null)])
    return paidOf(id)
  }
  expect(await asked()).toEqual({ status: 'partly-paid', entries: ['9500 EUR', '-2000 EUR'] })
  double.refund(payment, 7500)
  expect(await asked()).toEqual({ status: 'issued', entries: ['9500 EUR', '-2000 EUR', '-7500 EUR'] })
  expect((await asked()).entries).toHaveLength(3)
})

test('a counter-entry by hand counts as a part of the refund @slow', async () => {
  const { double, therapist, paidOf } = practice
  const id = await practice.issue()
  const payment = double.pay(await practice.open(id))
  await check(id)
  const { payments } = await therapist.api.invoice.get({ id })
  const byHand = { id: crypto.randomUUID(), paymentId: payments[0]?.id ?? '', amountMinor: '3000' }
  await therapist.api.payment.reverse(byHand)
  double.refund(payment, 9500)
  practice.app.clock.advance(3_601_000)
  await askProvider(null)
  expect(await paidOf(id)).toEqual({ status: 'issued', entries: ['9500 EUR', '-3000 EUR', '-6500 EUR'] })
})

test('a refund that is reported while a counter-entry is recorded by hand waits for it, and is not taken back twice', async () => {
  const { app, double, therapist, paidOf } = practice
  const id = await practice.issue()
  const payment = double.pay(await practice.open(id))
  await check(id)
  const { payments } = await therapist.api.invoice.get({ id })
  const refund = { ...double.refund(payment, 3000), amountMinor: 3000n, at: app.clock.now() }
  const worker = { role: 'worker', id: therapist.accountId } as const
  let reported: Promise<void> | undefined
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const byHand = { id: crypto.randomUUID(), paymentId: payments[0]?.id ?? '', amountMinor: '3000' }
    await reversePayment(tx, byHand, app.clock.now())
    reported = app.db.asActor(worker, (other) => recordProviderRefunds(other, payment, [refund]))
    await expect.poll(() => waitingLocks(app), { timeout: 10_000 }).toBeGreaterThan(0)
  })
  await reported
  expect(await paidOf(id)).toEqual({ status: 'partly-paid', entries: ['9500 EUR', '-3000 EUR'] })
})

test('a payment that was refunded before it was known is booked with its counter-entry', async () => {
  const { double, paidOf } = practice
  const id = await practice.issue()
  double.refund(double.pay(await practice.open(id)), 9500)
  expect(await check(id)).toBe('paid')
  expect(await paidOf(id)).toEqual({ status: 'issued', entries: ['9500 EUR', '-9500 EUR'] })
})

test('another client and another therapist reach neither the page nor what differs', async () => {
  const { app } = practice
  const id = await practice.issue()
  const [stranger, other] = await Promise.all([app.person('client', 2), app.person('therapist', 2)])
  for (const call of ['offer', 'start', 'check'] as const)
    await refused(stranger.api.onlinePayment[call]({ invoiceId: id }), 'NOT_FOUND')
  await refused(other.api.onlinePayment.differences({ invoiceId: id }), 'NOT_FOUND')
})

test('no transaction is open while the provider is asked', async () => {
  const { app, double } = practice
  const id = await practice.issue()
  double.mode = 'silent'
  const opening = start(id)
  await expect.poll(() => double.waiting).toBe(1)
  const installer = new pg.Client({ connectionString: app.privileged.installerUrl })
  await installer.connect()
  const { rows } = await installer.query(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  await installer.end()
  expect(rows).toEqual([])
  double.mode = 'ok'
  double.release()
  await opening
})
