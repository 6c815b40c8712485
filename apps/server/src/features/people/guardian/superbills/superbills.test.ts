import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { makeSuperbillDocument } from '../../../billing/superbill/superbill.document.ts'
import {
  billSessions,
  connectPayingClient,
  newSuperbill,
  openAustin,
} from '../../../billing/superbill/superbill.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openAustin(app, therapist)
const ofTherapist = { therapistId: therapist.accountId }
let numbers = 0
const newClient = () => app.person('client', ++numbers)

/** Connects a child and gives a person the right to its superbills. */
async function guarded() {
  const [child, mother] = [await newClient(), await newClient()]
  const clientId = await connectPayingClient(app, therapist, child)
  await insertGuardian(app, { ...ofTherapist, clientId, account: mother, rights: ['superbills'] })
  return { child, mother, clientId }
}

/** Bills and pays a session, and makes a superbill for it and the PDF of the superbill. */
async function make(clientId: string) {
  const { invoiceId, sessionIds } = await billSessions(app, { therapist, clientId })
  const { id } = await therapist.api.superbill.make(newSuperbill(clientId, sessionIds))
  await makeSuperbillDocument(app, { superbillId: id, therapistId: therapist.accountId })
  return { id, invoiceId, sessionId: sessionIds[0] ?? '' }
}

const seenBy = async (who: Person, actingFor: string) =>
  (await who.api.guardian.superbills({ actingFor })).items.map(({ id }) => id)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const download = async (who: Person, clientId: string, id: string) =>
  (await fetch(`${app.address}/api/guardian/${clientId}/superbill/${id}/pdf`, { headers: { cookie: who.cookies() } }))
    .status
const newsOf = async (who: Person) =>
  (await who.api.notification.list({})).items.filter(({ kind }) => kind === 'superbill-made')

test('a guardian with the right sees and downloads the superbills of the client, and is notified in the app alone @slow', async () => {
  const { child, mother, clientId } = await guarded()
  const { id } = await make(clientId)
  expect(await mother.api.guardian.superbills({ actingFor: clientId })).toMatchObject({
    items: [{ id, ready: true, withdrawn: null, sessions: 1 }],
  })
  expect(await download(mother, clientId, id)).toBe(200)
  const [news] = await newsOf(mother)
  expect(news).toMatchObject({ actingFor: clientId, message: expect.stringContaining(child.firstName) as string })
  const mails = await queryAsRole<{ account: string }>(
    'backup',
    app.databaseUrl,
    `select account_id as account from app.mail where kind = 'superbill-made' and subject_id = '${id}'`,
  )
  expect(mails.map(({ account }) => account)).toEqual([child.accountId])
})

test('the right to invoices shows no superbill, and neither does a right for another child @slow', async () => {
  const { clientId } = await guarded()
  const { id } = await make(clientId)
  const father = await newClient()
  await insertGuardian(app, { ...ofTherapist, clientId, account: father, rights: ['invoices', 'plan', 'sessions'] })
  expect(await codeOf(seenBy(father, clientId))).toBe('NOT_FOUND')
  expect(await download(father, clientId, id)).toBe(404)
  const other = await guarded()
  expect(await codeOf(seenBy(other.mother, clientId))).toBe('NOT_FOUND')
  expect([await download(other.mother, clientId, id), await download(other.mother, other.clientId, id)]).toEqual([
    404, 404,
  ])
  expect(await seenBy(other.mother, other.clientId)).toEqual([])
})

test('a right that was given later does not reach back to earlier superbills @slow', async () => {
  const { clientId } = await guarded()
  const before = await make(clientId)
  const aunt = await newClient()
  const since = new Date().toISOString()
  await insertGuardian(app, { ...ofTherapist, clientId, account: aunt, rights: ['superbills'], since })
  const after = await make(clientId)
  expect(await seenBy(aunt, clientId)).toEqual([after.id])
  expect(await download(aunt, clientId, before.id)).toBe(404)
})

