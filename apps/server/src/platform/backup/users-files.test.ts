import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FolderStore } from '../object-store/folder-store.ts'
import { sha256Of } from '../secrets/sha256.ts'
import { hashUsersFile, keepBucketFiles, listUsersFiles, openUsersFile } from './users-files.ts'

let folder = ''
/** Stands for a bucket: an object store that is not the data folder. */
let bucket: FolderStore
const [dataDir, users, data] = ['dataDir', 'users', 'data'].map((name) => () => join(folder, name)) as [
  () => string,
  () => string,
  () => string,
]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-users-'))
  for (const name of ['bucket', 'dataDir', 'users', 'data']) mkdirSync(join(folder, name))
  bucket = new FolderStore(join(folder, 'bucket'))
  for (const [key, content] of Object.entries({
    'whole/ab/ab1': 'letter',
    'thumbnails/ab/ab1.webp': 'small',
    'avatars/p/1.webp': 'face',
    'quarantine/cd/cd2': 'virus',
  }))
    await bucket.put(key, Readable.from([content]))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a backup lists the users’ files of a bucket with their hashes, and copies only the small ones to this disk', async () => {
  const kept = await keepBucketFiles(bucket, data())
  const files = await listUsersFiles(dataDir(), users(), ['age1'], kept)
  expect(files.map(({ path, size, sha256 }) => [path, size, sha256])).toEqual([
    ['files/whole/ab/ab1', 6, sha256Of('letter')],
    ['files/thumbnails/ab/ab1.webp', 5, sha256Of('small')],
  ])
  expect(readFileSync(join(data(), 'files/avatars/p/1.webp'), 'utf8')).toBe('face')
  expect(readFileSync(join(data(), 'files/quarantine/cd/cd2'), 'utf8')).toBe('virus')
  expect(existsSync(join(data(), 'files/whole'))).toBe(false)
})

test('the next backup reads only files of the bucket that are new or have changed', async () => {
  await listUsersFiles(dataDir(), users(), ['age1'], await keepBucketFiles(bucket, data()))
  await bucket.put('whole/ef/ef3', Readable.from(['new']))
  const kept = await keepBucketFiles(bucket, data())
  const read = vi.spyOn(bucket, 'get')
  const files = await listUsersFiles(dataDir(), users(), ['age1'], kept)
  expect(read.mock.calls.map(([key]) => key)).toEqual(['whole/ef/ef3'])
  expect(files).toHaveLength(3)
})

test('a file of a packed backup is read from its folder, or else from the bucket', async () => {
  mkdirSync(join(users(), 'files/whole/gh'), { recursive: true })
  writeFileSync(join(users(), 'files/whole/gh/gh4'), 'local')
  const place = { folder: users(), bucket }
  expect(await text(await openUsersFile(place, 'files/whole/gh/gh4'))).toBe('local')
  expect(await text(await openUsersFile(place, 'files/whole/ab/ab1'))).toBe('letter')
  expect(await hashUsersFile(place, 'files/whole/ab/ab1')).toBe(sha256Of('letter'))
  expect(await hashUsersFile(place, 'files/whole/ab/none')).toBeNull()
  expect(await hashUsersFile({ folder: users() }, 'files/whole/ab/ab1')).toBeNull()
})
