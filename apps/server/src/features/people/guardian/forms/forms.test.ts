import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { makeFormDocument } from '../../../care/form/document/document.ts'
import { confirmedForm, field, sampleContent, sendTo, signing } from '../../../care/form/form.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, child, sibling, mother, father] = await Promise.all([
  app.person('therapist'),
  app.person('client', 1),
  app.person('client', 2),
  app.person('client', 3),
  app.person('client', 4),
])
const therapistId = therapist.accountId

async function connectMinor(person: Person) {
  const id = await connectClient(app, therapist, person)
  await setBirthDate(id, '2015-03-01')
  return id
}
const setBirthDate = (id: string, day: string) =>
  app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
    sql`update app.client set date_of_birth = ${day} where id = ${id}`.execute(kysely),
  )
const clientId = await connectMinor(child)
const siblingId = await connectMinor(sibling)
const guardianIds = {
  mother: await insertGuardian(app, { therapistId, clientId, account: mother }),
  father: await insertGuardian(app, { therapistId, clientId, account: father }),
}
await insertGuardian(app, { therapistId, clientId: siblingId, account: father })

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const consent = async (content = sampleContent()) =>
  sendTo(therapist, clientId, await confirmedForm(therapist, content))
const open = (person: Person, id: string, actingFor = clientId) => person.api.guardian.form({ actingFor, id })
async function sign(person: Person, id: string, actingFor = clientId, typedName = 'Marta Flores') {
  const form = await open(person, id, actingFor)
  return person.api.guardian.signForm({ actingFor, ...signing(form), typedName })
}
const seenBy = async (person: Person, actingFor = clientId) =>
  (await person.api.guardian.forms({ actingFor })).items.map(({ id }) => id)
const setGuardian = (id: string, change: string) =>
  app.privileged.definer.query(`update app.guardian set ${change} where id = $1`, [id])
const pdfOf = (person: Person, id: string, actingFor?: string) =>
  fetch(`${app.address}/api/form/${id}/pdf${actingFor ? `?for=${actingFor}` : ''}`, {
    headers: { cookie: person.cookies() },
  })

test('a guardian fills in and signs a form of a minor, and the record says who signed and how @slow', async () => {
  const id = await consent()
  const form = await open(mother, id)
  expect(form).toMatchObject({ state: 'open', signedBy: null, firstName: child.firstName, isForMinor: false })
  const answers = { [form.content.fields[1]?.id ?? '']: 'Timmy' }
  const saved = await mother.api.guardian.saveFormAnswers({ actingFor: clientId, id, draftVersion: 0, answers })
  expect(saved.draftVersion).toBe(1)
  expect((await open(mother, id)).answers).toEqual(answers)
  const signed = await sign(mother, id)
  expect(signed).toMatchObject({ state: 'signed', signedBy: 'you', mayWithdraw: true })
  const name = `${mother.firstName} ${mother.lastName}`
  const seen = await therapist.api.form.sent({ clientId, id })
  expect(seen).toMatchObject({ guardianName: name, method: 'account', isForGuardians: true })
  expect(seen.signature).toMatchObject({ guardianName: name, guardianRelation: 'Mother', typedName: 'Marta Flores' })
  await makeFormDocument(app, { sentFormId: id, therapistId })
  const pdf = await pdfOf(therapist, id)
  const { pages } = readPdf(Buffer.from(await pdf.arrayBuffer()))
  expect(pages.join()).toContain(`Signed as parent or guardian: ${name} (Mother)`)
  expect(pages.join()).toContain("Signed in Attune with the person's own account")
  expect((await pdfOf(mother, id, clientId)).status).toBe(200)
})

test('a form for the child alone is visible to no guardian, with or without a date of birth', async () => {
  const id = await consent(sampleContent({ fields: [field('short-text', 'Your school')] }))
  expect(await seenBy(mother)).not.toContain(id)
  expect(await codeOf(open(mother, id))).toBe('NOT_FOUND')
  const answers = { actingFor: clientId, id, draftVersion: 0, answers: {} }
  expect(await codeOf(mother.api.guardian.saveFormAnswers(answers))).toBe('NOT_FOUND')
  await child.api.form.sign(signing(await child.api.form.open({ id })))
  expect(await seenBy(mother)).not.toContain(id)
  expect(await codeOf(open(mother, id))).toBe('NOT_FOUND')
  expect((await pdfOf(mother, id, clientId)).status).toBe(404)
})

