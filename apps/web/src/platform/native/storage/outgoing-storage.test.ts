import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftDatabase, type StoredOutgoing } from '../../offline/draft-database.ts'
import { importEncryptionKey } from '../../offline/encryption.ts'
import { ConnectionError, errorCode } from '../../api/errors.ts'
import { sendNowOrLater } from '../../outgoing/outgoing-changes.ts'
import { OutgoingQueue, outgoingQueue } from '../../outgoing/outgoing-queue.ts'
import { pendingChanges, type OutgoingChange } from '../../outgoing/outgoing-state.ts'
import { type OutgoingStore, setOutgoingStorage } from '../../outgoing/outgoing-store.ts'
import { FakeFiles } from './fake-files.testing.ts'
import { outgoingStorage } from './outgoing-storage.ts'

const account = '11111111-1111-4111-8111-111111111111'
let files: FakeFiles
let database: DraftDatabase
const queues: OutgoingQueue[] = []

/** Opens the stored changes as a new start of the app does. */
const start = () => outgoingStorage(files).open(account, database)

/** Returns a stored change. Its 'encrypted' bytes are simply the text. */
const change = (text: string): StoredOutgoing => ({
  account,
  attempted: false,
  refused: null,
  iv: new Uint8Array(12),
  bytes: new TextEncoder().encode(text).buffer,
})
const textOf = ({ bytes }: StoredOutgoing) => new TextDecoder().decode(bytes)
const textsOf = async (store: OutgoingStore) => (await store.outgoing(account)).map(textOf)
const numberOf = async (store: OutgoingStore, text: string) =>
  (await store.outgoing(account)).find((one) => textOf(one) === text)?.number ?? 0

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  files = new FakeFiles()
  database = await DraftDatabase.open()
})
afterEach(() => {
  queues.splice(0).forEach((queue) => queue.close())
  database.close()
  setOutgoingStorage(null)
  vi.restoreAllMocks()
})

test('waiting changes are in files of the app, in their order, and not in the database of the web view', async () => {
  const store = await start()
  vi.spyOn(Date, 'now').mockReturnValue(1_000)
  for (const text of ['one', 'two', 'three']) await store.addOutgoing(change(text), [])
  expect(await database.outgoing(account)).toEqual([])
  // The system has deleted the database of the web view.
  globalThis.indexedDB = new IDBFactory()
  expect(await textsOf(await start())).toEqual(['one', 'two', 'three'])
})

test('a number is not used twice, also after all changes were sent', async () => {
  const store = await start()
  vi.spyOn(Date, 'now').mockReturnValue(1_000)
  await store.addOutgoing(change('one'), [])
  const first = await numberOf(store, 'one')
  await store.discardOutgoing(first)
  expect([...files.files]).toEqual([])
  await store.addOutgoing(change('two'), [])
  expect(await numberOf(store, 'two')).toBeGreaterThan(first)
})

/** The queued texts before and after each step of `useApp`. */
const states = [
  [],
  ['one'],
  ['one', 'draft of two'],
  ['one', 'two'],
  ['one', 'two'],
  ['one', 'two', 'three'],
  ['two', 'three'],
  ['two', 'three'],
]

/** Runs the steps of a person and of the queue. Calls `onStep` after each step. */
async function useApp(onStep: () => void) {
  const store = await start()
  const steps = [
    () => store.addOutgoing(change('one'), []),
    () => store.addOutgoing(change('draft of two'), []),
    async () => store.addOutgoing(change('two'), [await numberOf(store, 'draft of two')]),
    async () => store.attemptOutgoing(await numberOf(store, 'one')),
    () => store.addOutgoing(change('three'), []),
    async () => store.discardOutgoing(await numberOf(store, 'one')),
    async () => store.saveOutgoing({ ...change('two'), number: await numberOf(store, 'two'), refused: 'CHANGED' }),
  ]
  for (const step of steps) {
    await step()
    onStep()
  }
}

test('if the app ends during any write, each change has its state before the step or after it', async () => {
  await useApp(() => {})
  const writes = files.steps
  for (let write = 0; write < writes; write++) {
    files = new FakeFiles()
    files.stepsLeft = write
    let done = 0
    await expect(
      useApp(() => done++),
      `write ${write}`,
    ).rejects.toThrow(/cannot store|the app has ended/)
    files.stepsLeft = null
    const store = await start()
    expect([states[done], states[done + 1]], `write ${write}`).toContainEqual(await textsOf(store))
    await store.addOutgoing(change('next'), [])
    expect((await textsOf(await start())).at(-1)).toBe('next')
  }
  expect(writes).toBe(10)
})

test('changes that an earlier build stored in the database of the web view are moved and sent first', async () => {
  for (const text of ['one', 'two']) await database.addOutgoing(change(text), [])
  for (const step of [0, 1]) {
    files.stepsLeft = step
    await start().catch(() => {})
    files.stepsLeft = null
  }
  const store = await start()
  await store.addOutgoing(change('three'), [])
  expect(await textsOf(store)).toEqual(['one', 'two', 'three'])
  expect(await database.outgoing(account)).toEqual([])
})

