import 'fake-indexeddb/auto'
import { ORPCError } from '@orpc/client'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DraftDatabase } from '../offline/draft-database.ts'
import { importEncryptionKey } from '../offline/encryption.ts'
import { ConnectionError } from '../api/errors.ts'
import { onSent, pendingChanges, type OutgoingChange } from './outgoing-state.ts'
import { OutgoingQueue } from './outgoing-queue.ts'

type Answer = object | Error
const queues: OutgoingQueue[] = []
let sent: OutgoingChange[] = []
let answers: (change: OutgoingChange) => Answer

const offline = () => new ConnectionError('NETWORK_ERROR')
const refusal = (code: string, status: number, data?: object) => new ORPCError(code, { status, data })
const entry = (thing: string, text: string, more: object = {}): OutgoingChange => ({
  path: ['journal', 'save'],
  input: { id: thing, text, ...more },
  thing,
})
const texts = (changes: readonly OutgoingChange[]) => changes.map(({ input }) => (input as { text: string }).text)

/** Returns a queue that is opened as in a new tab. */
async function tab(account = 'ana') {
  const queue = new OutgoingQueue(async (change) => {
    const answer = answers(change)
    sent.push(change)
    if (answer instanceof Error) throw answer
    return answer
  })
  queues.push(queue)
  await queue.open(account)
  return queue
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  globalThis.indexedDB = new IDBFactory()
  sent = []
  answers = () => ({})
  const database = await DraftDatabase.open()
  for (const account of ['ana', 'leo'])
    await database.saveKey(account, await importEncryptionKey(btoa(account.padEnd(32, account))))
  database.close()
})
afterEach(() => {
  queues.splice(0).forEach((queue) => queue.close())
  vi.useRealTimers()
})

test('changes saved without a connection are sent once, in order, at the next visit', async () => {
  answers = offline
  const first = await tab()
  for (const text of ['one', 'two', 'three']) await first.add(entry(text, text))
  await first.flush()
  first.close()
  sent = []
  answers = () => ({})
  const later = await tab()
  await later.flush()
  expect(texts(sent)).toEqual(['one', 'two', 'three'])
  expect(pendingChanges.get()).toEqual([])
  later.close()
  await (await tab()).flush()
  expect(sent).toHaveLength(3)
})

test('waiting changes are stored encrypted, and another account does not see them', async () => {
  answers = offline
  await (await tab()).add(entry('a', 'afraid of flying'))
  const database = await DraftDatabase.open()
  const [stored] = await database.outgoing('ana')
  expect(new TextDecoder().decode(stored?.bytes)).not.toContain('afraid')
  expect(JSON.stringify(stored)).not.toContain('afraid')
  await tab('leo')
  expect(pendingChanges.get()).toEqual([])
  await database.erase('ana')
  expect(await database.outgoing('ana')).toEqual([])
  database.close()
})

