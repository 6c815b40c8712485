import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openProviderKeys } from '../../../platform/provider-keys/provider-keys.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { openOnlinePractice, pagesOf, type OnlinePractice } from './online-payment.testing.ts'

let practice: OnlinePractice
beforeAll(async () => {
  practice = await openOnlinePractice()
})
afterEach(() => {
  practice.double.mode = 'ok'
  practice.double.forbidden = []
})
afterAll(() => practice.close())

const refused = (call: Promise<unknown>, code: string, data?: unknown) =>
  expect(call).rejects.toMatchObject(data ? { code, data } : { code })

test('it is off at first, needs a key, and a client is offered nothing', async () => {
  const { api } = await practice.app.person('therapist', 2)
  expect(await api.onlinePayment.setup({})).toEqual({
    isOn: false,
    keySavedAt: null,
    isTest: false,
    keyRefusedAt: null,
    isReadable: true,
    hookAddress: expect.stringContaining('/hooks/stripe/'),
    secretSavedAt: null,
  })
  await refused(api.onlinePayment.setOn({ on: true }), 'NO_KEY')
  const id = await practice.issue()
  await practice.therapist.api.onlinePayment.setOn({ on: false })
  const { client } = practice
  expect(await client.api.onlinePayment.offer({ invoiceId: id })).toEqual({ state: 'off' })
  await refused(client.api.onlinePayment.start({ invoiceId: id }), 'NOT_ON')
  await practice.therapist.api.onlinePayment.setOn({ on: true })
  expect(await client.api.onlinePayment.offer({ invoiceId: id })).toEqual({ state: 'ready' })
})

test('a payment that is made after it was switched off is still booked', async () => {
  const { client, double, therapist, paidOf } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  await therapist.api.onlinePayment.setOn({ on: false })
  double.pay(session)
  expect(await client.api.onlinePayment.check({ invoiceId: id })).toEqual({ state: 'paid' })
  expect((await paidOf(id)).status).toBe('paid')
  await therapist.api.onlinePayment.setOn({ on: true })
})

test('a key is saved only after the provider has accepted it with every permission @slow', async () => {
  const { double } = practice
  const { api } = await practice.app.person('therapist', 3)
  const saveKey = (key: string) => api.onlinePayment.saveKey({ key })
  await refused(saveKey(`rk_test_${'9'.repeat(24)}`), 'KEY_REFUSED')
  double.forbidden = ['/v1/checkout/sessions', '/v1/refunds']
  await refused(saveKey(double.key), 'KEY_LACKS', { missing: ['checkout', 'refunds'] })
  double.forbidden = []
  for (const mode of ['limited', 'broken'] as const) {
    double.mode = mode
    await refused(saveKey(double.key), 'PROVIDER_FAILED')
  }
  double.mode = 'ok'
  // An unrestricted key, a publishable key, and a key with a space.
  for (const key of [`sk_test_${'5'.repeat(24)}`, `pk_test_${'5'.repeat(24)}`, 'rk_test_1234 5678', ''])
    await refused(saveKey(key), 'BAD_REQUEST')
  expect((await api.onlinePayment.setup({})).keySavedAt).toBeNull()
  const made = double.sessions.size
  expect(await saveKey(` ${double.key}\n`)).toMatchObject({ isOn: false, isTest: true, keySavedAt: expect.any(String) })
  expect(double.sessions.size).toBe(made)
  double.mode = 'revoked'
  await refused(api.onlinePayment.setOn({ on: true }), 'KEY_REFUSED')
})

test('key and secret are stored encrypted, are in no answer and no log, and no role of a person reads them', async () => {
  const { app, double, therapist } = practice
  const stored = await app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => {
    const { rows } = await sql<{ sealed_key: Buffer; sealed_secret: Buffer }>`
      select sealed_key, sealed_secret from app.online_payment_setup`.execute(tx.kysely)
    return rows
  })
  expect(stored).toHaveLength(1)
  const answer = JSON.stringify(await therapist.api.onlinePayment.setup({}))
  for (const secret of [double.key, double.secret]) {
    expect(stored[0]?.sealed_key.includes(secret)).toBe(false)
    expect(stored[0]?.sealed_secret.includes(secret)).toBe(false)
    expect(answer).not.toContain(secret)
    expect(app.logged.join('')).not.toContain(secret)
  }
  const people = [
    { role: 'therapist', id: therapist.accountId },
    { role: 'client', id: practice.client.accountId },
    { role: 'admin', id: (await app.person('admin')).accountId },
  ] as const
  for (const person of people) {
    const read = app.db.asActor(person, (tx) => tx.run('select sealed_key from app.online_payment_setup'))
    await expect(read, person.role).rejects.toMatchObject({ code: '42501' })
  }
})