test('an adult with a guardian signs alone what is not for guardians', async () => {
  await setBirthDate(clientId, '1980-03-01')
  const own = await consent()
  const theirs = await consent(sampleContent({ fields: [field('signature', 'Guardian', { isForGuardian: true })] }))
  const seen = await seenBy(mother)
  await setBirthDate(clientId, '2015-03-01')
  expect([seen.includes(own), seen.includes(theirs)]).toEqual([false, true])
})

test('the login of a minor signs for no guardian, not even by a changed request', async () => {
  const id = await consent()
  const form = await child.api.form.open({ id })
  expect(form).toMatchObject({ isForMinor: true, needsGuardian: true })
  const asked = signing(form)
  expect(await codeOf(child.api.form.sign({ ...asked, typedName: 'Marta Flores' }))).toBe('NEEDS_GUARDIAN')
  expect(await codeOf(child.api.guardian.signForm({ ...asked, actingFor: clientId }))).toBe('NOT_FOUND')
  expect(await codeOf(child.api.guardian.form({ actingFor: clientId, id }))).toBe('NOT_FOUND')
  const insert = (columns: string, values: string) =>
    app.db.asActor({ role: 'client', id: child.accountId }, ({ run }) =>
      run(
        `insert into app.form_signature (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, shown_sha256, command, signed_at${columns})
       values ('${id}', '${therapistId}', '${clientId}', '${child.accountId}', 1, '{}', 'Marta', '${'0'.repeat(64)}', '${randomUUID()}', now()${values})`,
      ),
    )
  expect(await codeOf(insert(', guardian_name', `, 'Marta Flores'`))).toBe('42501')
  expect((await therapist.api.form.sent({ clientId, id })).state).toBe('open')
})

test('what one guardian signed shows the other neither name, answers nor PDF, unless they know of each other @slow', async () => {
  const id = await consent()
  const form = await open(mother, id)
  const answers = { [form.content.fields[1]?.id ?? '']: 'canary-answer' }
  await mother.api.guardian.signForm({ actingFor: clientId, ...signing(form, answers), typedName: 'Canary Typed' })
  await makeFormDocument(app, { sentFormId: id, therapistId })
  const seen = await open(father, id)
  expect(seen).toMatchObject({ state: 'signed', signedBy: 'another', signerName: '', answers: {}, signature: null })
  expect((await pdfOf(father, id, clientId)).status).toBe(404)
  const all = JSON.stringify([
    seen,
    await father.api.guardian.forms({ actingFor: clientId }),
    await father.api.notification.list({}),
    app.inbox.mails.filter(({ to }) => JSON.stringify(to).includes(father.email)),
  ])
  for (const canary of ['canary-answer', 'Canary Typed', mother.email, mother.lastName])
    expect(all).not.toContain(canary)
  expect(await codeOf(sign(father, id))).toBe('ILLEGAL_TRANSITION')
  expect(await codeOf(father.api.guardian.withdrawForm({ actingFor: clientId, id }))).toBe('ILLEGAL_TRANSITION')
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
    sql`update app.guardian set knows_others = true where id = ${guardianIds.father}`.execute(kysely),
  )
  expect(await open(father, id)).toMatchObject({ signerName: `${mother.firstName} ${mother.lastName}`, answers })
  expect((await pdfOf(father, id, clientId)).status).toBe(200)
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
    sql`update app.guardian set knows_others = false where id = ${guardianIds.father}`.execute(kysely),
  )
})

test('the child sees that a guardian signed, without the answers and the PDF, and may withdraw the consent @slow', async () => {
  const id = await consent()
  const form = await open(mother, id)
  await mother.api.guardian.signForm({
    actingFor: clientId,
    ...signing(form, { [form.content.fields[1]?.id ?? '']: 'canary-answer' }),
  })
  await makeFormDocument(app, { sentFormId: id, therapistId })
  const seen = await child.api.form.open({ id })
  expect(seen).toMatchObject({ state: 'signed', isSignedByGuardian: true, answers: {}, signature: null })
  expect((await pdfOf(child, id)).status).toBe(404)
  expect(await child.api.form.withdraw({ id })).toMatchObject({ state: 'withdrawn' })
})

