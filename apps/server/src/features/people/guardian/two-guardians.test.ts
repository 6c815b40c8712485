import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { isRead } from '../../../request-groups.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { insertOwnPayer, issueOf, openPractice } from '../../../testing/records/invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { makeInvoiceDocuments } from '../../billing/invoice/documents/documents.ts'
import { makeFormDocument } from '../../care/form/document/document.ts'
import { confirmedForm, sendTo, signing } from '../../care/form/form.testing.ts'
import { daysAhead, everyWeekday, saveHours } from '../../schedule/availability/availability.testing.ts'

const app = await startSharedApp({ worker: false })
const { dayAhead, at } = daysAhead(app)
const therapist = await app.person('therapist')
const therapistId = therapist.accountId
const [child, mother, father] = [
  await app.person('client'),
  await app.person('client', 2),
  await app.person('client', 3),
]
await openPractice(app, therapist)
await saveHours(therapist, everyWeekday())
const clientId = await connectClient(app, therapist, child)
await insertOwnPayer(app, therapist, clientId)
const actingFor = clientId

/** The names, email addresses and postal address of each guardian, which the other must not learn. */
const secretsOf = { mother: canariesOf('mother'), father: canariesOf('father') }
function canariesOf(who: string) {
  return { name: `Canary-${who}-name`, email: `canary-${who}@family.test`, street: `Canary-${who}-street 7` }
}
type Who = keyof typeof secretsOf
const people: Record<Who, Person> = { mother, father }
const contactIds: Record<Who, string> = { mother: randomUUID(), father: randomUUID() }

const asTherapist = (query: ReturnType<typeof sql>) =>
  app.db.asActor({ role: 'therapist', id: therapistId }, (tx) => query.execute(tx.kysely))

/** Makes both guardians, each a contact and a payer of the record, with a canary in everything that identifies them. */
async function prepare() {
  const contacts = (Object.keys(people) as Who[]).map((who) => ({
    id: contactIds[who],
    name: secretsOf[who].name,
    phone: '',
    email: secretsOf[who].email,
    relationship: `Canary-${who}-relation`,
    isEmergency: false,
    isGuardian: true,
    isPayer: true,
  }))
  const born = dayAhead(-9 * 365)
  await editClientRecord(therapist, clientId, { contacts, dateOfBirth: born })
  for (const who of Object.keys(people) as Who[]) {
    const { name, street, email } = secretsOf[who]
    await insertGuardian(app, { therapistId, clientId, account: people[who], contactId: contactIds[who] })
    await asTherapist(sql`
      update app.guardian set name = ${name}, relationship = ${`Canary-${who}-relation`}, email = ${email} where contact_id = ${contactIds[who]}`)
    await people[who].api.account.saveNotificationSettings({ quiet: null, mail: {} })
    await asTherapist(sql`update app.payer set is_current = false where client_id = ${clientId}`)
    await asTherapist(sql`
      insert into app.payer (id, therapist_id, client_id, kind, contact_id, name, street, postal_code, city, country)
      values (${randomUUID()}, ${therapistId}, ${clientId}, 'contact', ${contactIds[who]}, ${name}, ${street}, '10969', 'Berlin', 'DE')`)
    await asTherapist(
      sql`update app.payer set agreed_at = now(), agreed_by = 'therapist' where contact_id = ${contactIds[who]}`,
    )
  }
}

/** Lets one guardian do everything that leaves a trace: answer, ask, sign and get an invoice of their own. */
async function act(who: Who, day: number) {
  const { api } = people[who]
  const id = randomUUID()
  await therapist.api.session.create({ id, clientIds: [clientId], startsAt: at(day, '10:00'), format: 'video' })
  await api.guardian.acceptSession({ actingFor, id, command: randomUUID() })
  const request = { actingFor, sessionId: id, id: randomUUID() }
  await api.guardian.requestMove({ ...request, startsAt: at(day + 1, '10:00'), durationMinutes: 50 })
  await therapist.api.changeRequest.accept({ id: request.id, command: randomUUID() })
  const formId = await sendTo(therapist, clientId, await confirmedForm(therapist))
  const form = await api.guardian.form({ actingFor, id: formId })
  await api.guardian.signForm({ actingFor, ...signing(form), typedName: secretsOf[who].name })
  await makeFormDocument(app, { sentFormId: formId, therapistId })
  await api.guardian.sendMessage({ actingFor, id: randomUUID(), text: `From ${secretsOf[who].name}` })
  await asTherapist(sql`update app.payer set is_current = false where client_id = ${clientId}`)
  await asTherapist(sql`update app.payer set is_current = true where contact_id = ${contactIds[who]}`)
  const own = (await issueOf(therapist, clientId)).id
  await makeInvoiceDocuments(app, { invoiceId: own, therapistId })
  return { sessionId: id, formId, invoiceId: own }
}
type Acts = Awaited<ReturnType<typeof act>>

