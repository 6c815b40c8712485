import { todayIn } from '@attune/contract/common/time/time'
import type { RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readLedger } from '../../../platform/erasures/ledger.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { sampleContent } from '../form/form.testing.ts'
import { addRecordCopies, type RecordOfBackup } from '../record-copy/record-copy.ts'
import { partEntries } from './content/parts.ts'
import { exportedRecord } from './record-export.head.ts'

const app = await startSharedApp({ worker: false })
const [nora, ana, ben] = [await app.person('therapist'), await app.person('client'), await app.person('client', 2)]
const clientId = await connectClient(app, nora, ana)
const dayBefore = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
const people = {
  therapistId: nora.accountId,
  clients: [{ id: clientId, accountId: ana.accountId }],
}
const none = { 'session-note': null, 'client-note': null, profile: null, form: null }

/** Adds copies of records with the function that the host's command calls. */
const bringBack = (recordId: string, records: Partial<RecordOfBackup['records']>) =>
  addRecordCopies(
    app.databaseUrl,
    {
      recordId,
      backup: { zone: null, isEntry: false, records: { ...none, ...records } },
      dataOf: dayBefore(1),
      ledger: readLedger(app.config.secretsDir),
      secrets: app.secrets,
    },
    app.clock.now(),
  )

/** Returns the exported entries of a part as text. */
async function entriesOf(
  part: RecordPart,
  more: { from?: string; until?: string; withGuardianAddresses?: boolean } = {},
): Promise<string[]> {
  const order = { clientId, as: 'pdf' as const, parts: [part], from: null, until: null, ...more }
  const record = await exportedRecord(app, { role: 'therapist', id: nora.accountId }, order)
  if (!record) throw new Error('no record')
  const entries: string[] = []
  for await (const entry of partEntries[part](app, record)) entries.push(JSON.stringify(entry))
  return entries
}
const copyFact = /Copy from a backup, as of .*, restored on /

test('a copy of the note about a client is exported after the present note, with its moment', async () => {
  const { version } = await nora.api.note.openClient({ clientId })
  await nora.api.note.saveClient({ clientId, text: 'Present.', version })
  await bringBack(clientId, { 'client-note': { ...people, content: { text: 'Earlier words.', content: null } } })
  const [present, copy] = await entriesOf('private-notes')
  expect(present).toContain('Present.')
  expect(present).not.toMatch(copyFact)
  expect(copy).toContain('Earlier words.')
  expect(copy).toMatch(copyFact)
})

test('a copy of a note on a session is exported with its addenda, objectives and next steps, by the time of the session', async () => {
  const sessionId = await insertCompletedSession(app, nora, clientId, dayBefore(40))
  const addenda = [{ text: 'Added later.', at: dayBefore(39).toISOString() }]
  const texts = { text: 'Calmer today.', content: null, objectives: 'Sleep', nextSteps: 'A diary' }
  const content = { ...texts, signedAt: dayBefore(39).toISOString(), addenda }
  await bringBack(sessionId, { 'session-note': { ...people, content } })
  const entry = (await entriesOf('notes')).find((each) => each.includes('Calmer today.'))
  for (const word of ['Added later.', 'Sleep', 'A diary', 'Signed on']) expect(entry).toContain(word)
  const [from, until] = [dayBefore(30), dayBefore(-1)].map((day) => todayIn('Europe/Berlin', day))
  expect((await entriesOf('notes', { from, until })).join()).not.toContain('Calmer today.')
})

test('the text of a copy of a note on a session with several clients is not part of the export', async () => {
  const other = await connectClient(app, nora, ben)
  const sessionId = await insertCompletedSession(app, nora, clientId, dayBefore(3))
  await app.privileged.definer.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
    [sessionId, other],
  )
  const clients = [...people.clients, { id: other, accountId: ben.accountId }]
  const texts = { text: 'He raised his voice.', content: null, objectives: 'His temper', nextSteps: '' }
  const content = { ...texts, signedAt: null, addenda: [{ text: 'And later again.', at: dayBefore(2).toISOString() }] }
  await bringBack(sessionId, { 'session-note': { ...people, clients, content } })
  const words = (await entriesOf('notes')).join()
  for (const word of ['He raised his voice.', 'His temper', 'And later again.']) expect(words).not.toContain(word)
  expect(words).toContain('several clients')
})

test('a copy of the details of a client is exported with every field and contact, and with addresses of guardians if they are chosen', async () => {
  const contact = { name: 'Mia', phone: '+49 30 3', email: 'mia@attune.test', relationship: 'Mother' }
  const contacts = [{ id: randomUUID(), ...contact, isEmergency: false, isGuardian: true, isPayer: false }]
  const changed = {
    pronouns: 'she/her',
    firstName: 'Ida',
    lastName: 'Berg',
    address: '1 Long Lane',
    code: 'IB-7',
    emergencyName: 'Ole',
  }
  await bringBack(clientId, { profile: { ...people, content: { ...minimalClient, ...changed, contacts } } })
  const [present, copy] = await entriesOf('record', { withGuardianAddresses: true })
  expect(present).not.toContain('Ida Berg')
  for (const value of [...Object.values(contact), 'Ida Berg', '1 Long Lane', 'IB-7', 'Ole', 'Emergency contact'])
    expect(copy).toContain(value)
  expect(copy).toMatch(copyFact)
  const usual = (await entriesOf('record')).join()
  expect(usual).toContain('Mia')
  for (const address of [contact.phone, contact.email]) expect(usual).not.toContain(address)
})

test('a copy of a form is exported with its answers and who signed it, by the time of the signature', async () => {
  const sentAt = dayBefore(50).toISOString()
  const form = sampleContent({ title: 'Intake of then' })
  const signed = { content: form, version: 2, sentAt, signedAt: dayBefore(49).toISOString(), signerName: 'Ana Flores' }
  const field = form.fields.find(({ type }) => type === 'short-text')
  const answers = { [field?.id ?? '']: 'Call me Annie.' }
  await bringBack(randomUUID(), { form: { ...people, content: { ...signed, answers } } })
  const words = (await entriesOf('forms')).join()
  for (const word of ['Intake of then', 'Call me Annie.', 'Ana Flores', 'Signed on']) expect(words).toContain(word)
  expect(words).toMatch(copyFact)
  const [from, until] = [dayBefore(30), dayBefore(-1)].map((day) => todayIn('Europe/Berlin', day))
  expect(await entriesOf('forms', { from, until })).toEqual([])
})

test('every copy is exported where there are more than one page of them', async () => {
  await app.privileged.definer.query(
    `insert into app.record_copy (therapist_id, kind, client_id, record_id, data_of, content)
     select $1, 'client-note', $2, $2, now() - interval '90 days' + hours * interval '1 hour', $3 from generate_series(1, 105) hours`,
    [nora.accountId, clientId, JSON.stringify({ text: 'One of many.', content: null })],
  )
  const found = (await entriesOf('private-notes')).filter((entry) => entry.includes('One of many.'))
  expect(found).toHaveLength(105)
})
