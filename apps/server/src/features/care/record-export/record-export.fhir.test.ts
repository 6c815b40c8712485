import { todayIn } from '@attune/contract/common/time/time'
import { recordParts, usualRecordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { draftLine, issueOf, openPractice, returnBeforeVerifactu } from '../../../testing/records/invoices.ts'
import { createSharedEntry, newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../testing/records/sessions.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import { pdfOfSize, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import type { Person } from '../../../testing/people.ts'
import { makeFormDocument } from '../form/document/document.ts'
import { confirmedForm, sampleContent, sendTo, signing } from '../form/form.testing.ts'
import { assignTask, commandOn, startAndComplete } from '../task/task.testing.ts'
import { expectValidBundle, type ReadBundle } from './fhir/validate.testing.ts'

const app = await startSharedApp()
returnBeforeVerifactu(app)
const [nora, ana, ben, mia] = [
  await app.person('therapist'),
  await app.person('client'),
  await app.person('client', 2),
  await app.person('client', 3),
]
const anaId = await connectClient(app, nora, ana)
const benId = await connectClient(app, nora, ben)
const [anaName, benName] = [
  { firstName: 'Ana', lastName: 'Flores' },
  { firstName: 'Benoît', lastName: 'Ruiz' },
]
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
let joint = ''

/** Words about the other person, or for the therapist alone. None of them is in the bundle. */
const canary = {
  part: 'wombat',
  shared: 'dingo',
  document: 'quoll.pdf',
  message: 'numbat',
  entry: 'bilby',
  form: 'potoroo',
  task: 'bettong',
  objectives: 'kowari',
  contact: 'Bandicoot',
  clientNote: 'echidna',
  comment: 'wallaroo',
  progress: 'cassowary',
  unshared: 'platypus',
}

async function download(changes: Partial<RecordExportOrder> = {}) {
  const order = { clientId: anaId, parts: [...usualRecordParts], from: null, until: null, as: 'fhir' as const }
  const { url } = await nora.api.recordExport.start({ ...order, ...changes })
  const answer = await fetch(app.address + url, { headers: { cookie: nora.cookies() } })
  expect(answer.status).toBe(200)
  return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) }
}
async function exported(changes: Partial<RecordExportOrder> = {}) {
  const { files } = await download(changes)
  const bundle: ReadBundle = JSON.parse(files.get('bundle.json')?.toString() ?? '')
  expectValidBundle(bundle)
  const resources = bundle.entry.map(({ resource }) => resource)
  /** The texts of the documents, which are in the bundle as base64. */
  const texts = resources.flatMap(({ content }) =>
    ((content ?? []) as { attachment: { data?: string } }[]).flatMap(({ attachment }) =>
      attachment.data ? [Buffer.from(attachment.data, 'base64').toString()] : [],
    ),
  )
  return {
    files,
    bundle,
    texts,
    of: (type: string) => resources.filter(({ resourceType }) => resourceType === type),
    /** Everything that a reader of the ZIP finds, without compression and base64. */
    all: [JSON.stringify(bundle), ...texts, ...files.keys(), ...[...files.values()].map(String)].join('\n'),
  }
}

async function addDocument(clientId: string, name: string) {
  const fileId = await uploadFile(app, nora, { name, kind: 'pdf', bytes: pdfOfSize(1_000) })
  await waitForCheckedFile(nora, fileId)
  await nora.api.document.add({ id: randomUUID(), clientId, fileId, isShared: false })
}

/** Signs a form with a word as its answer. */
async function signForm(by: Person, clientId: string, word: string) {
  const content = sampleContent()
  const sent = await sendTo(nora, clientId, await confirmedForm(nora, content))
  const opened = await by.api.form.open({ id: sent })
  const required = opened.content.fields.find((field) => field.required)
  await by.api.form.sign(signing(opened, { [required?.id ?? '']: word }))
  await makeFormDocument(app, { sentFormId: sent, therapistId: nora.accountId })
}

/** Enters everything that a record can have, about Ana and about her partner Ben. */
beforeAll(async () => {
  await openPractice(app, nora)
  const contact = (name: string, isGuardian: boolean) => ({
    id: randomUUID(),
    name,
    phone: '+49 30 99',
    email: isGuardian ? 'guardian@attune.test' : null,
    relationship: isGuardian ? 'Mother' : 'Partner',
    isEmergency: !isGuardian,
    isGuardian,
    isPayer: false,
  })
  const partner = `${benName.firstName} ${canary.contact}`
  const contacts = [contact('Mia Flores', true), contact(partner, false), contact('Ole Berg', false)]
  await editClientRecord(nora, benId, benName)
  await editClientRecord(nora, anaId, { ...anaName, dateOfBirth: '1990-05-04', address: '1 Long Lane', contacts })
  const alone = await insertCompletedSession(app, nora, anaId, daysAgo(3))
  await nora.api.note.save({ sessionId: alone, text: 'Slept through twice.', version: 0 })
  await nora.api.note.sign({ sessionId: alone, command: randomUUID(), version: 1 })
  await nora.api.note.addendum({ id: randomUUID(), sessionId: alone, text: 'She called later.' })
  await nora.api.note.saveText({ sessionId: alone, kind: 'objectives', text: 'Sleep better', version: 0 })
  joint = await insertJointSession(app, nora, [anaId, benId], daysAgo(2))
  const angry = `${anaName.firstName} was angry with ${benName.firstName}.`
  await nora.api.note.save({ sessionId: joint, clientId: anaId, text: angry, version: 0 })
  await nora.api.note.save({ sessionId: joint, clientId: benId, text: canary.part, version: 0 })
  await nora.api.note.save({ sessionId: joint, text: canary.shared, version: 0 })
  await nora.api.note.saveText({ sessionId: joint, kind: 'objectives', text: canary.objectives, version: 0 })
  const { version } = await nora.api.note.openClient({ clientId: anaId })
  await nora.api.note.saveClient({ clientId: anaId, text: canary.clientNote, version })
  const phq = await assignTask(nora, anaId, { title: 'PHQ-9', form: { kind: 'questionnaire', name: 'phq-9' } })
  await ana.api.task.start(commandOn(phq.id))
  const answers = [1, 2, 3, 0, 0, 0, 0, 0, 0]
  const answer = { kind: 'questionnaire' as const, name: 'phq-9' as const, answers, language: 'en' as const }
  await ana.api.task.complete({ ...commandOn(phq.id), answer })
  for (const [who, id, words] of [
    [
      ana,
      anaId,
      { task: 'Mornings only.', form: 'Annie', message: 'See you on Thursday.', entry: 'The lake was quiet.' },
    ],
    [ben, benId, canary],
  ] as const) {
    await startAndComplete(who, (await assignTask(nora, id, { title: 'Sleep diary' })).id, words.task)
    await signForm(who, id, words.form)
    await nora.api.message.send({ id: randomUUID(), conversationId: id, text: words.message })
    await createSharedEntry(who, nora, words.entry)
    await issueOf(nora, id, [draftLine({ text: `Psychotherapie mit ${benName.firstName}` })])
  }
  const entryId = await createSharedEntry(ana, nora, 'The sea was rough.')
  await nora.api.journal.addComment({ id: randomUUID(), entryId, text: canary.comment })
  await ana.api.journal.save(newJournalEntry(canary.unshared))
  await addDocument(anaId, 'Referral.pdf')
  await addDocument(benId, canary.document)
  const objective = { id: randomUUID(), text: 'Take the train', measure: '', target: '', targetOn: null }
  const goals = [{ id: randomUUID(), text: 'Leave the house', objectives: [{ ...objective, state: 'open' as const }] }]
  await nora.api.treatmentPlan.save({
    id: randomUUID(),
    clientId: anaId,
    version: 0,
    goals,
    interventions: [],
    reviewOn: null,
  })
  const step = {
    clientId: anaId,
    objectiveId: objective.id,
    notedOn: todayIn('Europe/Berlin', daysAgo(1)),
    percent: 40,
  }
  await nora.api.treatmentPlan.addProgress({ id: randomUUID(), ...step, comment: canary.progress })
  await insertGuardian(app, { therapistId: nora.accountId, clientId: anaId, account: mia, rights: ['messages'] })
  await mia.api.guardian.sendMessage({ actingFor: anaId, id: randomUUID(), text: 'Is she eating?' })
  const custody = { clientId: anaId, id: randomUUID(), version: 0, notedOn: '2024-03-01', fileId: null }
  await nora.api.guardian.saveCustodyNote({ ...custody, text: 'The mother decides alone.' })
})

test('a record with everything becomes a valid bundle of one patient, with its files beside it @slow', async () => {
  const { answer } = await download()
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(/\.fhir\.zip/)
  const { files, bundle, texts, of } = await exported()
  expect(bundle.type).toBe('collection')
  expect(of('Patient')).toMatchObject([{ birthDate: '1990-05-04', address: [{ text: '1 Long Lane' }] }])
  expect(of('Organization')).toMatchObject([{ name: 'Praxis Lindqvist' }])
  expect(of('Practitioner')).toHaveLength(1)
  expect(of('Encounter')).toHaveLength(2)
  for (const encounter of of('Encounter')) {
    expect(encounter.participant).toHaveLength(1)
    expect((encounter.period as { start: string }).start).toMatch(/[+-]\d\d:\d\d$/)
  }
  const responses = of('QuestionnaireResponse')
  expect(responses).toHaveLength(2)
  expect(JSON.stringify(responses)).toContain('"linkId":"/44261-6","answer":[{"valueInteger":6}]')
  expect(JSON.stringify(responses)).toContain('Annie')
  expect(of('Invoice')).toMatchObject([{ status: 'issued', totalGross: { value: 95, currency: 'EUR' } }])
  const words = texts.join('\n')
  for (const word of ['Slept through twice.', 'She called later.', 'Sleep better', 'Mornings only.', 'Is she eating?'])
    expect(words).toContain(word)
  for (const word of ['See you on Thursday.', 'The lake was quiet.', 'Take the train', '40 %'])
    expect(words).toContain(word)
  const urls = of('DocumentReference').flatMap(({ content }) =>
    (content as { attachment: { url?: string } }[]).flatMap(({ attachment }) => attachment.url ?? []),
  )
  const beside = [...files.keys()].filter((name) => name.startsWith('files/'))
  expect(urls.map(decodeURIComponent).toSorted()).toEqual(beside.toSorted())
  expect(beside).toEqual(
    expect.arrayContaining(['files/documents/Referral.pdf', 'files/forms/Consent to treatment.pdf']),
  )
})

test('a bundle of one of a couple has nothing of the other, and nothing that is for the therapist alone @slow', async () => {
  for (const order of [{}, { withShared: true, keptNames: 'all' as const }]) {
    const { all, texts, of } = await exported({ parts: [...recordParts], ...order })
    for (const [kind, word] of Object.entries(canary)) expect(all, kind).not.toContain(word)
    for (const known of [benName.firstName, benName.lastName, ben.email, benId, ben.accountId, joint])
      expect(all).not.toContain(known)
    expect(texts).toContain(`${anaName.firstName} was angry with [name removed].`)
    expect(JSON.stringify(of('Invoice'))).toContain('Psychotherapie mit [name removed]')
    expect(of('Patient')[0]?.contact).toHaveLength(2)
  }
})

test('custody notes and addresses of guardians are in a bundle only if they are chosen @slow', async () => {
  const usual = await exported()
  expect(usual.all).not.toContain('guardian@attune.test')
  expect(usual.all).not.toContain('The mother decides alone.')
  const chosen = await exported({ parts: [...recordParts], withGuardianAddresses: true })
  expect(JSON.stringify(chosen.of('Patient'))).toContain('guardian@attune.test')
  expect(chosen.texts.join()).toContain('The mother decides alone.')
})

test('a bundle that is exported again has the same ids, and only the chosen parts and the period are in it @slow', async () => {
  const [first, second] = [await exported(), await exported()]
  expect(second.bundle.entry.map(({ fullUrl }) => fullUrl)).toEqual(first.bundle.entry.map(({ fullUrl }) => fullUrl))
  const notes = await exported({ parts: ['notes'] })
  expect(new Set(notes.bundle.entry.map(({ resource }) => resource.resourceType))).toEqual(
    new Set(['Patient', 'Practitioner', 'Organization', 'DocumentReference']),
  )
  expect(notes.of('Patient')[0]).not.toHaveProperty('birthDate')
  const long = { from: '1999-01-01', until: '1999-12-31' }
  expect((await exported({ parts: ['sessions', 'notes', 'invoices'], ...long })).bundle.entry).toHaveLength(3)
})

test('a session at which the client was missing is no encounter, and its note refers to none', async () => {
  const missed = await insertCompletedSession(app, nora, anaId, daysAgo(40))
  await nora.api.note.save({ sessionId: missed, text: 'She did not come.', version: 0 })
  await app.db.asActor({ role: 'therapist', id: nora.accountId }, ({ kysely }) =>
    kysely.updateTable('session_client').set({ attendance: 'absent' }).where('session_id', '=', missed).execute(),
  )
  const day = (days: number) => todayIn('Europe/Berlin', daysAgo(days))
  const { of } = await exported({ parts: ['sessions', 'notes'], from: day(42), until: day(38) })
  expect(of('Encounter')).toEqual([])
  expect(of('DocumentReference')).toHaveLength(1)
  expect(of('DocumentReference')[0]).not.toHaveProperty('context')
})

test('both ZIPs contain a list of what is left out, which follows the order and names no other person @slow', async () => {
  const left = async (changes: Partial<RecordExportOrder>) =>
    (await download(changes)).files.get('NOT-INCLUDED.txt')?.toString() ?? ''
  const bundle = await left({})
  for (const line of [
    'Custody notes: not chosen',
    'Your private notes (psychotherapy notes)',
    'Phone numbers and email addresses of guardians',
  ])
    expect(bundle).toContain(line)
  expect(bundle).toContain('shared parts of notes')
  const zip = await left({ as: 'zip', parts: [...recordParts], withShared: true, keptNames: 'all' })
  for (const line of ['not chosen', 'Your private note', 'shared parts of notes', 'Names of other people'])
    expect(zip).not.toContain(line)
  expect(zip).toContain('Phone numbers and email addresses of guardians')
  for (const text of [bundle, zip]) expect(text).not.toContain(benName.lastName)
  expect(await left({ parts: ['invoices'], from: '2024-01-01', until: null })).toContain('outside the period')
})
