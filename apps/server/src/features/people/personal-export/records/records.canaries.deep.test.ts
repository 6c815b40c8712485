import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { pdfOfSize } from '../../../../testing/files/uploads.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { draftLine, issueOf, openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import { createSharedEntry } from '../../../../testing/records/journal.ts'
import { connectClient, insertJointSession } from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from '../../../billing/invoice/documents/documents.ts'
import { makeFormDocument } from '../../../care/form/document/document.ts'
import { confirmedForm, sampleContent, sendTo, signing } from '../../../care/form/form.testing.ts'
import { assignTask, startAndComplete } from '../../../care/task/task.testing.ts'
import { uploadChecked } from '../personal-export.testing.ts'
import { exportedRecords, exportedFolders, textOfFile, textOfFolder } from './records.testing.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)

/** Returns a random word of letters only, so that a PDF does not break the word. */
const word = (kind: string) => `${kind}${randomUUID().replace(/[^a-f]/g, '')}q`
type Member = { person: Person; clientId: string; firstName: string; lastName: string; words: string[] }

/** Enters something of each kind for one person. Returns the words that only this person's folder may contain. */
async function fillRecord(therapist: Person, { person, clientId }: Pick<Member, 'person' | 'clientId'>, joint: string) {
  const words: string[] = []
  const of = (kind: string) => {
    const made = word(kind)
    words.push(made)
    return made
  }
  await therapist.api.note.save({ sessionId: joint, clientId, text: of('part'), version: 0 })
  const { version } = await therapist.api.note.openClient({ clientId })
  await therapist.api.note.saveClient({ clientId, text: of('about'), version })
  await therapist.api.message.send({ id: randomUUID(), conversationId: clientId, text: of('message') })
  await createSharedEntry(person, therapist, of('entry'))
  await startAndComplete(person, (await assignTask(therapist, clientId, { title: of('task') })).id, of('answer'))
  const sent = await sendTo(therapist, clientId, await confirmedForm(therapist, sampleContent()))
  const opened = await person.api.form.open({ id: sent })
  const required = opened.content.fields.find((field) => field.required)
  await person.api.form.sign(signing(opened, { [required?.id ?? '']: of('form') }))
  await makeFormDocument(app, { sentFormId: sent, therapistId: therapist.accountId })
  const name = `${of('document')}.pdf`
  const fileId = await uploadChecked(app, therapist, { name, kind: 'pdf', bytes: pdfOfSize(1_000) })
  await therapist.api.document.add({ id: randomUUID(), clientId, fileId, isShared: false })
  const invoice = await issueOf(therapist, clientId, [draftLine({ text: of('line') })])
  await makeInvoiceDocuments(app, { invoiceId: invoice.id, therapistId: therapist.accountId })
  const custody = { clientId, id: randomUUID(), version: 0, notedOn: '2024-03-01', fileId: null }
  await therapist.api.guardian.saveCustodyNote({ ...custody, text: of('custody') })
  return words
}

test.each([
  { type: 'couple', size: 2, first: 20 },
  { type: 'group', size: 3, first: 30 },
  { type: 'family', size: 3, first: 40 },
])('in a $type of $size, each folder has its own words, and none of the others', async ({ size, first }) => {
  const therapist = await app.person('therapist', first)
  await openPractice(app, therapist)
  const members: Member[] = []
  for (let at = 0; at < size; at++) {
    const person = await app.person('client', first + at)
    const clientId = await connectClient(app, therapist, person)
    const names = { firstName: `F${word('name')}`, lastName: `L${word('name')}` }
    await editClientRecord(therapist, clientId, { ...names, address: word('address') })
    members.push({ person, clientId, ...names, words: [] })
  }
  const ids = members.map(({ clientId }) => clientId) as [string, ...string[]]
  const joint = await insertJointSession(app, therapist, ids, new Date(app.clock.now().getTime() - 86_400_000))
  const shared = word('shared')
  const everyone = members.map(({ firstName }) => firstName).join(' and ')
  await therapist.api.note.save({ sessionId: joint, text: `${everyone}: ${shared}`, version: 0 })
  await therapist.api.note.saveText({ sessionId: joint, kind: 'objectives', text: `For ${everyone}`, version: 0 })
  for (const member of members) member.words = await fillRecord(therapist, member, joint)

  const files = await exportedRecords(app, therapist, { parts: [...recordParts], withBundle: true })
  expect(exportedFolders(files)).toHaveLength(size)
  for (const member of members) {
    const folder = exportedFolders(files).find((name) => name.includes(member.lastName)) ?? ''
    const text = textOfFolder(files, folder)
    for (const own of [...member.words, member.firstName]) expect(text, own).toContain(own)
    expect(text).not.toContain(shared)
    for (const other of members.filter((one) => one !== member)) {
      const traces = [other.firstName, other.lastName, other.person.email, other.person.accountId, other.clientId]
      for (const trace of [...other.words, ...traces]) expect(text, `${trace} in ${folder}`).not.toContain(trace)
    }
  }
})

test('addresses of guardians and custody notes are in the folder of a minor only if they are chosen', async () => {
  const therapist = await app.person('therapist', 60)
  const [child, mother, father] = [
    await app.person('client', 60),
    await app.person('client', 61),
    await app.person('client', 62),
  ]
  const clientId = await connectClient(app, therapist, child)
  const contact = { id: randomUUID(), name: 'Marta Flores', relationship: 'Mother', isEmergency: false, isPayer: false }
  const contacts = [{ ...contact, phone: '+49 30 4711', email: 'guardian@attune.test', isGuardian: true }]
  await editClientRecord(therapist, clientId, { dateOfBirth: '2015-03-01', contacts })
  const of = { therapistId: therapist.accountId, clientId, rights: ['messages' as const] }
  await insertGuardian(app, { ...of, account: mother })
  await insertGuardian(app, { ...of, account: father })
  const custody = { clientId, id: randomUUID(), version: 0, notedOn: '2024-03-01', fileId: null }
  await therapist.api.guardian.saveCustodyNote({ ...custody, text: 'custodycanary' })

  const usual = await exportedRecords(app, therapist, { withBundle: true })
  const [folder = ''] = exportedFolders(usual)
  for (const hidden of ['guardian@attune.test', '+49 30 4711', 'custodycanary', mother.email, father.email])
    expect(textOfFolder(usual, folder), hidden).not.toContain(hidden)
  const chosen = await exportedRecords(app, therapist, {
    parts: [...recordParts],
    withBundle: true,
    withGuardianAddresses: true,
  })
  for (const path of ['bundle.json', 'record.pdf'])
    expect(textOfFile(chosen, `${folder}/${path}`), path).toContain('guardian@attune.test')
  expect(textOfFolder(chosen, folder)).toContain('custodycanary')
})
