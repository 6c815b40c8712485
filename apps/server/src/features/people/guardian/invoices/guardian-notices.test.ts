import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { addPayingClient, insertOwnPayer, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { announceDocuments } from '../../../billing/invoice/invoice.ts'
import { makeInvoiceDocuments } from '../../../billing/invoice/documents/documents.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const [child, mother, father] = [
  await app.person('client'),
  await app.person('client', 2),
  await app.person('client', 3),
]
await openPractice(app, therapist)
const clientId = await connectClient(app, therapist, child)
await insertOwnPayer(app, therapist, clientId)
const of = { therapistId: therapist.accountId }
const motherId = await insertGuardian(app, { ...of, clientId, account: mother, rights: ['invoices'] })
await insertGuardian(app, { ...of, clientId, account: father, rights: ['sessions', 'forms'] })

const issue = async (record = clientId) => (await issueOf(therapist, record)).id
const makeDocuments = (invoiceId: string) => makeInvoiceDocuments(app, { invoiceId, therapistId: therapist.accountId })
const asTherapist = (query: ReturnType<typeof sql>) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => query.execute(tx.kysely))
const toldOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter((one) => one.relatedId === id)

/** Delivers the waiting emails and returns those to an address, in the order in which they were sent. */
async function sendTo({ email }: { email: string }) {
  const before = app.inbox.mails.length
  const text = `select id from app.mail where state = 'waiting' order by created_at`
  for (const { id } of await queryAsRole<{ id: string }>('backup', app.databaseUrl, text))
    await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails.slice(before).filter(({ to }) => JSON.stringify(to).includes(email))
}

test('an issued invoice reaches the client and the guardian with the right, who reads for whom and opens it on the page for the client @slow', async () => {
  const id = await issue()
  await makeDocuments(id)
  const [told, ...more] = await toldOf(mother, id)
  expect(more).toEqual([])
  expect(told).toMatchObject({ kind: 'invoice-issued', actingFor: clientId, relatedType: 'invoice' })
  expect(told?.message).toContain(`issued an invoice for ${child.firstName}.`)
  expect(await toldOf(child, id)).toMatchObject([{ kind: 'invoice-issued', actingFor: null }])
  expect(await toldOf(father, id)).toEqual([])
  const [mail] = await sendTo(mother)
  expect(mail?.text).toContain(`There's a new invoice for ${child.firstName}.`)
  expect(mail?.text).toContain(`/for/${clientId}/invoices/${id}`)
  expect(`${mail?.subject} ${mail?.text}`).not.toContain(child.lastName)
})

test('a kept invoice, and one to another payer, reach no guardian @slow', async () => {
  const kept = await issue()
  await therapist.api.guardian.keepInvoice({ id: kept, isKept: true })
  await makeDocuments(kept)
  expect(await toldOf(mother, kept)).toEqual([])
  const insured = await addPayingClient(app, therapist)
  await insertGuardian(app, { ...of, clientId: insured, account: mother, rights: ['invoices'] })
  await insertOrganization(app, therapist, insured, { email: null })
  const other = await issue(insured)
  await makeDocuments(other)
  expect(await toldOf(mother, other)).toEqual([])
})

test('the email about an invoice that is kept before it is sent is not sent @slow', async () => {
  await sendTo(mother)
  const id = await issue()
  await makeDocuments(id)
  expect(await toldOf(mother, id)).toHaveLength(1)
  await therapist.api.guardian.keepInvoice({ id, isKept: true })
  expect(await sendTo(mother)).toEqual([])
})

test('the email to a guardian whose rights pause before it is sent is not sent @slow', async () => {
  const id = await issue()
  await makeDocuments(id)
  await asTherapist(sql`update app.guardian set paused_at = now() where id = ${motherId}`)
  expect(await sendTo(mother)).toEqual([])
  await asTherapist(sql`update app.guardian set paused_at = null where id = ${motherId}`)
})

/** Adds the record of a child that has no paying account, with contacts who are guardians. */
async function addChild(...emails: string[]) {
  const id = await addPayingClient(app, therapist)
  const contacts = emails.map((email) => ({
    id: randomUUID(),
    name: 'Mira Weber',
    phone: '',
    email,
    relationship: '',
    isEmergency: false,
    isGuardian: true,
    isPayer: false,
  }))
  const born = shiftDay(todayIn('Europe/Berlin', app.clock.now()), -8 * 365)
  await editClientRecord(therapist, id, { contacts, dateOfBirth: born })
  return { id, contactIds: contacts.map((contact) => contact.id) }
}

test('a guardian who gets the link of an invoice as a contact is told in the app, and by no second email @slow', async () => {
  const parent = await app.person('client', 10)
  const { id: record, contactIds } = await addChild(parent.email)
  await insertGuardian(app, {
    ...of,
    clientId: record,
    account: parent,
    rights: ['invoices'],
    contactId: contactIds[0] ?? '',
  })
  const id = await issue(record)
  await makeDocuments(id)
  expect(await toldOf(parent, id)).toMatchObject([{ kind: 'invoice-issued', actingFor: record }])
  expect(await sendTo(parent)).toHaveLength(1)
})

test('a guardian whose account has no right to invoices gets no link as a contact, and another contact does', async () => {
  const parent = await app.person('client', 11)
  const { id: record, contactIds } = await addChild(parent.email, 'aunt@family.test')
  await insertGuardian(app, {
    ...of,
    clientId: record,
    account: parent,
    rights: ['sessions'],
    contactId: contactIds[0] ?? '',
  })
  const id = await issue(record)
  await makeDocuments(id)
  const { recipients } = await therapist.api.invoice.links({ id })
  expect(recipients).toEqual(['aunt@family.test'])
  expect(await sendTo(parent)).toEqual([])
})

test('a payment reminder reaches the guardian who sees the invoice, and its email is not sent once the invoice is kept @slow', async () => {
  const [id, kept] = [await issue(), await issue()]
  for (const one of [id, kept]) await makeDocuments(one)
  await sendTo(mother)
  for (const invoiceId of [id, kept]) {
    await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
      announceDocuments(tx, { invoiceId, kinds: ['reminder-1'] }, app.clock.now()),
    )
  }
  expect((await toldOf(mother, id))[0]).toMatchObject({ kind: 'payment-reminder', actingFor: clientId })
  await therapist.api.guardian.keepInvoice({ id: kept, isKept: true })
  const [mail, ...more] = await sendTo(mother)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`An invoice for ${child.firstName} is still open.`)
  expect(mail?.text).toContain(`/for/${clientId}/invoices/${id}`)
})