test('of two guardians who sign at once, one signs and the other gets the state', async () => {
  const id = await consent()
  const [one, other] = [await open(mother, id), await open(father, id)]
  const results = await Promise.all([
    codeOf(mother.api.guardian.signForm({ actingFor: clientId, ...signing(one) })),
    codeOf(father.api.guardian.signForm({ actingFor: clientId, ...signing(other) })),
  ])
  expect(results.toSorted()).toEqual([null, 'ILLEGAL_TRANSITION'].toSorted())
})

test('a guardian of two siblings opens a form only for the client whose form it is', async () => {
  const id = await sendTo(therapist, siblingId, await confirmedForm(therapist))
  expect(await seenBy(father, siblingId)).toContain(id)
  expect(await seenBy(father)).not.toContain(id)
  expect(await codeOf(open(father, id, clientId))).toBe('NOT_FOUND')
  expect(await codeOf(open(mother, id, siblingId))).toBe('NOT_FOUND')
})

test('a form is gone with the right, before the day of the right, and while it is kept @slow', async () => {
  const id = await consent()
  expect(await seenBy(mother)).toContain(id)
  const form = await open(mother, id)
  const attempts = () =>
    Promise.all([
      codeOf(open(mother, id)),
      codeOf(mother.api.guardian.saveFormAnswers({ actingFor: clientId, id, draftVersion: 0, answers: {} })),
      codeOf(mother.api.guardian.signForm({ actingFor: clientId, ...signing(form) })),
    ])
  const gone = ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']
  await setGuardian(guardianIds.mother, 'paused_at = now()')
  expect(await attempts()).toEqual(gone)
  await setGuardian(guardianIds.mother, 'paused_at = null')
  await therapist.api.form.keep({ clientId, id, isKept: true })
  expect(await attempts()).toEqual(gone)
  expect(await seenBy(mother)).not.toContain(id)
  expect((await father.api.notification.list({})).items.map(({ relatedId }) => relatedId)).not.toContain(id)
  await therapist.api.form.keep({ clientId, id, isKept: false })
  expect(await seenBy(mother)).toContain(id)
  const late = await app.person('client', 5)
  await insertGuardian(app, { therapistId, clientId, account: late, since: '2999-01-01T00:00:00Z' })
  expect(await seenBy(late)).toEqual([])
  const without = await app.person('client', 6)
  await insertGuardian(app, { therapistId, clientId, account: without, rights: ['sessions', 'invoices'] })
  expect(await codeOf(open(without, id))).toBe('NOT_FOUND')
})

test('the opening of a form by a guardian is in the access log of the client, a list is not', async () => {
  const lines = async () =>
    (await child.api.access.mine({ limit: 100 })).items.filter(({ reader }) => reader.id === father.accountId)
  const id = await consent()
  await app.privileged.definer.query('delete from app.access').catch(() => {})
  const before = (await lines()).length
  await seenBy(father)
  expect(await lines()).toHaveLength(before)
  app.clock.advance(16 * 60_000)
  await open(father, id)
  expect((await lines()).length).toBe(before + 1)
  expect((await lines())[0]).toMatchObject({ thing: 'form' })
})

test('a guardian withdraws the own consent', async () => {
  const id = await consent()
  await sign(mother, id)
  expect(await mother.api.guardian.withdrawForm({ actingFor: clientId, id })).toMatchObject({
    state: 'withdrawn',
    mayWithdraw: false,
  })
  const [notice] = (await therapist.api.notification.list({})).items
  expect(notice).toMatchObject({ kind: 'consent-withdrawn' })
  expect(notice?.message).toContain(`${mother.firstName} ${mother.lastName}`)
})

test('a client without an account gets a form through the guardian', async () => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName: 'Tim', invite: false })
  await insertGuardian(app, { therapistId, clientId: id, account: mother })
  const sent = await sendTo(
    therapist,
    id,
    await confirmedForm(therapist, sampleContent({ fields: [field('short-text', 'School')] })),
  )
  const [notice] = (await mother.api.notification.list({})).items
  expect(notice).toMatchObject({ kind: 'form-sent', relatedId: sent, actingFor: id })
  expect(notice?.message).toContain('for Tim')
  await sign(mother, sent, id)
  expect((await therapist.api.form.ofClient({ clientId: id })).items[0]).toMatchObject({
    state: 'signed',
    method: 'account',
  })
})
