import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openPractice } from '../../../../testing/records/invoices.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

let therapist: Person
let leo: Person
let mia: Person
let [leoRecord, miaRecord] = ['', '']
let count = 0
const app = await startSharedApp({ worker: false })
beforeEach(async () => {
  count += 1
  therapist = await app.person('therapist', count)
  leo = await app.person('client', 2 * count)
  mia = await app.person('client', 2 * count + 1)
  leoRecord = await connectClient(app, therapist, leo)
  miaRecord = await connectClient(app, therapist, mia)
  await openPractice(app, therapist)
})

/** Schedules a session that begins in `hours` hours and was booked yesterday. Returns its id. */
async function schedule(hours: number, clientIds = [leoRecord], more = {}): Promise<string> {
  const id = randomUUID()
  const startsAt = new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()
  await therapist.api.session.create({ id, clientIds, startsAt, format: 'video', agreed: true, ...more })
  await app.privileged.definer.query(`update app.session set booked_at = now() - interval '1 day' where id = $1`, [id])
  return id
}
const feeFor = async (person: Person, sessionId: string) => (await person.api.invoice.cancelFee({ sessionId })).fee

/** Cancels a session as the client and accepts this as the therapist. Returns the amount that the client is billed. */
async function cancelAndBill(person: Person, sessionId: string, record: string) {
  const { change } = await person.api.changeRequest.askCancel({ id: randomUUID(), sessionId, reason: '' })
  await therapist.api.changeRequest.accept({ id: change.id, command: randomUUID() })
  const { items } = await therapist.api.invoice.toBill({ clientId: record })
  return { late: change.late, billed: items.find((item) => item.sessionId === sessionId)?.priceMinor ?? null }
}

test('the fee that a client reads before a late cancellation is the amount billed afterwards @slow', async () => {
  const [early, late] = [await schedule(48), await schedule(6)]
  const fee = { amountMinor: '9500', totalMinor: '9500', currency: 'EUR' }
  expect(await feeFor(leo, early)).toEqual(fee)
  expect(await feeFor(leo, late)).toEqual(fee)
  expect(await cancelAndBill(leo, early, leoRecord)).toEqual({ late: false, billed: null })
  expect(await cancelAndBill(leo, late, leoRecord)).toEqual({ late: true, billed: '9500' })
})

test('the fee has the price that was agreed with the client, and the tax of the invoice @slow', async () => {
  const id = await schedule(6)
  const [service] = (await therapist.api.service.list({})).items
  const agreed = { clientId: leoRecord, serviceId: service?.id ?? '' }
  await therapist.api.service.savePrice({ ...agreed, priceMinor: '8001' })
  expect(await feeFor(leo, id)).toMatchObject({ amountMinor: '8001' })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql`update app.service set tax_rate_bp = 1900 where id = ${service?.id ?? ''}`.execute(tx.kysely),
  )
  await openPractice(app, therapist, { cancel_fee: 'service' })
  expect(await feeFor(leo, id)).toMatchObject({ amountMinor: '9521' })
  await openPractice(app, therapist, { cancel_fee: 'damages' })
  expect(await feeFor(leo, id)).toMatchObject({ amountMinor: '8001' })
})

test('a couple who both cancel late share the fee as the therapist agreed with them @slow', async () => {
  const id = await schedule(6, [leoRecord, miaRecord], { therapyType: 'couples' })
  await therapist.api.payer.saveSplit({ id: leoRecord, withId: miaRecord, rule: 'one-amount', amountMinor: '3000' })
  expect(await feeFor(leo, id)).toEqual({ amountMinor: '9500', totalMinor: '9500', currency: 'EUR' })
  expect(await cancelAndBill(leo, id, leoRecord)).toEqual({ late: true, billed: '9500' })
  expect(await feeFor(mia, id)).toEqual({ amountMinor: '6500', totalMinor: '9500', currency: 'EUR' })
  expect(await cancelAndBill(mia, id, miaRecord)).toEqual({ late: true, billed: '6500' })
})

test('there is no amount without a price for the format, without a business, or with payments switched off', async () => {
  const id = await schedule(6)
  expect(await feeFor(leo, await schedule(8, [leoRecord], { format: 'phone' }))).toBeNull()
  const off = (isOn: boolean) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      sql`update app.business set is_on = ${isOn} where therapist_id = ${therapist.accountId}`.execute(tx.kysely),
    )
  await off(false)
  expect(await feeFor(leo, id)).toBeNull()
  await off(true)
  expect(await feeFor(leo, id)).toMatchObject({ amountMinor: '9500' })
})

test('a client who does not take part in the session gets the same refusal as for an unknown one', async () => {
  for (const sessionId of [await schedule(6), randomUUID()])
    await expect(feeFor(mia, sessionId)).rejects.toMatchObject({ status: 404 })
})
