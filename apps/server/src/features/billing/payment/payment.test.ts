import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

let app: TestApp
/** The role that owns the tables. */
let owner: pg.Pool
let therapist: Person
let clientId: string
let today: string
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  owner = new pg.Pool({ connectionString: app.privileged.installerUrl, options: '-c role=attune_owner', max: 1 })
  const [one, client] = await Promise.all([app.person('therapist', 1), app.person('client', 1)])
  therapist = one
  clientId = await connectClient(app, one, client)
  today = todayIn('Europe/Berlin', app.clock.now())
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const day = (shift: number) => shiftDay(today, shift)
type Changes = Partial<Omit<Parameters<typeof insertIssuedInvoice>[1], 'therapistId'>>
/** Inserts an invoice of 95.00 € that is due in the future. */
const issued = (changes: Changes = {}) =>
  insertIssuedInvoice(app, {
    therapistId: therapist.accountId,
    clientId,
    issuedOn: day(-3),
    dueOn: day(10),
    ...changes,
  })
const paymentOf = (invoiceId: string, amountMinor: string, changes: object = {}) => ({
  id: randomUUID(),
  invoiceId,
  amountMinor,
  currency: 'EUR',
  paidOn: today,
  method: 'bank-transfer' as const,
  reference: '',
  ...changes,
})
const refused = (call: Promise<unknown>, code: string, data?: unknown) =>
  expect(call).rejects.toMatchObject(data ? { code, data } : { code })
const asTherapist = <Row>(query: RawBuilder<Row>) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => (await query.execute(tx.kysely)).rows)
const countOf = async (invoiceId: string) =>
  (await asTherapist(sql`select from app.payment where invoice_id = ${invoiceId}`)).length

test('payments by bank transfer, credit card and cash determine the status of an invoice [3.09]', async () => {
  const { api } = therapist
  const id = await issued()
  expect(await api.payment.record(paymentOf(id, '4000', { method: 'cash' }))).toMatchObject({
    status: 'partly-paid',
    openMinor: '5500',
  })
  expect(await api.payment.record(paymentOf(id, '5500', { method: 'credit-card' }))).toMatchObject({
    status: 'paid',
    openMinor: '0',
  })
  expect(await api.payment.record(paymentOf(id, '100'))).toMatchObject({ status: 'overpaid', openMinor: '-100' })
  const stored = await asTherapist(sql`select method from app.payment where invoice_id = ${id} order by recorded_at`)
  expect(stored).toEqual(['cash', 'credit-card', 'bank-transfer'].map((method) => ({ method })))

  const late = await issued({ dueOn: day(-1) })
  expect(await api.payment.record(paymentOf(late, '4000', { method: 'provider' }))).toMatchObject({ status: 'overdue' })
})

test('a payment after a full credit is recorded and shows as overpaid', async () => {
  const id = await issued()
  await issued({ corrects: id })
  expect(await therapist.api.payment.record(paymentOf(id, '9500'))).toEqual({
    status: 'overpaid',
    currency: 'EUR',
    paidMinor: '9500',
    creditedMinor: '9500',
    openMinor: '-9500',
  })
})

test('a counter-entry takes a payment back, in parts up to the whole payment and no further', async () => {
  const { api } = therapist
  const id = await issued()
  const payment = paymentOf(id, '9500')
  await api.payment.record(payment)
  const paymentId = payment.id
  const part = { id: randomUUID(), paymentId, amountMinor: '2000' }
  expect(await api.payment.reverse(part)).toMatchObject({ status: 'partly-paid', paidMinor: '7500' })
  expect(await api.payment.reverse(part)).toMatchObject({ paidMinor: '7500' })
  await refused(api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '7501' }), 'TOO_MUCH', {
    leftMinor: '7500',
  })
  expect(await api.payment.reverse({ id: randomUUID(), paymentId })).toMatchObject({ status: 'issued', paidMinor: '0' })
  await refused(api.payment.reverse({ id: randomUUID(), paymentId }), 'TOO_MUCH', { leftMinor: '0' })
  await refused(api.payment.reverse({ id: randomUUID(), paymentId: part.id }), 'NOT_FOUND')
})

