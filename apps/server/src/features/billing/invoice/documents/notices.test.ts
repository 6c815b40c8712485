import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from './documents.ts'
import { insertIssued } from '../invoice.issued.testing.ts'
import { invoiceDocument } from '../../billing-document/content/invoice-document.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const issue = (number: string) =>
  insertIssued(app, { therapistId: therapist.accountId, clientId, sheet: invoiceDocument({ number }) })
const makeDocuments = (invoiceId: string) => makeInvoiceDocuments(app, { invoiceId, therapistId: therapist.accountId })
const noticesOf = async (kind: string) =>
  (await client.api.notification.list({})).items.filter((item) => item.kind === kind)

/** Sends the waiting emails about invoices, as a worker would. */
async function sendMails(): Promise<void> {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(
      `select id from app.mail where account_id = $1 and kind in ('invoice-issued', 'credit-note-issued') and state = 'waiting'`,
      [client.accountId],
    ),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
}
const mails = () =>
  app.inbox.mails.filter(
    (mail) => JSON.stringify(mail.to).includes(client.email) && /invoice|Rechnung/i.test(mail.subject ?? ''),
  )

test('a client is notified once when the documents exist, and the email contains a link but neither amount nor service @slow', async () => {
  const id = await issue('2026-0001')
  expect(await noticesOf('invoice-issued')).toEqual([])
  await makeDocuments(id)
  await makeDocuments(id)
  expect(await noticesOf('invoice-issued')).toMatchObject([{ relatedType: 'invoice', relatedId: id }])
  await sendMails()
  const [mail, ...more] = mails()
  expect(more).toEqual([])
  expect(mail?.text).toContain('/dashboard/client/payments')
  const { lines, grossMinor } = invoiceDocument({ number: '2026-0001' })
  const written = `${mail?.subject} ${mail?.text} ${String(mail?.html)}`
  const amount = grossMinor.slice(0, -2)
  for (const hidden of [lines[0]?.text ?? '', '2026-0001', `${amount}.`, `${amount},`])
    expect(written).not.toContain(hidden)
})

test('an email about an invoice that was credited as a whole meanwhile is not sent @slow', async () => {
  const sheet = invoiceDocument({ number: '2026-0002' })
  const facts = { therapistId: therapist.accountId, clientId }
  const id = await insertIssued(app, { ...facts, sheet })
  await makeDocuments(id)
  const credit = { ...sheet, kind: 'credit-note' as const, number: '2026-0003', lines: sheet.lines }
  await insertIssued(app, { ...facts, sheet: credit, correctsId: id })
  const before = mails().length
  await sendMails()
  expect(mails()).toHaveLength(before)
})

test('the documents of a client without an account are made, and no one is notified', async () => {
  const id = randomUUID()
  const add = { ...minimalClient, id, firstName: 'Leo', lastName: 'Brandt', invite: false }
  await therapist.api.client.add(add)
  const sheet = invoiceDocument({ number: '2026-0004' })
  const invoiceId = await insertIssued(app, { therapistId: therapist.accountId, clientId: id, sheet })
  const before = await noticesOf('invoice-issued')
  await makeDocuments(invoiceId)
  expect(await noticesOf('invoice-issued')).toEqual(before)
  const cookie = therapist.cookies() ?? ''
  expect((await fetch(`${app.address}/api/invoice/${invoiceId}/pdf`, { headers: { cookie } })).status).toBe(200)
})
