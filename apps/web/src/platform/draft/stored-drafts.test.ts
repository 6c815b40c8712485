import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromBase64 } from '../base64.ts'
import { DraftDatabase } from '../offline/draft-database.ts'
import { importEncryptionKey } from '../offline/encryption.ts'
import { DraftStore } from './drafts.ts'

/** A row and an item as an earlier build stored them. They must not change, because devices still have such rows and items. */
const row = {
  account: 'ana',
  name: 'note-1',
  writer: 'w',
  at: 1,
  iv: 'GMdp3t8+Is71y57m',
  bytes: 'GKlmG7YnhfZZmdO6Msn4K+nZ8Q+q9KoGsm5AeQs6seRS3Jf8fHVOghfSxeWbfXfy',
}
const item = {
  key: 'attune-draft ana w',
  text:
    'B5Clx7Xf7x8hy7+JrG6yWqBIi1apDV9+O+p2wk+tcVuY2U3NGYvXs7wmnySf3+HBieCWxHsGtCbiNIaS.3/ZaaR6v3D0r72viPcJ5wZLXo2n6mKE5/32DRsyFeOH' +
    '+lL8vcfEhGn77XOxOfV/Oz/HsFMHww1dW72Lp9gW6JIi9mtN1/0izH1lGAa9pqX0XnCxseIPJUQ6JaIGWRqm23lfAv20OOj+nPsPL4bFpVcmcVqcPFNY85XA8Zl' +
    'MWrA==',
}
const [earlier, latest] = ['Slept bad', 'Slept badly again'].map((text) => ({ text, version: 1 }))

const accountKey = btoa('k'.repeat(32))

beforeEach(async () => {
  localStorage.clear()
  globalThis.indexedDB = new IDBFactory()
  const database = await DraftDatabase.open()
  await database.saveKey('ana', await importEncryptionKey(accountKey))
  const bytes = new Uint8Array(fromBase64(row.bytes))
  await database.put({ ...row, iv: new Uint8Array(fromBase64(row.iv)), bytes: bytes.buffer }, [])
  database.close()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openedValues() {
  const drafts = new DraftStore(async () => accountKey)
  await drafts.open('ana')
  return drafts.versions('note-1').map(({ value }) => value)
}

test('a draft that an earlier build has encrypted in the database is read', async () => {
  expect(await openedValues()).toEqual([earlier])
})

test('a draft that an earlier build has encrypted in local storage is read, and replaces the earlier version', async () => {
  localStorage.setItem(item.key, item.text)
  expect(await openedValues()).toEqual([latest])
  expect(localStorage).toHaveLength(0)
})

test.each([1, 40, 200])(
  'an item of which the last %i characters are lost leaves the earlier version',
  async (count) => {
    localStorage.setItem(item.key, item.text.slice(0, -count))
    expect(await openedValues()).toEqual([earlier])
  },
)

test('a page waits for the drafts of a slow device, and opens after 10 seconds without storage that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const database = await DraftDatabase.open()
  vi.spyOn(DraftDatabase, 'open').mockImplementationOnce(
    () => new Promise((resolve) => setTimeout(() => resolve(database), 9_000)),
  )
  const slow = openedValues()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await slow).toEqual([earlier])

  vi.spyOn(DraftDatabase, 'open').mockReturnValueOnce(new Promise(() => {}))
  const silent = openedValues()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await silent).toEqual([])
})
