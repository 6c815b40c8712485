import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftDatabase } from '../offline/draft-database.ts'
import { importEncryptionKey } from '../offline/encryption.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { pendingChanges, withdrawn, type OutgoingChange } from './outgoing-state.ts'

const queues: OutgoingQueue[] = []
let sent: OutgoingChange[] = []

/** Returns a queue that is opened as in a new tab. */
async function tab() {
  const queue = new OutgoingQueue(async (change) => void sent.push(change))
  queues.push(queue)
  await queue.open('ana')
  return queue
}
const message = (text: string, files: string[] = []): OutgoingChange => ({
  path: ['message', 'send'],
  input: { text },
  thing: 'message-nora',
  files: files.map((id) => ({ id, isUploaded: false, problem: null })),
})
const texts = () => sent.map(({ input }) => (input as { text: string }).text)
const onlyNumber = () => pendingChanges.get()[0]?.number ?? 0
/** More than two parts of a stored file. */
const recording = new Blob(['I slept badly. '.repeat(300_000)])

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  sent = []
  const database = await DraftDatabase.open()
  await database.saveKey('ana', await importEncryptionKey(btoa('ana'.padEnd(32, 'ana'))))
  database.close()
})
afterEach(() => {
  queues.splice(0).forEach((queue) => queue.close())
  vi.restoreAllMocks()
})

test('a message waits for its files, and later messages of the conversation wait behind it @slow', async () => {
  const queue = await tab()
  await queue.add(message('With two files', ['a', 'b']), new Map([['a', recording]]))
  await queue.add(message('Second'))
  await queue.add({ ...message('Elsewhere'), thing: 'message-other' })
  await queue.flush()
  expect(texts()).toEqual(['Elsewhere'])
  await Promise.all([
    queue.settleFile(onlyNumber(), 'a', { isUploaded: true }),
    queue.settleFile(onlyNumber(), 'b', { isUploaded: true }),
  ])
  await queue.flush()
  expect(texts()).toEqual(['Elsewhere', 'With two files', 'Second'])
})

test('after a reload, the bytes of a waiting file are still on this device, encrypted, until they are uploaded @slow', async () => {
  const before = await tab()
  await before.add(message('A voice message', ['a']), new Map([['a', recording]]))
  before.close()
  const queue = await tab()
  expect(await (await queue.files.read('a'))?.text()).toBe(await recording.text())
  const database = await DraftDatabase.open()
  const stored = await database.fileParts('ana', 'a')
  expect(stored).toHaveLength(3)
  expect(stored.some(({ bytes }) => new TextDecoder().decode(bytes).includes('slept'))).toBe(false)
  await queue.settleFile(onlyNumber(), 'a', { isUploaded: true })
  expect(await database.fileParts('ana', 'a')).toEqual([])
  database.close()
})

test('a refused file refuses its message, whose text and files stay on this device @slow', async () => {
  const queue = await tab()
  await queue.add(message('See this', ['a']), new Map([['a', recording]]))
  await queue.settleFile(onlyNumber(), 'a', { problem: 'over-quota' })
  expect(pendingChanges.get()).toMatchObject([{ refused: 'FILE_REFUSED', files: [{ problem: 'over-quota' }] }])
  expect((await queue.files.read('a'))?.size).toBe(recording.size)
  await queue.discard(onlyNumber())
  expect(await queue.files.read('a')).toBeNull()
  expect(sent).toEqual([])
})

test('a message that waits for its files can be taken back @slow', async () => {
  const queue = await tab()
  await queue.add(message('Not like this', ['a']), new Map([['a', recording]]))
  await queue.withdraw(onlyNumber())
  await queue.settleFile(onlyNumber(), 'a', { isUploaded: true })
  await queue.flush()
  expect(pendingChanges.get().map(({ refused }) => refused)).toEqual([withdrawn])
  expect(sent).toEqual([])
})

test('a file for which the device has no space is sent from memory', async () => {
  const queue = await tab()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await queue.files.add(new Map([['a', recording]]))
  full.mockRestore()
  expect(queue.files.isOnlyInMemory('a')).toBe(true)
  expect((await queue.files.read('a'))?.size).toBe(recording.size)
})