test('an update of the app reads the changes that the build before has stored', async () => {
  // Stored texts of format 1. They must not change, because devices may contain them.
  const stored = [
    [`outgoing/${account}/7.1`, { form: 1, iv: 'AAAAAAAAAAAAAAAA', bytes: 'b25l', attempted: false, refused: null }],
    [
      `outgoing/${account}/9.2`,
      { form: 1, iv: 'AAAAAAAAAAAAAAAA', bytes: 'dHdv', attempted: true, refused: 'CHANGED' },
    ],
    [`outgoing/${account}/9.3`, { form: 2, unknown: 'a later build has written this' }],
  ] as const
  for (const [path, row] of stored) files.files.set(path, JSON.stringify({ instead: [], ...row }))
  const store = await start()
  expect(await store.outgoing(account)).toEqual([
    { ...change('one'), number: 7 },
    { ...change('two'), number: 9, attempted: true, refused: 'CHANGED' },
  ])
  expect([...files.files.keys()]).toEqual(stored.map(([path]) => path))
})

/** Returns a queue that stores its changes in files, as it is opened at an app start. */
async function startQueue(send: (sent: OutgoingChange) => Promise<unknown>) {
  setOutgoingStorage(outgoingStorage(files))
  await database.saveKey(account, await importEncryptionKey(btoa('a'.repeat(32))))
  const queue = new OutgoingQueue(send)
  queues.push(queue)
  await queue.open(account)
  return queue
}
const entry = (id: string, text: string): OutgoingChange => ({
  path: ['journal', 'save'],
  input: { id, text },
  thing: `journal-${id}`,
})
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

test('the stored text of a change is encrypted', async () => {
  offline()
  const queue = await startQueue(async () => ({}))
  await queue.add(entry('a', 'afraid of flying'))
  expect(pendingChanges.get()).toMatchObject([{ input: { text: 'afraid of flying' } }])
  expect(JSON.stringify([...files.files])).not.toMatch(/afraid|journal/)
})

test('on a full device a change is refused in words, and what was stored before stays', async () => {
  offline()
  const queue = await startQueue(async () => ({}))
  await queue.add(entry('a', 'one'))
  files.isFull = true
  await expect(queue.add(entry('b', 'x'.repeat(50_000)))).rejects.toThrow('cannot store')
  files.isFull = false
  await queue.add(entry('c', 'three'))
  expect((await (await start()).outgoing(account)).length).toBe(2)
  expect(pendingChanges.get().map(({ thing }) => thing)).toEqual(['journal-a', 'journal-c'])
})

test('a full device tells the person that it could not store the change, and not that there is no connection', async () => {
  setOutgoingStorage(outgoingStorage(files))
  await database.saveKey(account, await importEncryptionKey(btoa('a'.repeat(32))))
  await outgoingQueue.open(account)
  queues.push(outgoingQueue)
  files.isFull = true
  const unreachable = () => Promise.reject(new ConnectionError('NETWORK_ERROR'))
  const failure = await sendNowOrLater(entry('a', 'one'), unreachable).catch((error: unknown) => errorCode(error))
  expect(failure).toBe('STORAGE_FULL')
})

test('20 texts of 50,000 characters wait and are sent once, in order @slow', async () => {
  const isOffline = offline()
  const texts = Array.from({ length: 20 }, (_, at) => `${at} ${'ü'.repeat(50_000)}`)
  const before = await startQueue(async () => ({}))
  for (const [at, text] of texts.entries()) await before.add(entry(String(at), text))
  before.close()
  isOffline.mockRestore()
  const sent: OutgoingChange[] = []
  const queue = await startQueue(async (one) => void sent.push(one))
  await queue.flush()
  expect(sent.map(({ input }) => (input as { text: string }).text)).toEqual(texts)
  expect(files.files.size).toBe(0)
})

test('a file of a waiting message is in files of the app until it is uploaded @slow', async () => {
  const recording = new Blob(['I slept badly. '.repeat(150_000)])
  const withFile = {
    path: ['message', 'send'] as const,
    input: {},
    thing: 'message-a',
    files: [{ id: 'voice', isUploaded: false, problem: null }],
  }
  const before = await startQueue(async () => ({}))
  await before.add(withFile, new Map([['voice', recording]]))
  files.files.set(`outgoing-files/${account}/unused/0`, 'cut off')
  before.close()
  const queue = await startQueue(async () => ({}))
  expect(await (await queue.files.read('voice'))?.text()).toBe(await recording.text())
  await expect.poll(() => [...files.files.keys()].filter((path) => path.includes('/unused/'))).toEqual([])
  await queue.settleFile(pendingChanges.get()[0]?.number ?? 0, 'voice', { isUploaded: true })
  await queue.flush()
  expect(files.files.size).toBe(0)
})

test('a file for which the device has no space stays in memory', async () => {
  const queue = await startQueue(async () => ({}))
  files.isFull = true
  await queue.files.add(new Map([['voice', new Blob(['bytes'])]]))
  expect(queue.files.isOnlyInMemory('voice')).toBe(true)
  expect(await (await queue.files.read('voice'))?.text()).toBe('bytes')
})

test('signing out deletes the changes of this account alone', async () => {
  offline()
  const queue = await startQueue(async () => ({}))
  await queue.add(entry('a', 'one'))
  files.files.set('outgoing/22222222-2222-4222-8222-222222222222/1.1', 'of another account')
  await queue.erase(account)
  expect([...files.files.values()]).toEqual(['of another account'])
  expect(pendingChanges.get()).toEqual([])
  expect(await textsOf(await start())).toEqual([])
})

test('a device that cannot delete a file does not keep the person from signing out', async () => {
  const queue = await startQueue(async () => ({}))
  files.removeFolder = () => Promise.reject(new Error('not permitted'))
  await expect(queue.erase(account)).resolves.toBeUndefined()
})
