import type { RecordCopyKind } from '@attune/contract/features/care/record-copy/record-copy.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openErasureLedger, readLedger } from '../../../platform/erasures/ledger.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { addRecordCopies, type RecordOfBackup } from './record-copy.ts'

const app = await startSharedApp({ worker: false })
const dataOf = new Date(app.clock.now().getTime() - 86_400_000)
const nothing: RecordOfBackup = {
  zone: null,
  isEntry: false,
  records: { 'session-note': null, 'client-note': null, profile: null, form: null },
}

type Pair = { therapist: Person; client: Person; clientId: string }
async function openPair(n: number): Promise<Pair> {
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  return { therapist, client, clientId: await connectClient(app, therapist, client) }
}
const peopleOf = ({ therapist, client, clientId }: Pair) => ({
  therapistId: therapist.accountId,
  clients: [{ id: clientId, accountId: client.accountId }],
})
const noteOf = (pair: Pair, text = 'Her own words.'): RecordOfBackup => ({
  ...nothing,
  records: { ...nothing.records, 'client-note': { ...peopleOf(pair), content: { text, content: null } } },
})
const bringBack = (recordId: string, backup: RecordOfBackup, of = dataOf) =>
  addRecordCopies(
    app.databaseUrl,
    { recordId, backup, dataOf: of, ledger: readLedger(app.config.secretsDir), secrets: app.secrets },
    app.clock.now(),
  )
const copiesOf = async ({ therapist, clientId }: Pair) =>
  (await therapist.api.recordCopy.notesOfClient({ clientId })).items
const added = (...kinds: RecordCopyKind[]) => ({ added: kinds, known: [] })

test('a note comes back as a copy with its date, and the present note stays @slow', async () => {
  const pair = await openPair(1)
  const { therapist, clientId } = pair
  const { version } = await therapist.api.note.openClient({ clientId })
  await therapist.api.note.saveClient({ clientId, text: 'Present.', version })
  expect(await bringBack(clientId, noteOf(pair))).toEqual(added('client-note'))
  const [copy] = await copiesOf(pair)
  expect(copy).toMatchObject({ dataOf: dataOf.toISOString(), copied: { text: 'Her own words.', content: null } })
  expect(await therapist.api.note.openClient({ clientId })).toMatchObject({ text: 'Present.' })
})

test('the same backup gives one copy, and another one gives a second @slow', async () => {
  const pair = await openPair(2)
  await bringBack(pair.clientId, noteOf(pair))
  expect(await bringBack(pair.clientId, noteOf(pair))).toEqual({ added: [], known: ['client-note'] })
  await bringBack(pair.clientId, noteOf(pair, 'Earlier.'), new Date(0))
  expect((await copiesOf(pair)).map(({ copied }) => copied.text)).toEqual(['Her own words.', 'Earlier.'])
})

test('the audit log and the access log of the client say that a record was brought back', async () => {
  const pair = await openPair(3)
  const { therapist, client, clientId } = pair
  await bringBack(clientId, noteOf(pair))
  const { rows } = await app.privileged.definer.query(
    `select action, thing, actor_role as role, after from app.audit where thing_id = $1 and action = 'restore'`,
    [clientId],
  )
  expect(rows).toMatchObject([
    { action: 'restore', thing: 'client-note', role: 'host', after: { data_of: dataOf.toISOString() } },
  ])
  expect(JSON.stringify(rows)).not.toContain('words')
  const { items } = await client.api.access.mine({ limit: 20 })
  expect(items).toMatchObject([{ thing: 'record-copy', reader: { id: therapist.accountId } }])
})

test('reading a copy is in the access log as reading a note', async () => {
  const pair = await openPair(4)
  await bringBack(pair.clientId, noteOf(pair))
  await copiesOf(pair)
  const { items } = await pair.client.api.access.mine({ limit: 20 })
  expect(items.map(({ thing }) => thing).toSorted()).toEqual(['note', 'record-copy'])
})

