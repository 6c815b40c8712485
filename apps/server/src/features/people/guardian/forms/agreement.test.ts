import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { confirmedForm, field, sampleContent, sendTo, signing } from '../../../care/form/form.testing.ts'
import { enqueueDueForms, sendFormReminder } from '../../../care/form/form.remind.ts'

const app = await startSharedApp({ worker: false })
const [therapist, child, mother, father] = await Promise.all([
  app.person('therapist'),
  app.person('client', 1),
  app.person('client', 2),
  app.person('client', 3),
])
const therapistId = therapist.accountId
const clientId = await connectClient(app, therapist, child)
await app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
  sql`update app.client set date_of_birth = '2015-03-01' where id = ${clientId}`.execute(kysely),
)
const [motherId, fatherId] = [
  await insertGuardian(app, { therapistId, clientId, account: mother }),
  await insertGuardian(app, { therapistId, clientId, account: father }),
]
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
const formsOf = async (person: Person, actingFor = clientId) => (await person.api.guardian.forms({ actingFor })).items
async function sign(person: Person, id: string, actingFor = clientId) {
  const form = await person.api.guardian.form({ actingFor, id })
  return person.api.guardian.signForm({ actingFor, ...signing(form), typedName: `typed-${person.lastName}` })
}
async function sendToAll(content = sampleContent()) {
  const { id: formId, version } = await confirmedForm(therapist, content)
  const id = randomUUID()
  const send = () =>
    therapist.api.form.send({ id, clientId, formId, version, remindAfterDays: 3, needsAllGuardians: true })
  await send()
  await send()
  const sent = (await therapist.api.form.ofClient({ clientId })).items.filter((item) => item.formId === formId)
  const copyFor = (person: Person) => sent.find(({ guardianName }) => guardianName === nameOf(person))?.id ?? ''
  return { formId, sent, copyFor }
}
async function deliverTo({ email }: Person, kind: string) {
  const waiting = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where kind = '${kind}' and state = 'waiting' order by created_at`,
  )
  const before = app.inbox.mails.length
  for (const { id } of waiting) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails.slice(before).filter(({ to }) => JSON.stringify(to).includes(email))
}

test('a consent of all guardians is a copy for each, and valid when both have signed @slow', async () => {
  const { formId, sent, copyFor } = await sendToAll()
  expect(sent).toHaveLength(2)
  expect(sent.map(({ waitsFor }) => waitsFor)).toEqual(expect.arrayContaining([[nameOf(mother)], [nameOf(father)]]))
  expect((await formsOf(mother)).map(({ id }) => id)).toContain(copyFor(mother))
  expect(await codeOf(mother.api.guardian.form({ actingFor: clientId, id: copyFor(father) }))).toBe('NOT_FOUND')
  expect(await sign(mother, copyFor(mother))).toMatchObject({ state: 'signed', waitsForAnother: true })
  const seen = async () =>
    (await therapist.api.form.ofClient({ clientId })).items.filter((item) => item.formId === formId)
  expect((await seen()).map(({ agreement }) => agreement?.missing)).toEqual([[nameOf(father)], [nameOf(father)]])
  const waiting = JSON.stringify(await formsOf(father))
  for (const canary of [mother.lastName, mother.email]) expect(waiting).not.toContain(canary)
  expect(await sign(father, copyFor(father))).toMatchObject({ state: 'signed', waitsForAnother: false })
  expect((await seen()).map(({ agreement }) => agreement?.missing)).toEqual([[], []])
  await mother.api.guardian.withdrawForm({ actingFor: clientId, id: copyFor(mother) })
  expect((await formsOf(father)).find(({ id }) => id === copyFor(father))?.waitsForAnother).toBe(true)
})

test('the child sees one form of an agreement, open until all guardians have signed @slow', async () => {
  const { sent, copyFor } = await sendToAll()
  const ids = sent.map(({ id }) => id)
  const ofChild = async () => (await child.api.form.mine({})).items.filter(({ id }) => ids.includes(id))
  await sign(mother, copyFor(mother))
  expect(await ofChild()).toMatchObject([{ state: 'open', needsGuardian: true }])
  await sign(father, copyFor(father))
  expect(await ofChild()).toMatchObject([{ state: 'signed', isSignedByGuardian: true }])
})

test('all copies are withdrawn and kept together, and none is replaced after one was signed', async () => {
  const { sent, copyFor } = await sendToAll()
  const [first] = sent
  await therapist.api.form.keep({ clientId, id: first?.id ?? '', isKept: true })
  expect(await formsOf(father)).not.toContainEqual(expect.objectContaining({ id: copyFor(father) }))
  await therapist.api.form.keep({ clientId, id: first?.id ?? '', isKept: false })
  await sign(mother, copyFor(mother))
  const replace = therapist.api.form.replace({ clientId, id: copyFor(father), version: 99 })
  expect(await codeOf(replace)).toBe('ILLEGAL_TRANSITION')
  await therapist.api.form.cancel({ clientId, id: copyFor(father) })
  expect((await formsOf(father)).map(({ id }) => id)).not.toContain(copyFor(father))
})

test('a form that guardians do not sign cannot ask all of them', async () => {
  const { id: formId, version } = await confirmedForm(
    therapist,
    sampleContent({ fields: [field('short-text', 'School')] }),
  )
  const order = { id: randomUUID(), clientId, formId, version, remindAfterDays: null, needsAllGuardians: true }
  expect(await codeOf(therapist.api.form.send(order))).toBe('TOO_FEW_GUARDIANS')
})

test('guardians get notification and email with a link to the client, and neither names the other guardian @slow', async () => {
  await deliverTo(mother, 'form-sent')
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist))
  const [notice] = (await mother.api.notification.list({})).items
  expect(notice).toMatchObject({ kind: 'form-sent', relatedType: 'form', relatedId: id, actingFor: clientId })
  const mails = await deliverTo(mother, 'form-sent')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`/for/${clientId}/forms/${id}`)
  const received = JSON.stringify([notice, mails])
  for (const canary of [father.lastName, father.email]) expect(received).not.toContain(canary)
  await sign(mother, id)
  const [told] = (await therapist.api.notification.list({})).items
  expect(told?.message).toContain(`${nameOf(mother)} filled in a form for`)
})

test('an email about a form that is kept, or whose right has ended, is not sent @slow', async () => {
  const kept = await sendTo(therapist, clientId, await confirmedForm(therapist))
  await therapist.api.form.keep({ clientId, id: kept, isKept: true })
  expect(await deliverTo(father, 'form-sent')).toEqual([])
  await sendTo(therapist, clientId, await confirmedForm(therapist))
  const set = (change: string) =>
    app.privileged.definer.query(`update app.guardian set ${change} where id = $1`, [fatherId])
  await set('paused_at = now()')
  expect(await deliverTo(father, 'form-sent')).toEqual([])
  await set('paused_at = null')
})

test('a guardian who joins for a client without an account gets the forms for it, and a reminder @slow', async () => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName: 'Tim', invite: false })
  const form = await confirmedForm(therapist, sampleContent({ title: 'On joining' }))
  await therapist.api.form.setOnJoining({ id: form.id, isSentOnJoining: true })
  await insertGuardian(app, { therapistId, clientId: id, account: mother })
  await therapist.api.form.setOnJoining({ id: form.id, isSentOnJoining: false })
  const [sent] = await formsOf(mother, id)
  expect(sent).toMatchObject({ title: 'On joining', state: 'open' })
  await enqueueDueForms(app)
  const sentFormId = sent?.id ?? ''
  const noticed = async (kind: string) =>
    (await mother.api.notification.list({})).items.filter((item) => item.kind === kind && item.relatedId === sentFormId)
  await sendFormReminder(app, { sentFormId, therapistId })
  await sendFormReminder(app, { sentFormId, therapistId })
  expect(await noticed('form-sent')).toHaveLength(1)
  app.clock.advance(8 * 24 * 60 * 60_000)
  await sendFormReminder(app, { sentFormId, therapistId })
  expect((await noticed('form-due')).length).toBeLessThanOrEqual(1)
  void motherId
})
