import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import {
  addPayingClient,
  draftInvoice,
  insertOwnPayer,
  issueOf,
  openPractice,
} from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { invoiceDocument } from '../../../billing/billing-document/content/invoice-document.testing.ts'
import { insertIssued } from '../../../billing/invoice/invoice.issued.testing.ts'
import { makeInvoiceDocuments } from '../../../billing/invoice/documents/documents.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

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
const of = { therapistId: therapist.accountId, clientId }
await insertGuardian(app, { ...of, account: mother })
await insertGuardian(app, { ...of, account: father, rights: ['sessions', 'forms'] })
const { guardian } = mother.api

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const asTherapist = (query: ReturnType<typeof sql>) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => query.execute(tx.kysely))
const seenBy = async (who: typeof mother, actingFor = clientId) =>
  (await who.api.guardian.invoices({ actingFor })).items.map(({ id }) => id)
const statusOf = async (who: typeof mother, id: string, kind = 'pdf', record = clientId) => {
  const headers = { cookie: who.cookies() }
  return (await fetch(`${app.address}/api/guardian/${record}/invoice/${id}/${kind}`, { headers })).status
}
const makeDocuments = (invoiceId: string) => makeInvoiceDocuments(app, { invoiceId, therapistId: therapist.accountId })

test('a guardian with the right sees the invoices of the client, and one without finds none @slow', async () => {
  const issued = await issueOf(therapist, clientId)
  expect(await seenBy(mother)).toContain(issued.id)
  const opened = await guardian.invoice({ actingFor: clientId, id: issued.id })
  expect(opened).toMatchObject({ number: issued.sheet.number, openMinor: '9500', status: 'issued' })
  expect(await codeOf(seenBy(father))).toBe('NOT_FOUND')
  expect(await codeOf(father.api.guardian.invoice({ actingFor: clientId, id: issued.id }))).toBe('NOT_FOUND')
  const draft = await draftInvoice(therapist, clientId)
  expect(await codeOf(guardian.invoice({ actingFor: clientId, id: draft.id }))).toBe('NOT_FOUND')
})

test('a guardian of two siblings finds the invoices of the one for whom they act alone @slow', async () => {
  const sibling = await addPayingClient(app, therapist)
  await insertGuardian(app, { therapistId: therapist.accountId, clientId: sibling, account: mother })
  const theirs = await issueOf(therapist, sibling)
  expect(await seenBy(mother, sibling)).toEqual([theirs.id])
  expect(await seenBy(mother)).not.toContain(theirs.id)
  expect(await codeOf(guardian.invoice({ actingFor: clientId, id: theirs.id }))).toBe('NOT_FOUND')
})

test('a right that was given later does not reach back to earlier invoices', async () => {
  const before = await issueOf(therapist, clientId)
  const aunt = await app.person('client', 4)
  await insertGuardian(app, { ...of, account: aunt, rights: ['invoices'], since: new Date().toISOString() })
  const after = await issueOf(therapist, clientId)
  expect(await seenBy(aunt)).toEqual([after.id])
  expect(await codeOf(aunt.api.guardian.invoice({ actingFor: clientId, id: before.id }))).toBe('NOT_FOUND')
})

test('a kept invoice is not found, and found again when it is shown @slow', async () => {
  const { id } = await issueOf(therapist, clientId)
  await therapist.api.guardian.keepInvoice({ id, isKept: true })
  expect(await seenBy(mother)).not.toContain(id)
  expect(await codeOf(guardian.invoice({ actingFor: clientId, id }))).toBe('NOT_FOUND')
  expect(await codeOf(guardian.payOffer({ actingFor: clientId, id }))).toBe('NOT_FOUND')
  await therapist.api.guardian.keepInvoice({ id, isKept: false })
  expect(await seenBy(mother)).toContain(id)
})

