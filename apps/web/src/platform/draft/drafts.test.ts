import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftStore } from './drafts.ts'

/** The encryption keys on the server, one per account. */
const keys: Record<string, string> = { ana: btoa('a'.repeat(32)), leo: btoa('l'.repeat(32)) }
const keyOf = (account: string) => vi.fn(async () => keys[account] ?? Promise.reject(new Error('nobody')))

/** Returns the drafts of a tab in which a person is signed in. The stored drafts are loaded. */
async function tab(account = 'ana', key: () => Promise<string> = keyOf(account)) {
  const drafts = new DraftStore(key)
  await drafts.open(account)
  return drafts
}

const values = (drafts: DraftStore, name: string) => drafts.versions(name).map(({ value }) => value)
const expectStored = (drafts: () => Promise<DraftStore>, name: string, value: object) =>
  expect.poll(async () => values(await drafts(), name)).toEqual([value])

/** Returns all stored rows of the browser as text. */
async function storedContent() {
  const [db] = await new Promise<IDBDatabase[]>((resolve) => {
    const asked = indexedDB.open('attune')
    asked.onsuccess = () => resolve([asked.result])
  })
  const read = (store: string) =>
    new Promise<unknown[]>((resolve) => {
      const asked = db?.transaction(store).objectStore(store).getAll()
      if (asked) asked.onsuccess = () => resolve(asked.result)
    })
  const answer = { keys: await read('keys'), drafts: (await read('drafts')) as { bytes: ArrayBuffer }[] }
  db?.close()
  return answer
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => vi.restoreAllMocks())

test('a draft is restored at the next visit, and the stored bytes do not contain its text', async () => {
  const first = await tab()
  first.save('note', 'a', { text: 'afraid of flying' })
  first.flush()
  await expectStored(tab, 'note', { text: 'afraid of flying' })
  const { drafts, keys: found } = await storedContent()
  expect(drafts.map(({ bytes }) => new TextDecoder().decode(bytes)).join()).not.toContain('afraid')
  expect(JSON.stringify(drafts)).not.toContain('afraid')
  expect(found.map((key) => (key as CryptoKey).extractable)).toEqual([false])
})

test('the key is requested from the server once, until the sign-out', async () => {
  const ask = keyOf('ana')
  const first = await tab('ana', ask)
  first.save('note', 'a', { text: 'one' })
  first.flush()
  await expectStored(() => tab('ana', ask), 'note', { text: 'one' })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a draft is stored without a flush after a short time', async () => {
  const first = await tab()
  first.save('note', 'a', { text: 'o' })
  first.save('note', 'a', { text: 'one' })
  await expectStored(tab, 'note', { text: 'one' })
})

test('another account on this device cannot read a draft, and the draft remains for its own account', async () => {
  const ana = await tab('ana')
  ana.save('note', 'a', { text: 'mine' })
  ana.flush()
  await expectStored(tab, 'note', { text: 'mine' })
  const leo = await tab('leo')
  expect(leo.hasDrafts).toBe(false)
  leo.save('note', 'l', { text: 'his' })
  leo.flush()
  await expectStored(() => tab('leo'), 'note', { text: 'his' })
  await leo.erase('leo')
  expect(values(await tab('leo'), 'note')).toEqual([])
  expect(values(await tab('ana'), 'note')).toEqual([{ text: 'mine' }])
})

test('drafts are deleted when they are sent or the person signs out', async () => {
  const first = await tab()
  first.save('note', 'a', { text: 'one' })
  first.save('other', 'b', { text: 'two' })
  first.flush()
  await expectStored(tab, 'other', { text: 'two' })
  first.discard('note', ['a'])
  await expect.poll(async () => values(await tab(), 'note')).toEqual([])
  expect(first.hasDrafts).toBe(true)
  await first.erase('ana')
  expect(first.hasDrafts).toBe(false)
  expect(await storedContent()).toEqual({ keys: [], drafts: [] })
})

