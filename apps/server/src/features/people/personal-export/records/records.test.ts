import { randomUUID } from 'node:crypto'
import { personalExportDays } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { expect, test } from 'vitest'
import { draftLine, issueOf, openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession } from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments } from '../../../billing/invoice/documents/documents.ts'
import { runCleanupsInOrder } from '../../../../platform/jobs/cleanup.ts'
import { personalExportCleanups } from '../personal-export.jobs.ts'
import { exportedFiles, exportIdOf, fetchExport, storedOf } from '../personal-export.testing.ts'
import { exportedRecords, exportedFolders, recordsNamed, textOfFolder, usualChoices } from './records.testing.ts'
import { makeRecordsExport } from './make-records.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)
const nora = await app.person('therapist')
const other = await app.person('therapist', 2)
const [ana, ben, theirs] = [await app.person('client', 1), await app.person('client', 2), await app.person('client', 3)]
const anaId = await connectClient(app, nora, ana)
const benId = await connectClient(app, nora, ben)
await connectClient(app, other, theirs)
await editClientRecord(nora, anaId, { firstName: 'Ana', lastName: 'Moreau' })
await editClientRecord(nora, benId, { firstName: 'ana', lastName: 'moreau' })

const linesOf = async (client: Person) =>
  (await client.api.access.mine({})).items.filter(({ thing }) => thing === 'record-export')
const latestOf = async (person: Person) => (await person.api.personalExport.findRecords({})).latest

test('all records become a folder for each client, with the content of the export of one record and an index @slow', async () => {
  const session = await insertCompletedSession(app, nora, anaId, new Date(app.clock.now().getTime() - 86_400_000))
  await nora.api.note.save({ sessionId: session, text: 'Slept through twice.', version: 0 })
  const files = await exportedRecords(app, nora, { withBundle: true })
  expect(exportedFolders(files).toSorted()).toEqual(['Ana Moreau', 'ana moreau (2)'].toSorted())
  const [first] = exportedFolders(files).filter((folder) =>
    textOfFolder(files, folder).includes('Slept through twice.'),
  )
  for (const name of ['index.html', 'record.pdf', 'bundle.json', 'NOT-INCLUDED.txt'])
    expect([...files.keys()], name).toContain(`${first}/${name}`)
  const index = String(files.get('index.html'))
  for (const folder of exportedFolders(files))
    expect(index).toContain(`href="${encodeURIComponent(folder)}/index.html"`)
  expect(index).not.toMatch(/https?:|<script/)
  const all = [...files.keys()].join('\n')
  expect(all).not.toContain(theirs.lastName)
})

test('a client finds one line for the export in the access log, also if the job ran twice @slow', async () => {
  const before = await linesOf(ana)
  app.clock.advance(60_000)
  await nora.api.personalExport.startRecords(usualChoices)
  const named = await recordsNamed(app, nora)
  const broken = { ...app.exportStore, put: () => Promise.reject(new Error('killed')) }
  await expect(makeRecordsExport({ ...app, exportStore: broken }, named, false)).rejects.toThrow('killed')
  await makeRecordsExport(app, named, true)
  expect(await latestOf(nora)).toMatchObject({ state: 'ready' })
  expect(await linesOf(ana)).toHaveLength(before.length + 1)
  expect(await linesOf(theirs)).toEqual([])
  expect((await linesOf(ana))[0]).toMatchObject({ reader: { id: nora.accountId } })
})

