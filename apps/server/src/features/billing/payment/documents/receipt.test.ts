import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, draftLine, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { brokenOnResult } from '../../../../testing/database/broken-db.ts'
import type { Person } from '../../../../testing/people.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { storeDocuments } from '../../invoice/invoice.ts'
import { makeReceipt } from './receipt.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const worker = () => ({ role: 'worker', id: therapist.accountId }) as const
const issue = () => insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn: '2026-10-01' })
const pay = (invoiceId: string, amountMinor: string, reference = '') => {
  const id = randomUUID()
  const payment = {
    id,
    invoiceId,
    amountMinor,
    currency: 'EUR',
    paidOn: '2026-10-20',
    method: 'cash',
    reference,
  } as const
  return therapist.api.payment.record(payment).then(() => id)
}
const receiptsOf = (invoiceId: string) =>
  app.db.asActor(worker(), async ({ kysely }) => {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from app.invoice_document where invoice_id = ${invoiceId} and kind = 'receipt' order by edition`.execute(
      kysely,
    )
    return rows.map(({ bytes }) => bytes)
  })
const jobsOf = async (invoiceId: string) => {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`select from jobs.job where name = 'payment-receipt' and data->>'invoiceId' = $1`, [invoiceId]),
  )
  return rows.length
}
const isQueued = async (invoiceId: string) => (await jobsOf(invoiceId)) > 0
const job = (invoiceId: string) => makeReceipt(app, { invoiceId, therapistId: therapist.accountId })

test('full payment makes one receipt, which therapist and client download @slow', async () => {
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

test('a credit note over the open amount of a partly paid invoice makes the receipt @slow', async () => {
  await openPractice(app, therapist)
  const paying = await addPayingClient(app, therapist)
  const partly = await issueOf(therapist, paying, [draftLine(), draftLine()])
  const credit = (id: string, positions: number[]) =>
    therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: randomUUID(), positions, reason: '' })
  await pay(partly.id, '9500')
  expect(await isQueued(partly.id)).toBe(false)
  await credit(partly.id, [2])
  expect(await isQueued(partly.id)).toBe(true)
  await job(partly.id)
  const [receipt] = await receiptsOf(partly.id)
  expect(readPdf(receipt ?? Buffer.alloc(0)).pages[0]).toContain('gemindert −95,00')

  const whole = await issueOf(therapist, paying)
  await credit(whole.id, [1])
  await pay(whole.id, '9500')
  await job(whole.id)
  expect(await receiptsOf(whole.id)).toEqual([])
})

const download = (person: Person, id: string) =>
  fetch(`${app.address}/api/invoice/${id}/receipt`, { headers: { cookie: person.cookies() } })
const hasReceipt = ({ documents }: { documents: { kind: string }[] }) =>
  documents.some(({ kind }) => kind === 'receipt')

test('a counter-entry that reopens the invoice withdraws its receipt until the next full payment @slow', async () => {
  const id = await issue()
  const paymentId = await pay(id, '9500')
  await job(id)
  const [first] = await receiptsOf(id)
  expect((await download(client, id)).status).toBe(200)
  expect((await client.api.invoice.mineOne({ id })).withdrawnReceipts).toEqual([])

  await therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '500' })
  await job(id)
  for (const person of [therapist, client]) expect((await download(person, id)).status).toBe(404)
  const [own, view] = [await client.api.invoice.mineOne({ id }), await therapist.api.invoice.get({ id })]
  for (const shown of [own, view]) {
    expect(hasReceipt(shown)).toBe(false)
    expect(shown.withdrawnReceipts).toMatchObject([{ madeAt: expect.any(String), withdrawnAt: expect.any(String) }])
  }
  expect((await client.api.invoice.mine({ limit: 50 })).items.find((item) => item.id === id)?.documents).toEqual(
    own.documents,
  )

  await pay(id, '500')
  await job(id)
  await job(id)
  const receipts = await receiptsOf(id)
  expect(receipts).toHaveLength(2)
  expect(receipts[0]).toEqual(first)
  const answer = await download(client, id)
  expect(answer.status).toBe(200)
  const text = readPdf(Buffer.from(await answer.arrayBuffer())).pages.join('\n')
  expect(text).toMatch(/Cash €95\.00[^]*Cash −€5\.00[^]*Cash €5\.00[^]*Paid €95\.00/)
  expect((await client.api.invoice.mineOne({ id })).withdrawnReceipts).toHaveLength(1)
})

test('a counter-entry that takes back only what was paid too much keeps the receipt', async () => {
  const id = await issue()
  const paymentId = await pay(id, '10000')
  await job(id)
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '500' })
  expect((await download(client, id)).status).toBe(200)
  expect((await therapist.api.invoice.get({ id })).withdrawnReceipts).toEqual([])
})

const credited = (id: string, positions: number[]) =>
  therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: randomUUID(), positions, reason: '' })
const stateOf = async (id: string) => {
  const view = await therapist.api.invoice.get({ id })
  return { status: view.status, receipt: hasReceipt(view), withdrawn: view.withdrawnReceipts.length }
}

test('a credit note over the whole invoice withdraws its receipt for good @slow', async () => {
  const paying = await addPayingClient(app, therapist)
  const { id } = await issueOf(therapist, paying, [draftLine(), draftLine()])
  const paymentId = await pay(id, '19000')
  await job(id)
  await credited(id, [1])
  expect(await stateOf(id)).toEqual({ status: 'overpaid', receipt: true, withdrawn: 0 })
  await credited(id, [2])
  expect(await stateOf(id)).toEqual({ status: 'overpaid', receipt: false, withdrawn: 1 })
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId })
  await job(id)
  expect(await stateOf(id)).toEqual({ status: 'credited', receipt: false, withdrawn: 1 })
})

test('a refund after the credit of a line withdraws the receipt that states more, and the next one states what remains @slow', async () => {
  const paying = await addPayingClient(app, therapist)
  const { id } = await issueOf(therapist, paying, [draftLine(), draftLine()])
  const paymentId = await pay(id, '20000')
  await job(id)
  await credited(id, [2])
  const reverse = (amountMinor: string) => therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor })
  await reverse('1000')
  expect(await stateOf(id)).toEqual({ status: 'overpaid', receipt: true, withdrawn: 0 })
  const before = await jobsOf(id)
  await reverse('9500')
  expect(await stateOf(id)).toEqual({ status: 'paid', receipt: false, withdrawn: 1 })
  expect(await jobsOf(id)).toBe(before + 1)
  await job(id)
  expect(await stateOf(id)).toEqual({ status: 'paid', receipt: true, withdrawn: 1 })
  expect(readPdf((await receiptsOf(id))[1] ?? Buffer.alloc(0)).pages[0]).toContain('gemindert −95,00')
})

test('a receipt is either not stored or withdrawn when the counter-entry comes while it is being made @slow', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await issue()
    const paymentId = await pay(id, '9500')
    const reverse = () => therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '100' })
    await Promise.all([job(id), new Promise((resolve) => setImmediate(resolve)).then(reverse)])
    expect((await download(client, id)).status).toBe(404)
  }
})

test('a receipt that is being stored makes the counter-entry wait, and is then withdrawn', async () => {
  const id = await issue()
  const paymentId = await pay(id, '9500')
  let reversed: Promise<unknown> = Promise.resolve()
  await app.db.asActor(worker(), async (tx) => {
    await storeDocuments(tx, id, [{ kind: 'receipt', bytes: Buffer.from('%PDF-'), edition: 1 }])
    reversed = therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '100' })
    await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  })
  await reversed
  expect((await download(client, id)).status).toBe(404)
  expect((await therapist.api.invoice.get({ id })).withdrawnReceipts).toHaveLength(1)
})

test('a counter-entry that the product records itself withdraws the receipt too', async () => {
  const id = await issue()
  const paymentId = await pay(id, '9500')
  await job(id)
  await app.db.asActor(worker(), ({ kysely }) =>
    sql`insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, counters_id)
      values (${randomUUID()}, ${therapist.accountId}, ${id}, -9500, 'EUR', '2026-10-21', 'provider', ${paymentId})`.execute(
      kysely,
    ),
  )
  expect((await download(client, id)).status).toBe(404)
})

test('the last repetition of a failing job enqueues the next, which makes the receipt', async () => {
  const id = await issue()
  await pay(id, '9500')
  const data = { invoiceId: id, therapistId: therapist.accountId }
  const broken = { ...app, db: brokenOnResult(app.db) }
  await expect(makeReceipt(broken, data, { last: false })).rejects.toThrow('went away')
  expect(await jobsOf(id)).toBe(1)
  await expect(makeReceipt(broken, data, { last: true })).rejects.toThrow('went away')
  expect(await jobsOf(id)).toBe(2)
  await job(id)
  expect(await receiptsOf(id)).toHaveLength(1)
})

test('an invoice with letters that PDFs cannot show gets no receipt, and such a reference is left out', async () => {
  const order = { therapistId: therapist.accountId, clientId, issuedOn: '2026-10-01' }
  const refused = await insertIssuedInvoice(app, { ...order, buyerName: '김민수' })
  await pay(refused, '9500')
  await job(refused)
  expect(await receiptsOf(refused)).toEqual([])
  const made = await issue()
  await pay(made, '9500', '振込')
  await job(made)
  const [receipt] = await receiptsOf(made)
  expect(readPdf(receipt ?? Buffer.alloc(0)).pages.join()).not.toContain('[…]')
})
