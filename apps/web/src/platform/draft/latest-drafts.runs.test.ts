import 'fake-indexeddb/auto'
import { runs } from '@attune/contract/common/runs.testing'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftDatabase } from '../offline/draft-database.ts'
import { DraftStore } from './drafts.ts'

const keys: Record<string, string> = { ana: btoa('a'.repeat(32)), leo: btoa('l'.repeat(32)) }

/** Returns the drafts of a tab in which a person is signed in and whose key is on this device. */
async function tab(account = 'ana') {
  const drafts = new DraftStore(async () => keys[account] ?? '')
  await drafts.open(account)
  await expect.poll(drafts.isPersistent).toBe(true)
  return drafts
}

const values = (drafts: DraftStore, name = 'note') => drafts.versions(name).map(({ value }) => value)
const items = () => Object.values(localStorage).join()
const isStored = () => expect.poll(items).toBe('')

/** Delays WebCrypto, as on a page that closes before the encryption has ended. Returns a function that removes the delay. */
function stopEncryption() {
  const encryption = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(() => new Promise(() => {}))
  return () => encryption.mockRestore()
}

/** Saves texts on a page that is closed immediately afterwards. */
function saveAndClose(drafts: DraftStore, ...texts: string[]) {
  const restore = stopEncryption()
  for (const text of texts) drafts.save('note', 'a', { text })
  drafts.flush()
  drafts.reset()
  restore()
}

beforeEach(() => {
  localStorage.clear()
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a page that is closed right after a key loses nothing, and local storage contains no readable text', async () => {
  saveAndClose(await tab(), 'afraid of fl', 'afraid of flying')
  expect(items()).not.toContain('afraid')
  expect(atob(items().split('.')[1] ?? '')).not.toContain('afraid')
  expect(values(await tab())).toEqual([{ text: 'afraid of flying' }])
  await isStored()
  expect(values(await tab())).toEqual([{ text: 'afraid of flying' }])
})

test('pages that are closed at random moments while a person types never lose the last key @slow', async () => {
  for (let run = 0; run < runs(20, 200); run++) {
    const page = await tab()
    const [newest] = page.versions('note')
    const before = (newest?.value as { text: string } | undefined)?.text ?? ''
    let text = before
    for (let left = 1 + Math.floor(Math.random() * 6); left > 0; left--) {
      text += String(run % 10)
      page.save('note', String(run), { text }, newest ? [newest.writer] : [])
      if (Math.random() < 0.3) page.flush()
      for (let turns = Math.floor(Math.random() * 8); turns > 0; turns--) await new Promise(setImmediate)
    }
    page.reset()
    const next = await tab()
    // A page that waited too long for the storage opens without the draft, which appears later.
    await expect.poll(() => values(next)[0]).toEqual({ text })
    next.reset()
  }
})

test('the status says that a text is stored as soon as it is typed, and never before @slow', async () => {
  const page = await tab()
  const heard: boolean[] = []
  page.subscribe(() => heard.push(page.isPersistent()))
  page.save('note', 'a', { text: 'one' })
  expect(page.isPersistent()).toBe(true)
  await isStored()
  expect(heard).toEqual([])

  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  page.save('note', 'a', { text: 'one and two' })
  expect(page.isPersistent()).toBe(false)
  page.flush()
  await expect.poll(page.isPersistent).toBe(true)
  full.mockRestore()
  page.reset()
  expect(values(await tab())).toEqual([{ text: 'one and two' }])
})

test('a version in local storage replaces neither a newer stored one nor that of another writer', async () => {
  const page = await tab()
  const restore = stopEncryption()
  page.save('note', 'a', { text: 'older' })
  restore()
  const older = Object.entries({ ...localStorage })
  page.save('note', 'a', { text: 'newer' })
  page.save('note', 'b', { text: 'another' })
  page.flush()
  await isStored()
  page.reset()
  for (const [key, text] of older) localStorage.setItem(key, text)
  expect(new Set(values(await tab()))).toEqual(new Set([{ text: 'newer' }, { text: 'another' }]))
  expect(items()).toBe('')
})

test('a version that replaces another one does so after the page was closed, too', async () => {
  const page = await tab()
  page.save('note', 'a', { text: 'one' })
  page.flush()
  await isStored()
  const next = await tab()
  const restore = stopEncryption()
  next.save('note', 'b', { text: 'one t' }, ['a'])
  next.flush()
  next.save('note', 'b', { text: 'one two' })
  next.reset()
  restore()
  expect(values(await tab())).toEqual([{ text: 'one two' }])
})

test('a draft that was sent or discarded does not return after its page was closed at once', async () => {
  const page = await tab()
  page.save('note', 'a', { text: 'one' })
  page.flush()
  await isStored()
  vi.spyOn(DraftDatabase.prototype, 'discard').mockReturnValueOnce(new Promise(() => {}))
  page.save('note', 'a', { text: 'one two' })
  page.discard('note', ['a'])
  page.reset()
  expect(await (await DraftDatabase.open()).holdsUnsent('leo')).toBe(false)
  expect(values(await tab())).toEqual([])
  expect(items()).toBe('')
})

test('a draft that was sent right after it was restored does not return in an earlier version', async () => {
  const page = await tab()
  page.save('note', 'a', { text: 'one' })
  page.flush()
  await isStored()
  page.reset()
  const next = await tab()
  next.save('note', 'b', { text: 'one two' }, ['a'])
  next.discard('note', ['b'])
  await isStored()
  next.reset()
  expect(values(await tab())).toEqual([])
})

test('a text that is changed back and typed again is restored as it was typed last', async () => {
  const page = await tab()
  page.save('note', 'a', { text: 'one' })
  page.discard('note', ['a'])
  saveAndClose(page, 'two')
  expect(values(await tab())).toEqual([{ text: 'two' }])
})

test('local storage belongs to an account: another one reads nothing, and only its own sign-out deletes it', async () => {
  saveAndClose(await tab('ana'), 'mine')
  const database = await DraftDatabase.open()
  expect(await database.holdsUnsent('ana')).toBe(true)
  const leo = await tab('leo')
  expect(leo.hasDrafts).toBe(false)
  await leo.erase('leo')
  expect(items()).not.toBe('')
  const ana = await tab('ana')
  expect(values(ana)).toEqual([{ text: 'mine' }])
  const restore = stopEncryption()
  ana.save('note', 'b', { text: 'more' })
  await ana.erase('ana')
  restore()
  expect(items()).toBe('')
  expect(values(await tab('ana'))).toEqual([])
})
