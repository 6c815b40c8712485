import { todayIn } from '@attune/contract/common/time/time'
import { namesInRecordLimits, recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { translate } from '../../../platform/text/translations.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [nora, other] = await Promise.all([app.person('therapist'), app.person('therapist', 2)])
const day = 86_400_000
let [anaId, benId, sessionId] = ['', '', '']
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * day)

const ofAna = () => ({ clientId: anaId, parts: [...recordParts], from: null, until: null })
const names = (changes: Partial<Pick<RecordExportOrder, 'withShared' | 'parts' | 'from' | 'until'>> = {}) =>
  nora.api.recordExport.names({ ...ofAna(), ...changes })
const exported = async (changes: Partial<RecordExportOrder> = {}, as: 'pdf' | 'zip' = 'pdf') => {
  const { url } = await nora.api.recordExport.start({ ...ofAna(), as, ...changes })
  const answer = await fetch(app.address + url, { headers: { cookie: nora.cookies() } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const pdf = as === 'pdf' ? bytes : unzip(bytes).get('record.pdf')
  return readPdf(pdf ?? Buffer.alloc(0)).pages.join('\n')
}
const save = (text: string, clientId?: string, version = 0) =>
  nora.api.note.save({ sessionId, clientId, text, version })

async function addRecord(firstName: string, lastName: string): Promise<string> {
  const id = randomUUID()
  await nora.api.client.add({ ...minimalClient, id, firstName, lastName, invite: false })
  return id
}

beforeEach(async () => {
  anaId = await addRecord('Ana', 'Flores')
  benId = await addRecord('Benoît', 'Ruiz')
  sessionId = await insertJointSession(app, nora, [anaId, benId], daysAgo(5))
})

test('the export of one client has nothing of the part of another, and no name of theirs except where the therapist kept it @slow', async () => {
  await save('Ana was angry with Benoît. She fears Mr Ruiz.', anaId)
  await save('He slept badly.', benId)
  await save('They argued.')
  await nora.api.note.sign({ sessionId, clientId: anaId, command: randomUUID(), version: 1 })
  await nora.api.note.addendum({ id: randomUUID(), sessionId, clientId: anaId, text: 'BENOIT called later.' })
  const objectives = { sessionId, kind: 'objectives' as const, text: 'Talk with Benoît', version: 0 }
  await nora.api.note.saveText(objectives)

  const found = await names()
  expect(found).toMatchObject({ isComplete: true, sharedWith: ['Benoît Ruiz'] })
  const places = found.places.map(({ source, before, name, after }) => [source, before, name, after])
  expect(new Set(places)).toEqual(
    new Set([
      ['note', 'Ana was angry with ', 'Benoît', '. She fears Mr Ruiz.'],
      ['note', 'Ana was angry with Benoît. She fears Mr ', 'Ruiz', '.'],
      ['note', '', 'BENOIT', ' called later.'],
      ['session', 'Talk with ', 'Benoît', ''],
    ]),
  )
  const [removed, zipped] = [await exported(), await exported({}, 'zip')]
  for (const text of [removed, zipped]) {
    expect(text).not.toMatch(/Beno[iî]t|Ruiz|slept badly|argued/i)
    expect(text).toContain('Ana was angry with [name removed]. She fears Mr [name removed].')
    expect(text).toContain('[name removed] called later.')
    expect(text).toContain('several clients')
  }
  const kept = found.places.filter(({ name }) => name === 'Ruiz').map(({ id }) => id)
  const partly = await exported({ keptNames: kept })
  expect(partly).toContain('Ana was angry with [name removed]. She fears Mr Ruiz.')
  expect(partly).not.toMatch(/Beno[iî]t/i)
  const whole = await exported({ keptNames: 'all' })
  expect(whole).toContain('Ana was angry with Benoît. She fears Mr Ruiz.')
  expect(whole).not.toMatch(/slept badly|argued/)
})

test('shared parts are exported only if the order includes them, and then names in them are listed and removed too @slow', async () => {
  await save('They argued, and Benoît left.')
  expect(await names()).toMatchObject({ sharedWith: ['Benoît Ruiz'], places: [] })
  expect((await names({ withShared: true })).places).toMatchObject([{ source: 'shared-note', name: 'Benoît' }])
  expect(await exported()).not.toContain('argued')
  const shared = await exported({ withShared: true })
  expect(shared).toContain('They argued, and [name removed] left.')
  expect(shared).toContain('About all clients of the session')
})

test('no name is listed or removed in notes on sessions with this client alone @slow', async () => {
  sessionId = await insertCompletedSession(app, nora, anaId, daysAgo(3))
  await save('Ana spoke of Benoît.')
  expect(await names()).toEqual({ sharedWith: [], places: [], isComplete: true })
  expect(await exported()).toContain('Ana spoke of Benoît.')
})

test('a decision does not apply to a line that changed after it @slow', async () => {
  await save('Ana likes Benoît.', anaId)
  const kept = (await names()).places.map(({ id }) => id)
  await save('Ana hates Benoît.', anaId, 1)
  expect(await exported({ keptNames: kept })).toContain('Ana hates [name removed].')
})

test('only the chosen parts and the period are searched, and only the own records @slow', async () => {
  await save('Ana likes Benoît.', anaId)
  await nora.api.note.saveText({ sessionId, kind: 'next-steps', text: 'Ask Benoît', version: 0 })
  const sourcesOf = async (changes: Parameters<typeof names>[0]) =>
    (await names(changes)).places.map(({ source }) => source).toSorted()
  expect(await sourcesOf({})).toEqual(['note', 'session'])
  expect(await sourcesOf({ parts: ['notes'] })).toEqual(['note'])
  expect(await sourcesOf({ parts: ['sessions'] })).toEqual(['session'])
  expect(await sourcesOf({ parts: ['forms'] })).toEqual([])
  expect(await sourcesOf({ from: todayIn('Europe/Berlin', daysAgo(2)) })).toEqual([])
  await expect(other.api.recordExport.names(ofAna())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('more names than the limit are said to be more, and those that are not listed are removed @slow', async () => {
  const line = 'Ana met Benoît.\n'
  await save(line.repeat(namesInRecordLimits.places + 5), anaId)
  const { places, isComplete } = await names()
  expect([places.length, isComplete]).toEqual([namesInRecordLimits.places, false])
  const text = await exported({ keptNames: places.map(({ id }) => id), parts: ['notes'] })
  expect(text.match(/Benoît/g)?.length).toBe(namesInRecordLimits.places)
  expect(text.match(/name removed/g)?.length).toBe(5)
})

test('reading the places of names leaves a line in the access log of the client @slow', async () => {
  const ana = await app.person('client')
  anaId = await connectClient(app, nora, ana)
  sessionId = await insertJointSession(app, nora, [anaId, benId], daysAgo(1))
  const lines = async () => (await ana.api.access.mine({})).items.filter(({ thing }) => thing === 'note').length
  expect((await names()).places).toEqual([])
  expect(await lines()).toBe(0)
  await save('She spoke of Benoît.', anaId)
  expect((await names()).places).toMatchObject([{ name: 'Benoît' }])
  expect(await lines()).toBe(1)
})

test('the shared parts that name a client are listed for the therapist, the latest first, and no others', async () => {
  const listed = async (clientId: string) => (await nora.api.recordExport.sharedParts({ clientId })).items
  await save('They argued, and Benoit left.')
  await save('Benoît again.', anaId)
  await nora.api.note.sign({ sessionId, command: randomUUID(), version: 1 })
  const first = sessionId
  sessionId = await insertJointSession(app, nora, [anaId, benId], daysAgo(2))
  await save('Mr Ruiz spoke.')
  expect(await listed(benId)).toMatchObject([
    { sessionId, isSigned: false },
    { sessionId: first, isSigned: true },
  ])
  expect(await listed(anaId)).toEqual([])
  await expect(other.api.recordExport.sharedParts({ clientId: benId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['the notification counts the shared parts that name them', 'Ana Flores and Benoît argued.', 1],
  ['without a shared part that names them, the notification says only that', 'They argued.', 0],
])('when a client deletes the account, %s @slow', async (_title, text, count) => {
  const ana = await app.person('client', 20 + count)
  const anaRecord = await connectClient(app, nora, ana)
  const { firstName } = ana
  sessionId = await insertJointSession(app, nora, [anaRecord, benId], daysAgo(1))
  await save(text.replace('Ana Flores', firstName))
  await save(`${firstName} was calm.`, anaRecord)
  await ana.api.login.deleteAccount({ password: ana.password })
  const { items } = await nora.api.notification.list({})
  const ended = items.find(({ kind, relatedId }) => kind === 'connection-ended' && relatedId === anaRecord)
  const more = translate('en', 'notification.connection-ended.notes', {
    name: `${firstName} ${ana.lastName}`,
    count: '1',
  })
  expect(ended?.message.endsWith(more)).toBe(count > 0)
  expect(ended?.message).not.toContain('{')
  expect((await nora.api.recordExport.sharedParts({ clientId: anaRecord })).items).toHaveLength(count)
})
