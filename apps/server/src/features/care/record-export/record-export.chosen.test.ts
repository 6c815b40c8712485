import { todayIn } from '@attune/contract/common/time/time'
import {
  recordExportFormats,
  recordParts,
  usualRecordParts,
} from '@attune/contract/features/care/record-export/record-export.rules'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { draftLine, issueOf, openPractice, returnBeforeVerifactu } from '../../../testing/records/invoices.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { connectClient, insertJointSession } from '../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from '../../billing/invoice/documents/documents.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)
const [nora, ana, ben] = [await app.person('therapist'), await app.person('client'), await app.person('client', 2)]
const clientId = await connectClient(app, nora, ana)
const benId = await connectClient(app, nora, ben)
let invoiceNumber = ''

/** The addresses of the guardian Marta, who is the emergency contact too, under another name, and pays. */
const addresses = ['+49 30 4711', '+49 (30) 4711', 'marta@attune.test']
/** Words that are for the therapist alone. */
const privateWords = { clientNote: 'echidna', progress: 'cassowary', comment: 'wallaroo' }

type Changes = Partial<RecordExportOrder>
async function fetchExport(changes: Changes): Promise<Buffer> {
  const order = { clientId, parts: [...usualRecordParts], from: null, until: null, as: 'pdf' as const }
  const { url } = await nora.api.recordExport.start({ ...order, ...changes })
  const answer = await fetch(app.address + url, { headers: { cookie: nora.cookies() } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const dataIn = (json: string) =>
  [...json.matchAll(/"data":"([\w+/=]+)"/g)].map(([, data = '']) => Buffer.from(data, 'base64').toString())
/** Everything that a reader of an export finds: the names of its files, texts, the words of the PDF and the texts in the bundle. */
async function wordsOf(changes: Changes): Promise<string> {
  const bytes = await fetchExport(changes)
  const files = changes.as === 'zip' || changes.as === 'fhir' ? unzip(bytes) : new Map([['record.pdf', bytes]])
  const words = [...files].flatMap(([path, content]) =>
    path.endsWith('.pdf') ? [path, ...readPdf(content).pages] : [path, String(content), ...dataIn(String(content))],
  )
  return words.join('\n')
}

beforeAll(async () => {
  await openPractice(app, nora)
  await editClientRecord(nora, benId, { firstName: 'Benoît', lastName: 'Ruiz' })
  const contactId = randomUUID()
  const marta = { id: contactId, name: 'Marta Flores', relationship: 'Mother', isEmergency: false, isGuardian: true }
  await editClientRecord(nora, clientId, {
    firstName: 'Ana',
    lastName: 'Flores',
    dateOfBirth: '2015-03-01',
    email: 'marta@attune.test',
    emergencyName: 'Mum',
    emergencyPhone: '+49 (30) 4711',
    contacts: [{ ...marta, phone: '+49 30 4711', email: 'marta@attune.test', isPayer: true }],
  })
  const address = {
    street: 'Lindenstr. 7',
    postalCode: '10969',
    city: 'Berlin',
    region: '',
    country: 'DE',
    email: null,
  }
  const choices = { reference: '', buyerReference: '', wantsDiagnosis: false, clientWantsDiagnosis: false }
  const { version } = (await nora.api.payer.get({ id: clientId })).payer
  const payer = { id: clientId, version, kind: 'contact' as const, contactId, name: '', ...address, ...choices }
  await nora.api.payer.save(payer)
  const invoice = await issueOf(nora, clientId, [draftLine()])
  await makeInvoiceDocuments(app, { invoiceId: invoice.id, therapistId: nora.accountId })
  invoiceNumber = invoice.sheet.number

  await insertJointSession(app, nora, [clientId, benId], new Date(app.clock.now().getTime() - 86_400_000))
  const note = await nora.api.note.openClient({ clientId })
  const about = `${privateWords.clientNote} of Benoît`
  await nora.api.note.saveClient({ clientId, text: about, version: note.version })
  const entryId = await createSharedEntry(ana, nora, 'The sea was rough.')
  await nora.api.journal.addComment({ id: randomUUID(), entryId, text: privateWords.comment })
  const objective = { id: randomUUID(), text: 'Take the train', measure: '', target: '', targetOn: null }
  const goals = [{ id: randomUUID(), text: 'Leave the house', objectives: [{ ...objective, state: 'open' as const }] }]
  const plan = { clientId, version: 0, goals, interventions: [], reviewOn: null }
  await nora.api.treatmentPlan.save({ id: randomUUID(), ...plan })
  const step = { clientId, objectiveId: objective.id, notedOn: todayIn('Europe/Berlin', app.clock.now()), percent: 40 }
  await nora.api.treatmentPlan.addProgress({ id: randomUUID(), ...step, comment: privateWords.progress })
})

test.each(recordExportFormats)('addresses of guardians are in a %s only if they are chosen @slow', async (as) => {
  const usual = await wordsOf({ as })
  expect(usual).toContain('Marta Flores')
  for (const address of addresses) expect(usual, address).not.toContain(address)
  const chosen = await wordsOf({ as, withGuardianAddresses: true })
  for (const address of addresses) expect(chosen, address).toContain(address)
})

test('an invoice that a guardian pays is in the ZIP only if addresses of guardians are chosen, and one of the client always @slow', async () => {
  const isIn = async (number: string, withGuardianAddresses: boolean) => {
    const files = unzip(await fetchExport({ as: 'zip', parts: ['invoices'], withGuardianAddresses }))
    return [...files.keys()].some((path) => path.startsWith('invoices/') && path.endsWith(`${number}.pdf`))
  }
  expect(await isIn(invoiceNumber, false)).toBe(false)
  expect(await isIn(invoiceNumber, true)).toBe(true)
  const { version } = (await nora.api.payer.get({ id: clientId })).payer
  const address = { street: 'Hauptstr. 6', postalCode: '10827', city: 'Berlin', region: '', country: 'DE', email: null }
  const choices = { reference: '', buyerReference: '', wantsDiagnosis: false, clientWantsDiagnosis: false }
  const own = { id: clientId, version, kind: 'client' as const, contactId: null, name: '', ...address, ...choices }
  await nora.api.payer.save(own)
  const invoice = await issueOf(nora, clientId, [draftLine()])
  await makeInvoiceDocuments(app, { invoiceId: invoice.id, therapistId: nora.accountId })
  expect(await isIn(invoice.sheet.number, false)).toBe(true)
})

test.each(['pdf', 'zip'] as const)(
  'private notes are in a %s only if they are chosen, without names of others @slow',
  async (as) => {
    const usual = await wordsOf({ as })
    for (const [kind, word] of Object.entries(privateWords)) expect(usual, kind).not.toContain(word)
    const chosen = await wordsOf({ as, parts: ['private-notes'] })
    for (const [kind, word] of Object.entries(privateWords)) expect(chosen, kind).toContain(word)
    expect(chosen).toContain('Private notes (psychotherapy notes)')
    expect(chosen).toContain('echidna of [name removed]')
    expect(chosen).not.toContain('Benoît')
    expect(await wordsOf({ as, parts: ['private-notes'], keptNames: 'all' })).toContain('echidna of Benoît')
  },
)

test('a bundle has no private notes, also if they are chosen', async () => {
  const bundle = await wordsOf({ as: 'fhir', parts: [...recordParts] })
  for (const [kind, word] of Object.entries(privateWords)) expect(bundle, kind).not.toContain(word)
})

test('a ZIP says that private notes, addresses of guardians and their invoices are left out, and only if they are @slow', async () => {
  const lines = ['Your private notes (psychotherapy notes)', 'Phone numbers and email addresses of guardians']
  const invoices = 'Invoices as PDF and XML that are addressed to a guardian'
  const left = async (changes: Changes) => String(unzip(await fetchExport(changes)).get('NOT-INCLUDED.txt'))
  const usual = await left({ as: 'zip' })
  for (const line of [...lines, invoices]) expect(usual).toContain(line)
  const all = { parts: [...recordParts], withGuardianAddresses: true }
  const chosen = await left({ as: 'zip', ...all })
  for (const line of [...lines, invoices]) expect(chosen).not.toContain(line)
  const bundle = await left({ as: 'fhir', ...all })
  expect(bundle).toContain(lines[0])
  expect(bundle).not.toContain(lines[1])
})
