import { emailDelaySeconds } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { addPayingClient, draftInvoice, insertOwnPayer, openPractice } from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from '../documents/documents.ts'
import { sendDelayed, stopSending } from './sending.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other, client] = await Promise.all([
  app.person('therapist'),
  app.person('therapist', 2),
  app.person('client'),
])
await openPractice(app, therapist)
const connectedId = await connectClient(app, therapist, client)
await insertOwnPayer(app, therapist, connectedId)
const { accountId: therapistId } = therapist

let addresses = 0
/** Drafts an invoice to an organization that gets a link by email. */
async function draftToPayer() {
  const address = `delayed${addresses++}@hanse.test`
  const clientId = await addPayingClient(app, therapist)
  const payerId = await insertOrganization(app, therapist, clientId, { email: address })
  const { id, version } = await draftInvoice(therapist, clientId)
  return { id, version, clientId, payerId, address }
}
const issueDelayed = (id: string, command = randomUUID()) =>
  therapist.api.invoice.issue({ id, command, delaysEmails: true })
async function issueToPayer() {
  const draft = await draftToPayer()
  await issueDelayed(draft.id)
  await makeInvoiceDocuments(app, { invoiceId: draft.id, therapistId })
  return draft
}
/** Returns the seconds from the enqueuing of the jobs that send the emails about an invoice to their start. */
async function jobDelays(invoiceId: string): Promise<number[]> {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ seconds: number }>(
      `select round(extract(epoch from start_after - created_on))::int as seconds from jobs.job_common
       where name = 'invoice-sending' and data->>'invoiceId' = $1`,
      [invoiceId],
    ),
  )
  return rows.map(({ seconds }) => seconds)
}
const send = (invoiceId: string) => sendDelayed(app, { invoiceId, therapistId })
/** Sends the waiting emails as a worker would. Returns the number of emails that an address has received. */
async function mailsTo(address: string): Promise<number> {
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely
      .selectFrom('mail')
      .select('id')
      .where('acting_for', '=', therapistId)
      .where('state', '=', 'waiting')
      .execute(),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(address)).length
}
const historyOf = async (id: string) => (await therapist.api.invoice.get({ id })).history.map(({ kind }) => kind)
const noticesOf = async (id: string) =>
  (await client.api.notification.list({})).items.filter(({ relatedId }) => relatedId === id).length

test('an invoice that is issued with a delay has its documents at once, and its emails leave with the job after 60 seconds, once @slow', async () => {
  const { id, address } = await issueToPayer()
  const { documents, history } = await therapist.api.invoice.get({ id })
  expect(documents.every(({ ready }) => ready)).toBe(true)
  const issued = history.find(({ kind }) => kind === 'issued')
  const wait = Date.parse(issued?.data.sendAt ?? '') - Date.parse(issued?.at ?? '')
  expect(Math.abs(wait - emailDelaySeconds * 1000)).toBeLessThan(5_000)
  expect(await mailsTo(address)).toBe(0)
  expect(await jobDelays(id)).toEqual([emailDelaySeconds])
  await send(id)
  await send(id)
  expect(await mailsTo(address)).toBe(1)
  expect(await historyOf(id)).toContain('sending-begun')
})

test('a client with an account is notified with the job, not before @slow', async () => {
  const { id } = await draftInvoice(therapist, connectedId)
  await issueDelayed(id)
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId })
  expect(await noticesOf(id)).toBe(0)
  await send(id)
  expect(await noticesOf(id)).toBe(1)
})

test('after the therapist stops sending, the invoice stays issued and nobody is notified; a repeat returns the same @slow', async () => {
  const { id, address } = await issueToPayer()
  expect(await therapist.api.invoice.stopSending({ ids: [id] })).toEqual({ stopped: [id] })
  expect(await therapist.api.invoice.stopSending({ ids: [id] })).toEqual({ stopped: [id] })
  await send(id)
  expect(await mailsTo(address)).toBe(0)
  const { status, history } = await therapist.api.invoice.get({ id })
  expect(status).toBe('issued')
  expect(history.filter(({ kind }) => kind === 'sending-stopped')).toHaveLength(1)
  // The therapist can still send the link from the page of the invoice.
  await therapist.api.invoice.sendLink({ id })
  expect(await mailsTo(address)).toBe(1)
})

test('emails that have begun to leave are not stopped, nor those of an invoice that was issued without a delay @slow', async () => {
  const sent = await issueToPayer()
  await send(sent.id)
  const { id } = await draftToPayer()
  await therapist.api.invoice.issue({ id, command: randomUUID() })
  expect(await therapist.api.invoice.stopSending({ ids: [sent.id, id] })).toEqual({ stopped: [] })
  expect(await mailsTo(sent.address)).toBe(1)
  expect(await historyOf(id)).not.toContain('sending-stopped')
})

test('of a stop and the job at the same time, the first decides, and the other waits for it @slow', async () => {
  const { id, address } = await issueToPayer()
  let release = () => {}
  let insert = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const inserted = new Promise<void>((resolve) => (insert = resolve))
  const stop = app.db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
    const stopped = await stopSending(tx, [id])
    insert()
    await held
    return stopped
  })
  await inserted
  const sending = send(id)
  await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  release()
  expect(await stop).toEqual([id])
  await sending
  expect(await mailsTo(address)).toBe(0)
})

test('nothing is sent to a payer whose agreement the client withdraws before the emails leave @slow', async () => {
  const { id, clientId, payerId, address } = await issueToPayer()
  await therapist.api.payer.withdraw({ id: clientId, payerId })
  await send(id)
  expect(await mailsTo(address)).toBe(0)
  expect(await historyOf(id)).not.toContain('sent')
})

test('a job that runs before the documents exist sends nothing, and the next one does @slow', async () => {
  const { id, address } = await draftToPayer()
  await issueDelayed(id)
  await send(id)
  expect(await historyOf(id)).not.toContain('sending-begun')
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId })
  await send(id)
  expect(await mailsTo(address)).toBe(1)
})

test('a draft that two windows issue gets one number, and its emails leave once', async () => {
  const { id, address } = await draftToPayer()
  const issued = await Promise.all([issueDelayed(id), issueDelayed(id)])
  expect(new Set(issued.map(({ sheet }) => sheet.number)).size).toBe(1)
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId })
  await send(id)
  await send(id)
  expect(await mailsTo(address)).toBe(1)
})

test("another therapist's invoices cannot be stopped @slow", async () => {
  const { id } = await issueToPayer()
  await expect(other.api.invoice.stopSending({ ids: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await historyOf(id)).not.toContain('sending-stopped')
})
