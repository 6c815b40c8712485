import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { createSharedEntry, newJournalEntry } from '../../../testing/records/journal.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import { pdfOfSize, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import { makeFormDocument } from '../form/document/document.ts'
import { confirmedForm, sampleContent, sendTo, signing } from '../form/form.testing.ts'
import { assignTask, commandOn, startAndComplete } from '../task/task.testing.ts'
import { exportedRecord } from './record-export.head.ts'
import { partEntries } from './content/parts.ts'

let session: string
const order = () => ({ clientId, as: 'zip' as const, parts: [...recordParts], from: null, until: null })
const app = await startSharedApp()
const [nora, other, ana] = await Promise.all([
  app.person('therapist'),
  app.person('therapist', 2),
  app.person('client'),
])
const clientId = await connectClient(app, nora, ana)
await connectClient(app, other, ana)

/** Returns the day that is `days` days after today, in the therapist's zone. */
const dayFromToday = (days: number) => shiftDay(todayIn('Europe/Berlin', new Date()), days)
const today = () => dayFromToday(0)

const get = (url: string, person: Pick<Person, 'cookies'> | null = nora) =>
  fetch(app.address + url, { headers: person ? { cookie: person.cookies() } : {} })
const exported = async (as: 'pdf' | 'zip') => {
  const { url } = await nora.api.recordExport.start({ ...order(), as })
  const answer = await get(url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Returns the words of the exported entries of a part, with the headings. */
async function wordsOf(
  part: (typeof recordParts)[number],
  more: { from?: string; until?: string; clientId?: string; withGuardianAddresses?: boolean } = {},
) {
  const record = await exportedRecord(
    app,
    { role: 'therapist', id: nora.accountId },
    { ...order(), from: null, until: null, ...more },
  )
  if (!record) throw new Error('no record')
  let words = ''
  for await (const entry of partEntries[part](app, record)) words += JSON.stringify(entry)
  return words
}

test('messages with guardians are a part of their own with the name of the guardian, and in no other part @slow', async () => {
  const anna = await app.person('client', 8)
  await insertGuardian(app, { therapistId: nora.accountId, clientId, account: anna, rights: ['messages'] })
  const text = 'canary of a guardian'
  await anna.api.guardian.sendMessage({ actingFor: clientId, id: randomUUID(), text })
  const words = await wordsOf('guardian-messages')
  expect(words).toContain(text)
  expect(words).toContain(`${anna.firstName} ${anna.lastName} (Mother)`)
  for (const part of recordParts.filter((one) => one !== 'guardian-messages'))
    expect(await wordsOf(part), part).not.toContain(text)
})

test('the personal details of a record have every field of the record and of its contacts that the export does not leave out', async () => {
  const details = {
    firstName: 'Ida',
    lastName: 'Berg',
    pronouns: 'she/her',
    email: 'ida@attune.test',
    phone: '+49 30 1',
    dateOfBirth: '1990-05-04',
    address: '1 Long Lane',
    language: 'fr' as const,
    code: 'IB-7',
    emergencyName: 'Ole',
    emergencyPhone: '+49 30 2',
    emergencyRelationship: 'Brother',
  }
  const id = randomUUID()
  const contact = { name: 'Mia', phone: '+49 30 3', email: 'mia@attune.test', relationship: 'Mother' }
  const roles = { isEmergency: false, isGuardian: true, isPayer: true }
  const contacts = [{ id: randomUUID(), ...contact, ...roles }]
  await nora.api.client.add({ id, ...details, contacts, invite: false })
  const words = await wordsOf('record', { clientId: id, withGuardianAddresses: true })
  const { dateOfBirth: _, language: __, ...others } = details
  for (const value of [...Object.values(others), ...Object.values(contact)]) expect(words).toContain(value)
  for (const value of ['French', '4 May', 'Guardian', 'Pays invoices', 'Emergency contact'])
    expect(words).toContain(value)
})

test('each part of a record is exported with what the therapist keeps or was shared, and nothing of another therapist @slow', async () => {
  session = await insertCompletedSession(app, nora, clientId, new Date(Date.now() - 3 * 86_400_000))
  await nora.api.note.save({ sessionId: session, text: 'Slept through twice.', version: 0 })
  await nora.api.message.send({ id: randomUUID(), conversationId: clientId, text: 'See you on Thursday.' })
  const theirs = await assignTask(nora, clientId, { title: 'Sleep diary' })
  await startAndComplete(ana, theirs.id, 'Mornings only.')
  const shared = await createSharedEntry(ana, nora, 'The lake was quiet.')
  await ana.api.journal.save(newJournalEntry('Not published yet.', { id: shared, version: 1 }))
  await createSharedEntry(ana, other, 'For the other therapist alone.')
  await ana.api.journal.save(newJournalEntry('Kept private.'))

  expect(await wordsOf('record')).toContain('client1@attune.test')
  expect(await wordsOf('sessions')).toContain('Completed')
  expect(await wordsOf('notes')).toContain('Slept through twice.')
  expect(await wordsOf('messages')).toContain('See you on Thursday.')
  const tasks = await wordsOf('tasks')
  expect(tasks).toContain('Sleep diary')
  expect(tasks).toContain('Mornings only.')
  const journal = await wordsOf('journal')
  expect(journal).toContain('The lake was quiet.')
  expect(journal).not.toContain('For the other therapist alone.')
  expect(journal).not.toContain('Kept private.')
  expect(journal).not.toContain('Not published yet.')
})

test('the reason for which the client declined a task is part of the export @slow', async () => {
  const { id } = await assignTask(nora, clientId, { title: 'Evening walk' })
  await ana.api.task.decline({ ...commandOn(id), reason: 'My knee hurts.' })
  const tasks = await wordsOf('tasks')
  expect(tasks).toContain('Declined')
  expect(tasks).toContain('My knee hurts.')
})

test('plans, signed forms and documents that were not deleted are part of the export, with signatures and hashes @slow', async () => {
  const objective = { id: randomUUID(), text: 'Take the train alone', measure: 'Trips', target: '3', targetOn: null }
  const score = { questionnaire: 'phq-9', title: 'PHQ-9', reach: 'below' as const, points: 10 }
  const goals = [
    { id: randomUUID(), text: 'Leave the house', objectives: [{ ...objective, state: 'open' as const, score }] },
  ]
  const plan = { clientId, version: 0, goals, interventions: ['Exposure'], reviewOn: '2030-02-01' }
  const { versionId } = await nora.api.treatmentPlan.save({ id: randomUUID(), ...plan })
  await nora.api.treatmentPlan.sign({ clientId, versionId, name: 'Nora Lind' })
  const step = { clientId, objectiveId: objective.id, notedOn: today(), percent: 40, comment: 'One stop.' }
  await nora.api.treatmentPlan.addProgress({ id: randomUUID(), ...step })
  const diagnosis = { clientId, version: 0, system: 'icd-10' as const, code: 'F41.1', text: 'Anxiety', until: null }
  await nora.api.treatmentPlan.saveDiagnosis({ id: randomUUID(), ...diagnosis, from: today() })
  const plans = await wordsOf('plan')
  const { plan: stored } = await nora.api.treatmentPlan.get({ clientId })
  const hash = stored?.signatures.therapist?.sha256 ?? 'no hash'
  for (const word of ['Take the train alone', 'PHQ-9 below 10', 'Exposure', 'Nora Lind', hash, '40 %', 'F41.1 Anxiety'])
    expect(plans).toContain(word)
  expect(plans).not.toContain('One stop.')

  const sent = await sendTo(nora, clientId, await confirmedForm(nora))
  expect(await wordsOf('forms')).toContain('Sent, not signed')
  const signed = await ana.api.form.sign(signing(await ana.api.form.open({ id: sent })))
  await makeFormDocument(app, { sentFormId: sent, therapistId: nora.accountId })
  const forms = await wordsOf('forms')
  for (const word of ['What should we call you?', 'Ana Flores', signed.signature?.sha256 ?? 'no hash'])
    expect(forms).toContain(word)

  const add = async (name: string) => {
    const file = await uploadFile(app, nora, { name, kind: 'pdf', bytes: pdfOfSize(1_000) })
    await waitForCheckedFile(nora, file)
    const id = randomUUID()
    await nora.api.document.add({ id, clientId, fileId: file, isShared: false })
    return id
  }
  await add('Referral.pdf')
  await nora.api.document.remove({ clientId, id: await add('Wrong person.pdf') })
  expect(await wordsOf('documents')).toContain('Referral.pdf')
  expect(await wordsOf('documents')).not.toContain('Wrong person.pdf')
  const files = unzip(await exported('zip'))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['documents/Referral.pdf', 'forms/Consent to treatment.pdf']),
  )
  expect([...files.keys()].join()).not.toContain('Wrong person')
  const pdf = await fetch(`${app.address}/api/form/${sent}/pdf`, { headers: { cookie: nora.cookies() } })
  expect(files.get('forms/Consent to treatment.pdf')).toEqual(Buffer.from(await pdf.arrayBuffer()))
})