/** Awaits the calls of a reading procedure and returns their results, including refusals. */
const answersOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

/** Everything that a guardian can read about the client, by procedure. */
function readsOf({ api: { guardian, call } }: Person, all: Acts[]): Record<string, () => Promise<unknown>[]> {
  const window = { from: dayAhead(5), to: dayAhead(20), format: 'video' as const }
  return {
    'guardian.clients': () => [guardian.clients({})],
    'guardian.home': () => [guardian.home({}), guardian.home({ actingFor })],
    'guardian.sessions': () =>
      (['upcoming', 'history'] as const).map((which) => guardian.sessions({ actingFor, which })),
    'guardian.session': () => all.map(({ sessionId: id }) => guardian.session({ actingFor, id })),
    'guardian.freeTimes': () => [guardian.freeTimes({ actingFor, ...window })],
    'guardian.forms': () => [guardian.forms({ actingFor })],
    'guardian.form': () => all.map(({ formId: id }) => guardian.form({ actingFor, id })),
    'guardian.invoices': () => [guardian.invoices({ actingFor })],
    'guardian.invoice': () => all.map(({ invoiceId: id }) => guardian.invoice({ actingFor, id })),
    'guardian.messages': () => [guardian.messages({ actingFor })],
    'guardian.unreadMessages': () => [guardian.unreadMessages({ actingFor })],
    'guardian.plan': () => [guardian.plan({ actingFor })],
    'guardian.planShared': () => [guardian.planShared({ actingFor })],
    'guardian.superbills': () => [guardian.superbills({ actingFor })],
    'guardian.payOffer': () => all.map(({ invoiceId: id }) => guardian.payOffer({ actingFor, id })),
    'call.roomFor': () => all.map(({ sessionId }) => call.roomFor({ actingFor, sessionId })),
    'call.ofSessionFor': () => all.map(({ sessionId }) => call.ofSessionFor({ actingFor, sessionId })),
    'call.iceServersFor': () => [call.iceServersFor({ actingFor, callId: randomUUID() })],
  }
}

/** The files of forms and invoices that a guardian can download, as text. */
async function filesOf(person: Person, all: Acts[]): Promise<string[]> {
  const headers = { cookie: person.cookies() }
  const paths = all.flatMap(({ formId, invoiceId }) => [
    `form/${formId}/pdf?for=${clientId}`,
    ...['pdf', 'xml'].map((kind) => `guardian/${clientId}/invoice/${invoiceId}/${kind}`),
  ])
  const files: string[] = []
  for (const path of paths) {
    const answer = await fetch(`${app.address}/api/${path}`, { headers })
    if (!answer.ok) continue
    const bytes = Buffer.from(await answer.arrayBuffer())
    files.push(path.includes('pdf') ? JSON.stringify(readPdf(bytes)) : bytes.toString())
  }
  return files
}

/** Delivers the waiting emails and returns all emails that were sent to one of the addresses. */
async function mailsTo(...addresses: string[]) {
  const waiting = `select id from app.mail where state = 'waiting' order by created_at, id`
  for (const { id } of await queryAsRole<{ id: string }>('backup', app.databaseUrl, waiting))
    await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails
    .filter(({ to }) => addresses.some((address) => JSON.stringify(to).includes(address)))
    .map(({ subject, text, html, attachments }) => [
      subject,
      text,
      html,
      attachments.map(({ content }) => String(content)),
    ])
}

test('nothing that a guardian receives has the name, the email or the address of another guardian @slow', async () => {
  await prepare()
  const acts = [await act('mother', 8), await act('father', 12)]
  for (const [reader, other] of [
    ['mother', 'father'],
    ['father', 'mother'],
  ] as const) {
    const person = people[reader]
    const reads = readsOf(person, acts)
    const answers = await Promise.all(Object.values(reads).map(async (calls) => answersOf(calls())))
    const { notification, account } = person.api
    const seen = JSON.stringify([
      answers,
      await notification.list({}),
      await notification.history({ limit: 50 }),
      await account.me({}),
      await filesOf(person, acts),
      await mailsTo(person.email, secretsOf[reader].email),
    ])
    const { name, email, street } = secretsOf[other]
    const secrets = [name, email, street, `Canary-${other}-relation`, people[other].email, people[other].lastName]
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
    // Control: the guardian's own data is present, from the form, the invoice and the emails.
    expect([secretsOf[reader].name, secretsOf[reader].street].filter((own) => !seen.includes(own))).toEqual([])
    expect(seen).toContain(`for ${child.firstName}`)
  }
})

test('the list of what a guardian reads has every reading procedure for guardians', () => {
  const reading = testedProcedures
    .filter(({ policy }) => policy.who.includes('guardian'))
    .map(({ name }) => name)
    .filter((name) => isRead(name.split('.')))
  expect(Object.keys(readsOf(mother, [])).sort()).toEqual(reading.sort())
})
