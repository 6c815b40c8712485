import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftDatabase } from '../../offline/draft-database.ts'
import { importEncryptionKey } from '../../offline/encryption.ts'
import { OutgoingQueue } from '../../outgoing/outgoing-queue.ts'
import { pendingChanges, type OutgoingChange } from '../../outgoing/outgoing-state.ts'
import { setOutgoingStorage } from '../../outgoing/outgoing-store.ts'
import { AppEnded, FakeFiles } from './fake-files.testing.ts'
import { outgoingStorage } from './outgoing-storage.ts'

const account = '11111111-1111-4111-8111-111111111111'
const kinds = [
  ['task', 'start'],
  ['task', 'complete'],
  ['journal', 'save'],
  ['message', 'send'],
] as const

/** 20 writes of a person: steps of a task, check-ins, entries of the journal and messages. */
const writes: OutgoingChange[] = Array.from({ length: 20 }, (_, at) => ({
  path: kinds[at % kinds.length] ?? kinds[0],
  input: { id: String(at), text: `Write ${at}`, version: 0 },
  thing: `thing-${at % 7}`,
}))

let files: FakeFiles

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  files = new FakeFiles()
  const database = await DraftDatabase.open()
  await database.saveKey(account, await importEncryptionKey(btoa('a'.repeat(32))))
  database.close()
})
afterEach(() => {
  setOutgoingStorage(null)
  vi.restoreAllMocks()
})

/** The server. Like the real procedures, it recognizes a write by its id and accepts it once. */
class Server {
  accepted: string[] = []
  send = async ({ input }: OutgoingChange) => {
    if (files.stepsLeft !== null && files.stepsLeft < 0) throw new AppEnded()
    const { id } = input as { id: string }
    if (!this.accepted.includes(id)) this.accepted.push(id)
    return { done: true }
  }
}

/** Starts the app and ends it during the given write to a file; null does not end it. */
async function run(server: Server, end: number | null, work: (queue: OutgoingQueue) => Promise<void>) {
  setOutgoingStorage(outgoingStorage(files))
  const queue = new OutgoingQueue(server.send)
  files.stepsLeft = end
  await queue.open(account)
  await work(queue).catch(() => {})
  await queue.flush()
  queue.close()
  files.stepsLeft = null
}

const ids = writes.map(({ input }) => (input as { id: string }).id)

test('20 writes of four kinds arrive once and in order, though the app ends 50 times while it stores and sends them', async () => {
  const server = new Server()
  const isOffline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let kills = 0
  // If a write was not stored, the person sees this after the restart and enters it again.
  for (let next = 0; next < writes.length; kills++) {
    const end = kills < 25 ? kills % 3 : null
    await run(server, end, async (queue) => {
      const stored = new Set(pendingChanges.get().map(({ input }) => (input as { id: string }).id))
      while (next < writes.length && stored.has(ids[next] ?? '')) next++
      for (; next < writes.length; next++) await queue.add(writes[next] as OutgoingChange)
    })
  }
  isOffline.mockRestore()
  for (; kills < 50; kills++) await run(server, kills % 4, async () => {})
  await run(server, null, async () => {})
  expect(server.accepted).toEqual(ids)
  expect(pendingChanges.get()).toEqual([])
  expect(files.files.size).toBe(0)
})

test('the app can end during every single write of a file while it sends', async () => {
  const before = new Server()
  const store = async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await run(before, null, async (queue) => {
      for (const write of writes) await queue.add(write)
    })
    vi.restoreAllMocks()
  }
  await store()
  const stored = new Map(files.files)
  files.steps = 0
  await run(new Server(), null, async () => {})
  const steps = files.steps
  for (let end = 0; end < steps; end++) {
    const server = new Server()
    files.files = new Map(stored)
    await run(server, end, async () => {})
    await run(server, null, async () => {})
    expect(server.accepted, `step ${end}`).toEqual(ids)
    expect(files.files.size, `step ${end}`).toBe(0)
  }
  // For each write: marking it as attempted writes one file and deletes the previous one, and the write itself is deleted afterwards.
  expect(steps).toBe(writes.length * 3)
})