test('a form that was signed on paper is exported with who signed, when, and its scan @slow', async () => {
  const id = await sendTo(nora, clientId, await confirmedForm(nora, sampleContent({ title: 'Consent on paper' })))
  const bytes = pdfOfSize(1_000)
  const fileId = await uploadFile(app, nora, { name: 'Signed by Marta.pdf', kind: 'pdf', bytes })
  await waitForCheckedFile(nora, fileId)
  const paper = { signatureId: randomUUID(), replacesId: null, fileId, signerName: 'Marta Flores' }
  await nora.api.form.signOnPaper({ clientId, id, ...paper, signedOn: '2024-03-01' })
  const forms = await wordsOf('forms')
  for (const word of ['Signed on paper by Marta Flores on', '1 March', 'Signed by Marta.pdf'])
    expect(forms).toContain(word)
  expect(unzip(await exported('zip')).get('forms/Signed by Marta.pdf')).toEqual(Buffer.from(bytes))
})

test('a period leaves out what is before and after it @slow', async () => {
  const longAgo = { from: dayFromToday(-2_000), until: dayFromToday(-1_700) }
  const untilNow = { from: dayFromToday(-2_000), until: today() }
  for (const part of ['plan', 'sessions', 'notes', 'forms', 'tasks', 'journal', 'messages', 'documents'] as const) {
    expect(await wordsOf(part, longAgo), part).toBe('')
    expect(await wordsOf(part, untilNow), part).not.toBe('')
  }
})