test('an invoice to a contact is seen by the guardian who is this contact, and one to an insurer by none @slow', async () => {
  const other = await addPayingClient(app, therapist)
  const [one, two] = [await app.person('client', 5), await app.person('client', 6)]
  const contactId = randomUUID()
  const ofOther = { therapistId: therapist.accountId, clientId: other }
  await insertGuardian(app, { ...ofOther, account: one, contactId })
  await insertGuardian(app, { ...ofOther, account: two })
  const contact = { id: contactId, name: 'Mira Weber', phone: '', email: 'mira@example.com', relationship: '' }
  await editClientRecord(therapist, other, {
    contacts: [{ ...contact, isEmergency: false, isGuardian: true, isPayer: true }],
  })
  await asTherapist(sql`update app.payer set is_current = false where client_id = ${other}`)
  const payerId = randomUUID()
  await asTherapist(sql`
    insert into app.payer (id, therapist_id, client_id, kind, contact_id, name, street, postal_code, city, country)
    values (${payerId}, ${therapist.accountId}, ${other}, 'contact', ${contactId}, 'Mira Weber', 'Lindenstr. 7', '10969', 'Berlin', 'DE')`)
  await asTherapist(sql`update app.payer set agreed_at = now(), agreed_by = 'therapist' where id = ${payerId}`)
  const toOne = await issueOf(therapist, other)
  expect(await seenBy(one, other)).toEqual([toOne.id])
  expect(await seenBy(two, other)).toEqual([])
  expect(await codeOf(two.api.guardian.invoice({ actingFor: other, id: toOne.id }))).toBe('NOT_FOUND')
  await insertOrganization(app, therapist, other, { email: null })
  await issueOf(therapist, other)
  expect(await seenBy(one, other)).toEqual([toOne.id])
})

test('a guardian sees an invoice with a diagnosis without it, and no PDF, which prints it @slow', async () => {
  const own = await app.person('therapist', 2)
  const record = await addPayingClient(app, own)
  await insertGuardian(app, { therapistId: own.accountId, clientId: record, account: mother })
  const sheet = invoiceDocument({ number: '2026-0001', diagnosis: 'F32.1 canary-diagnosis' })
  const id = await insertIssued(app, { therapistId: own.accountId, clientId: record, sheet })
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId: own.accountId })
  const seen = await guardian.invoice({ actingFor: record, id })
  expect(seen.sheet.diagnosis).toBeNull()
  expect(JSON.stringify(seen)).not.toContain('canary-diagnosis')
  expect(seen.documents.map(({ kind }) => kind)).toEqual(['xml'])
  expect([await statusOf(mother, id, 'pdf', record), await statusOf(mother, id, 'xml', record)]).toEqual([404, 200])
})

test('a guardian who opens an invoice is in the audit log and in the access log of the client, by name', async () => {
  const { id } = await issueOf(therapist, clientId)
  await guardian.invoices({ actingFor: clientId })
  await guardian.invoice({ actingFor: clientId, id })
  expect(await openingsInAudit(app, { actorId: mother.accountId, thingId: id })).toEqual(['guardian open invoice once'])
  const [line] = (await child.api.access.mine({})).items
  const name = `${mother.firstName} ${mother.lastName}`
  expect(line).toMatchObject({ thing: 'invoice', thingId: null, reader: { id: mother.accountId, name } })
})

test('a guardian downloads the documents of an invoice until it is kept, and one without the right does not @slow', async () => {
  const { id } = await issueOf(therapist, clientId)
  await makeDocuments(id)
  expect([await statusOf(mother, id), await statusOf(mother, id, 'xml'), await statusOf(father, id)]).toEqual([
    200, 200, 404,
  ])
  const [line] = (await child.api.access.mine({})).items
  expect(line).toMatchObject({ thing: 'invoice', reader: { id: mother.accountId } })
  await therapist.api.guardian.keepInvoice({ id, isKept: true })
  expect(await statusOf(mother, id)).toBe(404)
})

test('a person without a right for the client finds nothing', async () => {
  const { id } = await issueOf(therapist, clientId)
  const stranger = await app.person('client', 7)
  expect(await codeOf(seenBy(stranger))).toBe('NOT_FOUND')
  for (const call of ['invoice', 'payOffer', 'startPayment', 'checkPayment'] as const)
    expect(await codeOf(stranger.api.guardian[call]({ actingFor: clientId, id })), call).toBe('NOT_FOUND')
})