test('the encrypted key of one therapist cannot be used as that of another, nor with another secrets folder', async () => {
  const { app } = practice
  const sealed = app.providerKeys.seal('stripe-key one', 'rk_test_1')
  expect(app.providerKeys.open('stripe-key one', sealed)).toBe('rk_test_1')
  expect(app.providerKeys.open('stripe-key two', sealed)).not.toBe('rk_test_1')
  expect(openProviderKeys(app.db, 'another').open('stripe-key one', sealed)).not.toBe('rk_test_1')
})

test('without the setting of the environment, a test key is neither saved nor switched on, nothing is offered, and a payment with a test card is never booked', async () => {
  const { client, double, hook, therapist, paidOf } = practice
  const { onlinePayment: api } = therapist.api
  const id = await practice.issue()
  const session = await practice.open(id)
  double.pay(session)
  const { config } = practice.app
  config.allowsTestPayments = false
  const before = double.requests.length
  await refused(api.saveKey({ key: double.key }), 'TEST_KEY')
  await refused(api.setOn({ on: true }), 'TEST_KEY')
  expect(await api.setup({})).toMatchObject({ isOn: false, isTest: true, isReadable: true })
  expect(await client.api.onlinePayment.offer({ invoiceId: id })).toEqual({ state: 'off' })
  await refused(client.api.onlinePayment.start({ invoiceId: id }), 'NOT_ON')
  expect(await client.api.onlinePayment.check({ invoiceId: id })).toEqual({ state: 'none' })
  expect((await double.deliver(hook, 'checkout.session.completed', double.lastSession())).status).toBe(200)
  expect(await paidOf(id)).toEqual({ status: 'issued', entries: [] })
  expect(double.requests.length).toBe(before)
  config.allowsTestPayments = true
  expect(await client.api.onlinePayment.check({ invoiceId: id })).toEqual({ state: 'paid' })
})

test('removing closes the open pages at the provider, and nothing more is asked or booked without a key', async () => {
  const { client, double, hook, therapist } = practice
  const id = await practice.issue()
  const session = await practice.open(id)
  const { onlinePayment: api } = therapist.api
  expect(await api.remove({})).toMatchObject({ isOn: false, keySavedAt: null, secretSavedAt: null })
  expect(double.sessions.get(session)?.status).toBe('expired')
  const before = double.requests.length
  expect(await client.api.onlinePayment.check({ invoiceId: id })).toEqual({ state: 'none' })
  expect((await double.deliver(hook, 'checkout.session.completed', { id: session })).status).toBe(403)
  expect(double.requests.length).toBe(before)
  await api.saveKey({ key: double.key })
  await api.saveSecret({ secret: double.secret })
  await api.setOn({ on: true })
  expect(await client.api.onlinePayment.check({ invoiceId: id })).toEqual({ state: 'none' })
  expect(await pagesOf(practice, id)).toMatchObject([{ state: 'ended' }])
})

test('removing books what was paid, and waits for a payment on its way and for an answer @slow', async () => {
  const { double, therapist, paidOf } = practice
  const { onlinePayment: api } = therapist.api
  const [paid, processing] = [await practice.issue(), await practice.issue()]
  double.pay(await practice.open(paid))
  const session = await practice.open(processing)
  double.pay(session, { processing: true })
  double.mode = 'broken'
  await refused(api.remove({}), 'PROVIDER_FAILED')
  double.mode = 'ok'
  await refused(api.remove({}), 'PROCESSING')
  expect((await paidOf(paid)).status).toBe('paid')
  expect((await api.setup({})).keySavedAt).not.toBeNull()
  double.finish(session, 'succeeded')
  expect(await api.remove({})).toMatchObject({ isOn: false, keySavedAt: null })
  expect((await paidOf(processing)).status).toBe('paid')
  await api.saveKey({ key: double.key })
  await api.saveSecret({ secret: double.secret })
  await api.setOn({ on: true })
})

test('every change is in the audit log', async () => {
  const { app, therapist } = practice
  const rows = await queryAsRole<{ what: string }>(
    'backup',
    app.databaseUrl,
    `select action || ' ' || thing as what from app.audit where actor_id = '${therapist.accountId}'`,
  )
  const names = new Set(rows.map(({ what }) => what))
  for (const what of ['change payment-key', 'change payment-secret', 'switch online-payment', 'remove payment-key'])
    expect(names).toContain(what)
})