test('a therapist deletes a copy, and another therapist sees and deletes none', async () => {
  const pair = await openPair(5)
  const stranger = await app.person('therapist', 50)
  await bringBack(pair.clientId, noteOf(pair))
  const id = (await copiesOf(pair))[0]?.id ?? ''
  expect((await stranger.api.recordCopy.notesOfClient({ clientId: pair.clientId })).items).toEqual([])
  await expect(stranger.api.recordCopy.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await pair.therapist.api.recordCopy.delete({ id })
  expect(await copiesOf(pair)).toEqual([])
})

test('a note on a session comes back beside the note of the session', async () => {
  const pair = await openPair(6)
  const sessionId = await insertCompletedSession(app, pair.therapist, pair.clientId, dataOf)
  const content = { text: 'Calmer.', content: null, signedAt: null, addenda: [], objectives: 'Sleep', nextSteps: '' }
  const backup = { ...nothing, records: { ...nothing.records, 'session-note': { ...peopleOf(pair), content } } }
  expect(await bringBack(sessionId, backup)).toEqual(added('session-note'))
  expect((await pair.therapist.api.recordCopy.ofSession({ sessionId })).items).toMatchObject([{ copied: content }])
  await expect(bringBack(randomUUID(), backup)).rejects.toThrow("session of this note isn't in the practice")
})

test('an entry of a client’s journal is never brought back', async () => {
  const pair = await openPair(7)
  await expect(bringBack(randomUUID(), { ...noteOf(pair), isEntry: true })).rejects.toThrow('never brought back')
  expect(await copiesOf(pair)).toEqual([])
})

test('an id that the backup does not have changes nothing', async () => {
  await expect(bringBack(randomUUID(), nothing)).rejects.toThrow('has no note, record or form')
})

test('nothing of a client who ended the connection comes back @slow', async () => {
  const pair = await openPair(8)
  const { client, clientId } = pair
  const backup = noteOf(pair)
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  await expect(bringBack(clientId, backup)).rejects.toThrow('was erased or ended the connection')
  expect(await copiesOf(pair)).toEqual([])
})

test('nothing of a client who deleted the account comes back @slow', async () => {
  const pair = await openPair(9)
  const backup = noteOf(pair)
  await pair.client.api.login.deleteAccount({ password: pair.client.password })
  await expect(bringBack(pair.clientId, backup)).rejects.toThrow('was erased or ended the connection')
})

test('nothing of an account that only the list of erasures names comes back', async () => {
  const pair = await openPair(10)
  const ledger = openErasureLedger(app.config.secretsDir, app.secrets)
  ledger.record([{ kind: 'account', id: pair.client.accountId }]).confirm()
  await expect(bringBack(pair.clientId, noteOf(pair))).rejects.toThrow('was erased or ended the connection')
})

test('a record of a therapist who is not here is refused, as that of another practice', async () => {
  const pair = await openPair(11)
  const backup = noteOf(pair)
  const note = backup.records['client-note']
  if (note) note.therapistId = randomUUID()
  await expect(bringBack(pair.clientId, backup)).rejects.toThrow('another practice')
})

test('a record of a client whose record is gone is refused', async () => {
  const pair = await openPair(12)
  const backup = noteOf({ ...pair, clientId: randomUUID() })
  await expect(bringBack(pair.clientId, backup)).rejects.toThrow("client of this record isn't in the practice")
})

test('a copy stays in the record of a client who deleted the account, as the note does @slow', async () => {
  const pair = await openPair(13)
  await bringBack(pair.clientId, noteOf(pair))
  await pair.client.api.login.deleteAccount({ password: pair.client.password })
  expect((await copiesOf(pair)).map(({ copied }) => copied.text)).toEqual(['Her own words.'])
})

test('a record with a copy alone is not merged into another one, because the copy would be lost', async () => {
  const pair = await openPair(14)
  const { therapist, clientId } = pair
  const into = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: into, firstName: 'Ana', lastName: 'Flores', invite: false })
  await bringBack(clientId, noteOf(pair))
  const merged = therapist.api.client.merge({ id: clientId, into, command: randomUUID() })
  await expect(merged).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  expect(await copiesOf(pair)).toHaveLength(1)
})
