import 'fake-indexeddb/auto'
import { queuedChanges } from '@attune/contract/queued-changes.testing'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer } from '../../testing/render-page.tsx'
import { DraftDatabase } from '../offline/draft-database.ts'
import { encryptBytes, importEncryptionKey } from '../offline/encryption.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { type OutgoingChange, pendingChanges } from './outgoing-state.ts'
import { sendChange } from './outgoing-queue.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => vi.unstubAllGlobals())

test('what an earlier build has stored is sent to the same procedures with the same input', async () => {
  const changes = queuedChanges.map(({ stored }) => JSON.parse(stored) as OutgoingChange)
  const { calls } = mockServer({})
  const key = await importEncryptionKey(btoa('a'.repeat(32)))
  const database = await DraftDatabase.open()
  await database.saveKey('ana', key)
  for (const { stored } of queuedChanges) {
    const value = await encryptBytes(key, 'anaoutgoing', new TextEncoder().encode(stored))
    await database.addOutgoing({ account: 'ana', attempted: false, refused: null, ...value }, [])
  }
  database.close()
  const queue = new OutgoingQueue(sendChange)
  await queue.open('ana')
  await queue.flush()
  expect(calls.map(({ path, input }) => [path, input])).toEqual(
    changes.map(({ path, input }) => [path.join('/'), input]),
  )
  expect(pendingChanges.get()).toEqual([])
  queue.close()
})
