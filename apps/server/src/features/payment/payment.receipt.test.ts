import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { insertIssuedInvoice } from '../../testing/issued-invoices.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import { makeReceipt } from './payment.receipt.ts'

let app: TestApp
let therapist: Person
let client: Person
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  ;[therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  clientId = await connectClient(app, therapist, client)
})
afterAll(() => app.close())

const worker = () => ({ role: 'worker', id: therapist.accountId }) as const
const issue = () => insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn: '2026-10-01' })
const pay = (invoiceId: string, amountMinor: string) => {
  const id = randomUUID()
  const payment = {
    id,
    invoiceId,
    amountMinor,
    currency: 'EUR',
    paidOn: '2026-10-20',
    method: 'cash',
    reference: '',
  } as const
  return therapist.api.payment.record(payment).then(() => id)
}
const receiptsOf = (invoiceId: string) =>
  app.db.asActor(worker(), async ({ kysely }) => {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from app.invoice_document where invoice_id = ${invoiceId} and kind = 'receipt'`.execute(kysely)
    return rows.map(({ bytes }) => bytes)
  })
const isQueued = async (invoiceId: string) => {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`select from jobs.job where name = 'payment-receipt' and data->>'invoiceId' = $1`, [invoiceId]),
  )
  return rows.length > 0
}
const job = (invoiceId: string) => makeReceipt(app, { invoiceId, therapistId: therapist.accountId })

test('full payment makes one receipt, which therapist and client download', async () => {
  const id = await issue()
  await pay(id, '4000')
  expect(await isQueued(id)).toBe(false)
  await job(id)
  expect(await receiptsOf(id)).toEqual([])

  await pay(id, '5500')
  expect(await isQueued(id)).toBe(true)
  await job(id)
  const [receipt] = await receiptsOf(id)
  expect(receipt?.subarray(0, 5).toString()).toBe('%PDF-')
  await pay(id, '100')
  await job(id)
  expect(await receiptsOf(id)).toEqual([receipt])

  for (const person of [therapist, client]) {
    const answer = await fetch(`${app.address}/api/invoice/${id}/receipt`, { headers: { cookie: person.cookies() } })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(receipt ?? Buffer.alloc(0))).toBe(true)
  }
})

test('an invoice that a counter-entry reopened before its receipt was made gets none', async () => {
  const id = await issue()
  const paymentId = await pay(id, '9500')
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '100' })
  await job(id)
  expect(await receiptsOf(id)).toEqual([])
})