test('two tabs keep separate versions, newest first, each of which replaces only its base', async () => {
  const [one, two] = [await tab(), await tab()]
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1000)
  one.save('note', 'a', { text: 'first' })
  clock.mockReturnValue(2000)
  two.save('note', 'b', { text: 'second' })
  clock.mockRestore()
  one.flush()
  two.flush()
  await expect.poll(async () => values(await tab(), 'note')).toEqual([{ text: 'second' }, { text: 'first' }])
  const third = await tab()
  third.save('note', 'c', { text: 'second and more' }, ['b'])
  third.save('note', 'c', { text: 'second and more words' })
  third.flush()
  await expect
    .poll(async () => values(await tab(), 'note'))
    .toEqual([{ text: 'second and more words' }, { text: 'first' }])
})

test('a tab receives drafts from another tab, and its sign-out', async () => {
  const [one, two] = [await tab(), await tab()]
  one.save('note', 'a', { text: 'here' })
  one.flush()
  await expect.poll(() => values(two, 'note')).toEqual([{ text: 'here' }])
  await one.erase('ana')
  await expect.poll(() => two.hasDrafts).toBe(false)
})

test('after signing in again, text that is still on the page is stored again', async () => {
  const [one, two] = [await tab(), await tab()]
  two.save('note', 'b', { text: 'still here' })
  two.flush()
  await expect.poll(() => values(one, 'note')).toEqual([{ text: 'still here' }])
  await one.erase('ana')
  await expect.poll(async () => (await storedContent()).keys).toEqual([])
  expect(values(two, 'note')).toEqual([{ text: 'still here' }])
  await two.open('ana')
  await expectStored(tab, 'note', { text: 'still here' })
})

test('a draft encrypted with another key is not restored', async () => {
  const first = await tab()
  first.save('note', 'a', { text: 'one' })
  first.flush()
  await expectStored(tab, 'note', { text: 'one' })
  const encryption = await import('../offline/encryption.ts')
  const database = await (await import('../offline/draft-database.ts')).DraftDatabase.open()
  await database.saveKey('ana', await encryption.importEncryptionKey(btoa('x'.repeat(32))))
  expect((await tab()).hasDrafts).toBe(false)
})

test('where storage is forbidden or full, or the key is unavailable, drafts stay in memory and the page says so', async () => {
  const noKey = await tab('ana', () => Promise.reject(new Error('offline')))
  noKey.save('note', 'a', { text: 'one' })
  noKey.flush()
  await expect.poll(() => noKey.isPersistent()).toBe(false)
  expect(values(noKey, 'note')).toEqual([{ text: 'one' }])

  const full = await tab()
  await expect.poll(() => full.isPersistent()).toBe(true)
  const heard = vi.fn()
  full.subscribe(heard)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  full.save('note', 'a', { text: 'two' })
  full.flush()
  await expect.poll(() => full.isPersistent()).toBe(false)
  expect(heard).toHaveBeenCalled()
  expect(values(full, 'note')).toEqual([{ text: 'two' }])
  put.mockRestore()
  full.save('note', 'a', { text: 'three' })
  full.flush()
  await expect.poll(() => full.isPersistent()).toBe(true)

  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const forbidden = await tab()
  forbidden.save('note', 'a', { text: 'four' })
  forbidden.flush()
  expect(forbidden.isPersistent()).toBe(false)
  expect(values(forbidden, 'note')).toEqual([{ text: 'four' }])
  await forbidden.erase('ana')
  expect(forbidden.hasDrafts).toBe(false)
})

test('a write that ends after its account was left does not mark the drafts of the next account as not stored', async () => {
  const drafts = await tab()
  drafts.save('note', 'a', { text: 'afraid of flying' })
  drafts.flush()
  drafts.reset()
  // Once another tab has opened the database, the earlier write has ended.
  await tab('leo')
  expect(drafts.isPersistent()).toBe(true)
})