test.each([
  ['a limit', 'TOO_MANY', 429],
  ['an overloaded server', 'UNAVAILABLE', 503],
])('the queue waits for the time that %s requests, and drops no change', async (_, code, status) => {
  const queue = await tab()
  answers = () => refusal(code, status, { retryAfterSeconds: 90 })
  await queue.add(entry('a', 'one'))
  await queue.add(entry('b', 'two'))
  await queue.flush()
  expect(texts(pendingChanges.get())).toEqual(['one', 'two'])
  sent = []
  answers = () => ({})
  await vi.advanceTimersByTimeAsync(89_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(() => texts(sent)).toEqual(['one', 'two'])
})

test('a change that is added while the queue ends its last look for changes is sent too', async () => {
  const queue = await tab()
  const late = [() => queue.add(entry('b', 'late'))]
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: async (_: string, work: () => Promise<void>) => {
        await work()
        await late.pop()?.()
      },
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await queue.add(entry('a', 'first'))
  await queue.flush()
  expect(texts(sent)).toEqual(['first', 'late'])
  expect(pendingChanges.get()).toEqual([])
})

test('a refused change keeps its text and holds back only the later changes of the same thing', async () => {
  answers = offline
  const queue = await tab()
  await queue.add(entry('a', 'refused'))
  await queue.add(entry('a', 'after the refused one'))
  await queue.add(entry('b', 'other'))
  await queue.flush()
  sent = []
  answers = ({ thing }) => (thing === 'a' ? refusal('CHANGED', 409) : {})
  await queue.flush()
  expect(texts(sent)).toEqual(['refused', 'other'])
  expect(pendingChanges.get().map(({ refused }) => refused)).toEqual(['CHANGED', null])
  expect(texts(pendingChanges.get())).toEqual(['refused', 'after the refused one'])
})

test('a newer save replaces the waiting one, but not one that the server may have', async () => {
  answers = offline
  const queue = await tab()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await queue.add({ ...entry('a', 'first', { version: 0 }), replaces: true })
  await queue.add({ ...entry('a', 'second', { version: 0 }), replaces: true })
  expect(texts(pendingChanges.get())).toEqual(['second'])
  vi.restoreAllMocks()
  await queue.flush()
  await queue.add({ ...entry('a', 'third', { version: 0 }), replaces: true })
  expect(texts(pendingChanges.get())).toEqual(['second', 'third'])
  sent = []
  answers = ({ input }) => ({ version: (input as { version: number }).version + 1 })
  await queue.flush()
  expect(sent.map(({ input }) => input)).toEqual([
    { id: 'a', text: 'second', version: 0 },
    { id: 'a', text: 'third', version: 1 },
  ])
})

test('a save that was stored while the one before was answered is based on the answered version', async () => {
  const queue = await tab()
  const base = { version: 0 }
  answers = ({ input }) => {
    const { text, version } = input as { text: string; version: number }
    return version === ['first', 'second', 'third'].indexOf(text) ? { version: version + 1 } : refusal('CHANGED', 409)
  }
  // The versions of the stored changes have been updated by then, and the change that was sent still counts as waiting.
  const later = ['second', 'third']
  onTestFinished(
    onSent(() => {
      const text = later.shift()
      if (text) void queue.add({ ...entry('a', text, base), replaces: true })
    }),
  )
  await queue.add({ ...entry('a', 'first', base), replaces: true })
  await vi.waitFor(async () => {
    await vi.runAllTimersAsync()
    expect(texts(sent)).toEqual(['first', 'second', 'third'])
  })
  await queue.flush()
  expect(pendingChanges.get()).toEqual([])
})

test('a save that was refused after a newer save had been stored does not hold back the newer one', async () => {
  let refuse = () => {}
  const queue = new OutgoingQueue(async (change) => {
    sent.push(change)
    if (sent.length === 1) await new Promise<void>((_, reject) => (refuse = () => reject(refusal('CHANGED', 409))))
    return {}
  })
  queues.push(queue)
  await queue.open('ana')
  await queue.add({ ...entry('a', 'one'), replaces: true })
  await expect.poll(() => sent).toHaveLength(1)
  await queue.add({ ...entry('a', 'one two'), replaces: true })
  refuse()
  await expect.poll(() => texts(sent)).toEqual(['one', 'one two'])
  await expect.poll(() => pendingChanges.get()).toEqual([])
})

test('without a login the queue keeps the changes until the person signs in', async () => {
  answers = () => refusal('NO_LOGIN', 401)
  const queue = await tab()
  await queue.add(entry('a', 'one'))
  await queue.flush()
  expect(pendingChanges.get().map(({ refused }) => refused)).toEqual([null])
})

test('thirty changes of a locked screen wait for the person, also those that an earlier version took for refused @slow', async () => {
  answers = () => refusal('SCREEN_LOCKED', 401)
  const queue = await tab()
  for (let number = 0; number < 30; number++) await queue.add(entry(`entry ${number}`, `text ${number}`))
  await queue.flush()
  expect(pendingChanges.get().map(({ refused }) => refused)).toEqual(Array(30).fill(null))
  const database = await DraftDatabase.open()
  for (const stored of await database.outgoing('ana'))
    await database.replaceOutgoing({ ...stored, refused: 'SCREEN_LOCKED' })
  database.close()
  queue.close()
  sent = []
  answers = () => ({})
  const next = await tab()
  await next.flush()
  expect(texts(sent)).toEqual(Array.from({ length: 30 }, (_, number) => `text ${number}`))
  expect(pendingChanges.get()).toEqual([])
})

test('discarding a refused change sends the later changes of the same thing', async () => {
  answers = ({ input }) => ((input as { text: string }).text === 'first' ? refusal('READ_ONLY', 409) : {})
  const queue = await tab()
  await queue.add(entry('chat', 'first'))
  await queue.flush()
  await queue.add(entry('chat', 'second'))
  await queue.flush()
  expect(texts(sent)).toEqual(['first'])
  await queue.discard(pendingChanges.get()[0]?.number ?? 0)
  await queue.flush()
  expect(texts(sent)).toEqual(['first', 'second'])
})