test('the start and the download leave one audit row each, and an email without content says that the file is ready', async () => {
  const therapist = await app.person('therapist', 4)
  await exportedRecords(app, therapist)
  const { rows } = await app.privileged.definer.query<{ action: string }>(
    "select action from app.audit where actor_id = $1 and thing = 'client-records' order by at",
    [therapist.accountId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['export', 'download'])
  const mails = await app.privileged.definer.query('select kind from app.mail where account_id = $1', [
    therapist.accountId,
  ])
  expect(mails.rows).toEqual([{ kind: 'export-ready' }])
})

test('a client and an admin cannot export records', async () => {
  const admin = await app.person('admin')
  for (const person of [ana, admin])
    await expect(person.api.personalExport.startRecords(usualChoices)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the export of another account is refused @slow', async () => {
  await exportedRecords(app, nora)
  const { url } = await nora.api.personalExport.downloadRecords({})
  expect((await fetchExport(app, url, null)).status).toBe(401)
  expect((await fetchExport(app, url, other)).status).toBe(404)
  await expect(other.api.personalExport.downloadRecords({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of both kinds of exports, one is made at a time, and both wait to be downloaded @slow', async () => {
  const therapist = await app.person('therapist', 6)
  await therapist.api.personalExport.startRecords(usualChoices)
  await expect(therapist.api.personalExport.start({})).rejects.toMatchObject({ code: 'MAKING', status: 409 })
  await makeRecordsExport(app, await recordsNamed(app, therapist), true)
  await exportedFiles(app, therapist)
  expect(storedOf(app, therapist)).toHaveLength(2)
  expect(await latestOf(therapist)).toMatchObject({ state: 'ready' })
  await therapist.api.personalExport.remove({})
  expect(storedOf(app, therapist)).toHaveLength(1)
  expect(await exportIdOf(app, therapist)).toBe('')
})

test('a new export replaces the last of its kind', async () => {
  const therapist = await app.person('therapist', 7)
  await exportedRecords(app, therapist)
  const [first] = storedOf(app, therapist)
  await exportedRecords(app, therapist)
  expect(storedOf(app, therapist)).toHaveLength(1)
  expect(storedOf(app, therapist)).not.toContain(first)
})

test('an export of all records that is older than seven days is removed with its file', async () => {
  const therapist = await app.person('therapist', 8)
  await exportedRecords(app, therapist)
  const later = new Date(app.clock.now().getTime() + personalExportDays * 86_400_000)
  await runCleanupsInOrder(personalExportCleanups, { ...app, clock: { now: () => later } })
  expect(storedOf(app, therapist)).toEqual([])
})

test('custody notes, shared parts and parts that are not chosen are left out, and a text names what is missing @slow', async () => {
  const custody = { clientId: anaId, version: 0, notedOn: '2024-03-01', fileId: null }
  await nora.api.guardian.saveCustodyNote({ ...custody, id: randomUUID(), text: 'custodycanary' })
  const usual = textOfFolder(await exportedRecords(app, nora, { parts: ['record', 'notes'] }), 'Ana Moreau')
  expect(usual).not.toContain('custodycanary')
  expect(usual).toContain('Custody notes: not chosen')
  const files = await exportedRecords(app, nora, { parts: ['record', 'custody'] })
  expect(
    exportedFolders(files)
      .map((folder) => textOfFolder(files, folder))
      .join(),
  ).toContain('custodycanary')
})

test('the invoices of a client are in the folder as PDF and XML, and not in the bundle @slow', async () => {
  const therapist = await app.person('therapist', 9)
  const client = await app.person('client', 9)
  await openPractice(app, therapist)
  const clientId = await connectClient(app, therapist, client)
  const { id, sheet } = await issueOf(therapist, clientId, [draftLine()])
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId: therapist.accountId })
  const files = await exportedRecords(app, therapist, { withBundle: true })
  const [folder = ''] = exportedFolders(files)
  const invoices = [...files.keys()].filter((path) => path.startsWith(`${folder}/invoices/`))
  expect(invoices.map((path) => path.slice(path.indexOf(sheet.number)))).toEqual([
    `${sheet.number}.pdf`,
    `${sheet.number}.xml`,
  ])
  for (const path of invoices) expect(files.get(path)?.length).toBeGreaterThan(0)
  expect(String(files.get(`${folder}/bundle.json`))).not.toContain('invoices/')
})

// The last test, because it ages the sign-ins of this file.
test('a therapist who confirmed the sign-in long ago confirms it again to start and to download', async () => {
  const therapist = await app.person('therapist', 5)
  await exportedRecords(app, therapist)
  app.clock.advance(16 * 60_000)
  await expect(therapist.api.personalExport.startRecords(usualChoices)).rejects.toMatchObject({ code: 'STEP_UP' })
  await expect(therapist.api.personalExport.downloadRecords({})).rejects.toMatchObject({ code: 'STEP_UP' })
})