test('two counter-entries at once do not take back more than was paid', async () => {
  const id = await issued()
  const payment = paymentOf(id, '9500')
  await therapist.api.payment.record(payment)
  const reverse = () =>
    therapist.api.payment.reverse({ id: randomUUID(), paymentId: payment.id, amountMinor: '9000' }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  expect((await Promise.all([reverse(), reverse(), reverse()])).toSorted()).toEqual(['TOO_MUCH', 'TOO_MUCH', 'done'])
})

test('two devices that record the same payment record it once, with one event', async () => {
  const id = await issued()
  const payment = paymentOf(id, '4000')
  const answers = await Promise.all(Array.from({ length: 4 }, () => therapist.api.payment.record(payment)))
  expect(answers.map(({ paidMinor }) => paidMinor)).toEqual(['4000', '4000', '4000', '4000'])
  expect(await countOf(id)).toBe(1)
  const events = await asTherapist(sql`
    select data from app.invoice_event where invoice_id = ${id} and kind = 'payment'`)
  expect(events).toEqual([{ data: { amountMinor: '4000', currency: 'EUR', method: 'bank-transfer', paidOn: today } }])
})

test('a payment that is sent again with the same id and other values is refused', async () => {
  const { api } = therapist
  const [id, other] = [await issued(), await issued()]
  const payment = paymentOf(id, '4000', { reference: 'A' })
  const recorded = await api.payment.record(payment)
  const changes = [
    { amountMinor: '5000' },
    { paidOn: day(-1) },
    { method: 'cash' as const },
    { reference: 'B' },
    { invoiceId: other },
  ]
  for (const change of changes) await refused(api.payment.record({ ...payment, ...change }), 'CONFLICT')
  expect(await api.payment.record(payment)).toEqual(recorded)
  expect([await countOf(id), await countOf(other)]).toEqual([1, 0])
})

test('a counter-entry that is sent again with the same id and other values is refused', async () => {
  const { api } = therapist
  const id = await issued()
  const [payment, second] = [paymentOf(id, '9500'), paymentOf(id, '9500')]
  await api.payment.record(payment)
  await api.payment.record(second)
  const part = { id: randomUUID(), paymentId: payment.id, amountMinor: '2000' }
  await api.payment.reverse(part)
  const { amountMinor: _amount, ...rest } = part
  for (const other of [{ ...part, amountMinor: '2001' }, rest, { ...part, paymentId: second.id }])
    await refused(api.payment.reverse(other), 'CONFLICT')
  await refused(api.payment.reverse({ ...part, id: second.id }), 'CONFLICT')
  await refused(api.payment.record({ ...payment, id: part.id }), 'CONFLICT')
  const all = { id: randomUUID(), paymentId: payment.id }
  const reversed = await api.payment.reverse(all)
  for (const same of [all, { ...all, amountMinor: '7500' }, part])
    expect(await api.payment.reverse(same)).toEqual(reversed)
  // Without an amount, the call asks for the whole remainder. The stored counter-entry with this id reverses only a part.
  await refused(api.payment.reverse(rest), 'CONFLICT')
  await refused(api.payment.reverse({ ...part, paymentId: second.id }), 'CONFLICT')
  expect(await countOf(id)).toBe(4)
})

test('a payment in another currency, of another day than today or before, of a draft or of a credit note is refused', async () => {
  const { api } = therapist
  const id = await issued()
  await refused(api.payment.record(paymentOf(id, '4000', { currency: 'CHF' })), 'OTHER_CURRENCY')
  await refused(api.payment.record(paymentOf(id, '4000', { paidOn: day(1) })), 'FUTURE_DAY')
  const credit = await issued({ corrects: id })
  await refused(api.payment.record(paymentOf(credit, '4000')), 'NOT_PAYABLE')
  const draft = randomUUID()
  await asTherapist(sql`
    insert into app.invoice (id, therapist_id, client_id, language, currency)
    values (${draft}, ${therapist.accountId}, ${clientId}, 'en', 'EUR')`)
  await refused(api.payment.record(paymentOf(draft, '4000')), 'NOT_PAYABLE')
  for (const amount of ['0', '-100', '10000000000', '1.5'])
    await expect(api.payment.record(paymentOf(id, amount))).rejects.toMatchObject({ status: 400 })
  expect(await countOf(id)).toBe(0)
})

test('another therapist cannot record or take back a payment', async () => {
  const other = await app.person('therapist', 2)
  const id = await issued()
  const payment = paymentOf(id, '4000')
  await therapist.api.payment.record(payment)
  await refused(other.api.payment.record(paymentOf(id, '4000')), 'NOT_FOUND')
  await refused(other.api.payment.reverse({ id: randomUUID(), paymentId: payment.id }), 'NOT_FOUND')
})

test('a recorded payment cannot be changed or deleted in the database', async () => {
  const id = await issued()
  const payment = paymentOf(id, '4000')
  await therapist.api.payment.record(payment)
  for (const change of [
    `update app.payment set amount_minor = 1 where id = '${payment.id}'`,
    `update app.payment set paid_on = '2020-01-01' where id = '${payment.id}'`,
    `delete from app.payment where id = '${payment.id}'`,
  ]) {
    // The owner of the tables finds the row only without row security.
    await expect(owner.query(`alter table app.payment no force row level security; ${change}`)).rejects.toMatchObject({
      code: '23001',
    })
    await expect(asTherapist(sql.raw(change))).rejects.toMatchObject({ code: '42501' })
  }
  await expect(owner.query('truncate app.payment')).rejects.toThrow('append-only')
  expect(await countOf(id)).toBe(1)
})
