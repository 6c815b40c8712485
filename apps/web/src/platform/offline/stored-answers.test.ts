import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftDatabase } from './draft-database.ts'
import { importEncryptionKey } from './encryption.ts'
import { discardStoredAnswers, readStoredAnswer, storeAnswers } from './stored-answers.ts'
import { forgetStoredPerson, storePerson, type StoredPerson } from './stored-person.ts'

const start = 1_800_000_000_000
const minutes = (count: number) => vi.setSystemTime(start + count * 60_000)

async function inDatabase<T>(work: (database: DraftDatabase) => Promise<T>): Promise<T> {
  const database = await DraftDatabase.open()
  return work(database).finally(database.close)
}
const saveKey = (account: string, letter: string) =>
  inDatabase(async (database) => database.saveKey(account, await importEncryptionKey(btoa(letter.repeat(32)))))

const store = (id: string, value: unknown, account = 'ana') =>
  storeAnswers(account, 'messages', new Map([[id, value]]), Date.now())
const read = async (id: string, account = 'ana') => (await readStoredAnswer(account, 'messages', id))?.value ?? null
const storedIds = (count: number) =>
  inDatabase(async (database) => {
    const ids = Array.from({ length: count }, (_, number) => `${number}`)
    const found = await Promise.all(ids.map((id) => database.answer('ana', 'senders', id)))
    return ids.filter((_, number) => found[number])
  })

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await saveKey('ana', 'a')
  await saveKey('leo', 'l')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('messages are stored encrypted for 5 minutes, and senders for an hour [9.08]', async () => {
  await store('talk', { text: 'afraid of flying' })
  await storeAnswers('ana', 'senders', new Map([['talk', { name: 'Leo' }]]), Date.now())
  const row = await inDatabase((database) => database.answer('ana', 'messages', 'talk'))
  expect(new TextDecoder().decode(row?.bytes) + JSON.stringify(row)).not.toContain('afraid')
  expect(await readStoredAnswer('ana', 'messages', 'talk')).toEqual({ value: { text: 'afraid of flying' }, at: start })
  minutes(4.99)
  expect(await read('talk')).toEqual({ text: 'afraid of flying' })
  minutes(5)
  expect(await read('talk')).toBeNull()
  await store('other', {})
  expect(await inDatabase((database) => database.answer('ana', 'messages', 'talk'))).toBeUndefined()
  minutes(59.99)
  expect(await readStoredAnswer('ana', 'senders', 'talk')).toMatchObject({ value: { name: 'Leo' } })
  minutes(60)
  expect(await readStoredAnswer('ana', 'senders', 'talk')).toBeNull()
})

test('of more than 1000 senders the oldest are deleted, and of more than 10 conversations the messages of the oldest [9.08] @slow', async () => {
  const senders = (from: number, to: number) =>
    new Map(Array.from({ length: to - from }, (_, number) => [`${from + number}`, { name: 'Leo' }]))
  await storeAnswers('ana', 'senders', senders(1, 1001), start + 1000)
  await storeAnswers('ana', 'senders', senders(0, 1), start)
  expect(await storedIds(1001)).not.toContain('0')
  await storeAnswers('ana', 'senders', senders(1, 3), start + 2000)
  await storeAnswers('ana', 'senders', senders(1001, 1003), start + 3000)
  const left = await storedIds(1003)
  expect([left.length, left.slice(0, 2), left.slice(-2)]).toEqual([1000, ['1', '2'], ['1001', '1002']])
  for (let number = 0; number < 11; number++) {
    minutes(number / 100)
    await store(`talk ${number}`, number)
  }
  expect([await read('talk 0'), await read('talk 1'), await read('talk 10')]).toEqual([null, 1, 10])
})

test('another account cannot read an answer, and its sign-in deletes it', async () => {
  await store('talk', 'hers')
  await store('talk', 'his', 'leo')
  expect([await read('talk'), await read('talk', 'leo')]).toEqual(['hers', 'his'])
  await storePerson({ login: { userId: 'leo' }, me: { id: 'leo' } } as StoredPerson)
  expect([await read('talk'), await read('talk', 'leo')]).toEqual([null, 'his'])
})

test('a sign-out or the end of the login deletes the answers, and nothing is stored after a sign-out [9.08]', async () => {
  await store('talk', 'words')
  await forgetStoredPerson()
  expect(await read('talk')).toBeNull()
  await store('talk', 'words')
  const row = await inDatabase((database) => database.answer('ana', 'messages', 'talk'))
  if (!row) throw new Error('no row')
  await inDatabase((database) => database.erase('ana'))
  // The write of an answer that arrives during the sign-out runs after the deletion.
  await inDatabase((database) => database.saveAnswers('ana', 'messages', [row], 10))
  await saveKey('ana', 'a')
  expect(await read('talk')).toBeNull()
})

test('answers of conversations that the person no longer has are deleted', async () => {
  await store('talk', 'words')
  await store('gone', 'words')
  await discardStoredAnswers('ana', (id) => id === 'talk')
  expect([await read('talk'), await read('gone')]).toEqual(['words', null])
})

test('another key, another build, a damaged row, another clock, and full or forbidden storage give no answer', async () => {
  await store('talk', 'words')
  minutes(-1)
  expect(await read('talk')).toBeNull()
  minutes(0)
  await saveKey('ana', 'x')
  expect(await read('talk')).toBeNull()
  await saveKey('ana', 'a')
  expect(await read('talk')).toBe('words')

  const script = document.head.appendChild(document.createElement('script'))
  script.type = 'module'
  script.setAttribute('src', '/assets/index-2.js')
  expect(await read('talk')).toBeNull()
  script.remove()

  const row = await inDatabase((database) => database.answer('ana', 'messages', 'talk'))
  if (!row) throw new Error('no row')
  const bytes = row.bytes.slice(1)
  await inDatabase((database) => database.saveAnswers('ana', 'messages', [{ ...row, bytes }], 10))
  expect(await read('talk')).toBeNull()

  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(store('full', 'words')).resolves.toBeUndefined()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  await expect(store('forbidden', 'words')).resolves.toBeUndefined()
  expect(await read('talk')).toBeNull()
})