test('the note about the client is exported with the private notes and its formatting', async () => {
  const { version } = await nora.api.note.openClient({ clientId })
  const content = [
    { type: 'heading' as const, attrs: { level: 2 as const }, content: [{ type: 'text' as const, text: 'Family' }] },
  ]
  await nora.api.note.saveClient({ clientId, text: { type: 'doc', content }, version })
  expect(await wordsOf('private-notes')).toMatch(/"type":"heading".*Family/)
  expect(await wordsOf('notes')).not.toContain('Family')
})

test('a session whose call was in Attune is exported with that', async () => {
  const id = await insertCompletedSession(app, nora, clientId, new Date(Date.now() - 9 * 86_400_000))
  const placed = async () => (await wordsOf('sessions')).includes('in Attune')
  expect(await placed()).toBe(false)
  await app.db.asActor({ role: 'therapist', id: nora.accountId }, ({ kysely }) =>
    kysely
      .updateTable('session')
      .set({ format: 'video', in_attune: true, video_url: null })
      .where('id', '=', id)
      .execute(),
  )
  expect(await placed()).toBe(true)
})

test('a note on a session with several clients is named without its text', async () => {
  const ben = await app.person('client', 3)
  const second = await connectClient(app, nora, ben)
  const joint = await insertCompletedSession(app, nora, clientId, new Date(Date.now() - 5 * 86_400_000))
  await app.db.asActor({ role: 'therapist', id: nora.accountId }, ({ kysely }) =>
    sql`insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
      select therapist_id, id, ${second}, starts_at, 'accepted' from app.session where id = ${joint}`.execute(kysely),
  )
  await nora.api.note.save({ sessionId: joint, text: 'Ben raised his voice.', version: 0 })
  const notes = await wordsOf('notes')
  expect(notes).not.toContain('Ben raised his voice.')
  expect(notes).toContain('several clients')
})

test('the zip contains the PDF, the files of the chosen parts and an index of them @slow', async () => {
  const file = await uploadFile(app, nora, { name: 'Diary <1>.pdf', kind: 'pdf', bytes: pdfOfSize(2_000) })
  await waitForCheckedFile(nora, file)
  await assignTask(nora, clientId, { title: 'With a file', files: [file] })
  const files = unzip(await exported('zip'))
  expect([...files.keys()]).toEqual(expect.arrayContaining(['index.html', 'record.pdf', 'tasks/Diary _1_.pdf']))
  expect(files.get('record.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files.get('tasks/Diary _1_.pdf')).toEqual(pdfOfSize(2_000))
  expect(files.get('index.html')?.toString()).toContain('href="tasks/Diary%20_1_.pdf"')
})

test('an address works once, for the therapist who asked, and each export leaves a line in the access log @slow', async () => {
  const lines = async () =>
    (await ana.api.access.mine({})).items.filter(({ thing }) => thing === 'record-export').length
  const before = await lines()
  const { url } = await nora.api.recordExport.start({ ...order(), as: 'pdf' })
  expect([(await get(url, other)).status, (await get(url, null)).status]).toEqual([404, 401])
  const first = await get(url)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await first.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await get(url)).status).toBe(403)
  const { url: next } = await nora.api.recordExport.start(order())
  expect((await get(next.replace('seal=', 'seal=0'))).status).toBe(403)
  expect(await lines()).toBe(before + 2)
  const refused = nora.api.recordExport.start({ ...order(), clientId: randomUUID() })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('rows of one moment that fill more than a page are each exported once @slow', async () => {
  const cleo = await app.person('client', 4)
  const record = await connectClient(app, nora, cleo)
  const files = Array.from({ length: 120 }, (_, at) => ({ id: randomUUID(), name: `scan ${at}.pdf` }))
  const owner = { account_id: nora.accountId }
  await app.db.asActor({ role: 'therapist', id: nora.accountId }, async ({ kysely }) => {
    const [kind, size] = ['pdf', 1_000]
    await kysely
      .insertInto('file')
      .values(files.map((file) => ({ ...file, ...owner, kind, size })))
      .execute()
    const row = { ...owner, therapist_id: nora.accountId, client_id: record, is_from_client: false, is_shared: false }
    await kysely
      .insertInto('document')
      .values(files.map(({ id }) => ({ ...row, id: randomUUID(), file_id: id })))
      .execute()
  })
  const names = (await wordsOf('documents', { clientId: record })).match(/scan \d+\.pdf/g) ?? []
  expect(names.toSorted()).toEqual(files.map(({ name }) => name).toSorted())
})