test('a superbill is kept with its session and with its invoice, with the notification, and shown again with them @slow', async () => {
  const { mother, clientId } = await guarded()
  const { id, invoiceId, sessionId } = await make(clientId)
  const keepSession = (isKept: boolean) => therapist.api.guardian.keepSession({ id: sessionId, clientId, isKept })
  await keepSession(true)
  expect([await seenBy(mother, clientId), await download(mother, clientId, id)]).toEqual([[], 404])
  expect(await newsOf(mother)).toEqual([])
  await keepSession(false)
  expect([await seenBy(mother, clientId), await download(mother, clientId, id)]).toEqual([[id], 200])
  await therapist.api.guardian.keepInvoice({ id: invoiceId, isKept: true })
  expect(await seenBy(mother, clientId)).toEqual([])
})

test('a superbill of a session that is kept already is in nothing that a guardian gets @slow', async () => {
  const { mother, clientId } = await guarded()
  const { sessionIds } = await billSessions(app, { therapist, clientId })
  await therapist.api.guardian.keepSession({ id: sessionIds[0] ?? '', clientId, isKept: true })
  const { id } = await therapist.api.superbill.make(newSuperbill(clientId, sessionIds))
  await makeSuperbillDocument(app, { superbillId: id, therapistId: therapist.accountId })
  expect([await seenBy(mother, clientId), await download(mother, clientId, id)]).toEqual([[], 404])
  expect(await newsOf(mother)).toEqual([])
  const changes = await queryAsRole<{ account: string }>(
    'backup',
    app.databaseUrl,
    `select unnest(audience) as account from app.change where row_id = '${id}'`,
  )
  expect(changes.map(({ account }) => account)).not.toContain(mother.accountId)
})

test('a superbill of an invoice to a contact is seen by the guardian who is this contact alone @slow', async () => {
  const { mother, clientId } = await guarded()
  const payer = await newClient()
  const contactId = randomUUID()
  await insertGuardian(app, { ...ofTherapist, clientId, account: payer, contactId, rights: ['superbills'] })
  const contact = { id: contactId, name: 'Mira Weber', phone: '', email: 'mira@example.com', relationship: '' }
  await editClientRecord(therapist, clientId, {
    contacts: [{ ...contact, isEmergency: false, isGuardian: true, isPayer: true }],
  })
  const payerId = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`update app.payer set is_current = false where client_id = ${clientId}`.execute(kysely)
    await sql`
      insert into app.payer (id, therapist_id, client_id, kind, contact_id, name, street, postal_code, city, country)
      values (${payerId}, ${therapist.accountId}, ${clientId}, 'contact', ${contactId}, 'Mira Weber', '12 Elm St', '78704', 'Austin', 'US')`.execute(
      kysely,
    )
    await sql`update app.payer set agreed_at = now(), agreed_by = 'therapist' where id = ${payerId}`.execute(kysely)
  })
  const { id } = await make(clientId)
  expect([await seenBy(payer, clientId), await seenBy(mother, clientId)]).toEqual([[id], []])
  expect([await download(payer, clientId, id), await download(mother, clientId, id)]).toEqual([200, 404])
})

test('a guardian who downloads a superbill is in the audit log and in the access log of the client @slow', async () => {
  const { child, mother, clientId } = await guarded()
  const { id } = await make(clientId)
  await seenBy(mother, clientId)
  expect((await child.api.access.mine({})).items).toEqual([])
  await download(mother, clientId, id)
  expect(await openingsInAudit(app, { actorId: mother.accountId, thingId: id })).toEqual([
    'guardian open superbill once',
  ])
  const [line] = (await child.api.access.mine({})).items
  expect(line).toMatchObject({ thing: 'superbill', reader: { id: mother.accountId } })
})

test('a withdrawn superbill is listed as withdrawn, cannot be downloaded, and open pages learn of it', async () => {
  const { mother, clientId } = await guarded()
  const { id } = await make(clientId)
  await therapist.api.superbill.withdraw({ id })
  expect((await mother.api.guardian.superbills({ actingFor: clientId })).items).toMatchObject([
    { id, withdrawn: { reason: 'therapist' } },
  ])
  expect(await download(mother, clientId, id)).toBe(404)
  const changes = await queryAsRole<{ name: string }>(
    'backup',
    app.databaseUrl,
    `select table_name as name from app.change where row_id = '${id}' and '${mother.accountId}' = any (audience) order by 1`,
  )
  expect(changes.map(({ name }) => name)).toEqual(['guardian_superbill', 'superbill_document', 'superbill_withdrawal'])
})
