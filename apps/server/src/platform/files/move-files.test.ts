import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testSecrets } from '../../testing/database/database.ts'
import { startS3Double, type S3Double } from '../object-store/s3-double.testing.ts'
import { S3Store } from '../object-store/s3-store.ts'
import { openFilesBucket, type FilePlaces } from './file-objects.ts'
import { filesBucketName, isBucketUsable, listUserObjects, readFilePlace, requireFilePlace } from './file-place.ts'
import { moveFiles } from './move-files.ts'

let double: S3Double
let places: FilePlaces & { filesBucket: NonNullable<FilePlaces['filesBucket']> }
let prefix = 0

beforeAll(async () => {
  double = await startS3Double()
})
afterAll(() => double.stop())
beforeEach(() => {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-move-'))
  const filesBucket = { ...double.settings, prefix: `practice-${prefix++}/` }
  places = { dataDir, filesBucket, filesLocalHosts: [double.localHost] }
})
afterEach(() => {
  vi.restoreAllMocks()
  double.behave('normal')
  rmSync(places.dataDir, { recursive: true })
})

const contents = { 'whole/ab/1': 'letter', 'thumbnails/ab/1.webp': 'small', 'avatars/p/1.webp': 'face' }
const bucket = () => openFilesBucket(places) as S3Store
const withoutBucket = () => ({ ...places, filesBucket: null })
const start = (with_: FilePlaces = places) => requireFilePlace(with_, testSecrets)
const move = (to: 'bucket' | 'folder') => moveFiles(places, testSecrets, to)
const keysIn = async (objects: Parameters<typeof listUserObjects>[0]) =>
  (await listUserObjects(objects)).map(({ key }) => key).toSorted()

function fillFolder(): void {
  for (const [key, content] of Object.entries(contents)) {
    const path = join(places.dataDir, 'files', key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** Makes every bucket fail to store the object `key`. */
function failFor(key: string): void {
  const { put } = S3Store.prototype
  vi.spyOn(S3Store.prototype, 'put').mockImplementation(async function (this: S3Store, ...[other, body]) {
    if (other === key) throw new Error('the power is gone')
    return put.call(this, other, body)
  })
}

const inFolder = () =>
  readdirSync(join(places.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('files are moved to the bucket and back, and each start says where they are @slow', async () => {
  fillFolder()
  await expect(start()).rejects.toThrow('files are still in')
  expect(await move('bucket')).toBe(3)
  expect(inFolder()).toEqual([])
  expect(await keysIn(bucket())).toEqual(Object.keys(contents).toSorted())
  expect(await text(await bucket().get('whole/ab/1'))).toBe('letter')
  await start()
  await expect(start(withoutBucket())).rejects.toThrow(`The files are in ${filesBucketName(places.filesBucket)}`)
  const other = { ...places, filesBucket: { ...places.filesBucket, prefix: 'another/' } }
  await expect(start(other)).rejects.toThrow('Enter the former settings again')
  expect(await move('folder')).toBe(3)
  expect(inFolder()).toHaveLength(3)
  expect(await keysIn(bucket())).toEqual([])
  await start(withoutBucket())
})

test('an interrupted move is refused at the start, and continues where it was @slow', async () => {
  fillFolder()
  failFor('avatars/p/1.webp')
  await expect(move('bucket')).rejects.toThrow('the power is gone')
  vi.restoreAllMocks()
  expect(inFolder()).toHaveLength(3)
  await expect(start()).rejects.toThrow('npm run files:move -- --to bucket')
  await expect(start(withoutBucket())).rejects.toThrow('was interrupted')
  await expect(move('folder')).rejects.toThrow('Finish that first')
  const again = vi.spyOn(S3Store.prototype, 'put')
  expect(await move('bucket')).toBe(3)
  expect(again.mock.calls.map(([key]) => key)).toContain('avatars/p/1.webp')
  expect(again.mock.calls.map(([key]) => key)).not.toContain('whole/ab/1')
  expect(inFolder()).toEqual([])
  await start()
})

test('a copy that has the size but not the bytes of its file is replaced @slow', async () => {
  fillFolder()
  failFor('avatars/p/1.webp')
  await expect(move('bucket')).rejects.toThrow('the power is gone')
  vi.restoreAllMocks()
  await bucket().put('whole/ab/1', Readable.from(['LETTER']))
  await move('bucket')
  expect(await text(await bucket().get('whole/ab/1'))).toBe('letter')
})

test('files are not moved to a place that has files already @slow', async () => {
  fillFolder()
  await bucket().put('whole/cd/2', Readable.from(['other']))
  await expect(move('bucket')).rejects.toThrow('already files in')
  expect(readFilePlace(places.dataDir)).toEqual({ bucket: null, moving: null })
})

test('a bucket that anyone can read is refused', async () => {
  double.behave('public')
  await expect(start()).rejects.toThrow('Anyone can read')
  fillFolder()
  await expect(move('bucket')).rejects.toThrow('Anyone can read')
  expect(inFolder()).toHaveLength(3)
})

test('a bucket with the files of another practice is refused', async () => {
  await start()
  const stranger = { ...testSecrets, linkKey: 'another' }
  await expect(requireFilePlace(places, stranger)).rejects.toThrow('another practice')
})

test('a bucket that cannot be used ends the start with the reason', async () => {
  await start()
  expect(await isBucketUsable(places)).toBe(true)
  const wrong = { ...places, filesBucket: { ...places.filesBucket, secretAccessKey: 'wrong' } }
  await expect(start(wrong)).rejects.toThrow("Attune can't use")
  expect(await isBucketUsable(wrong)).toBe(false)
})

test('a bucket that confirms files and loses them keeps the files in the folder', async () => {
  fillFolder()
  await start(withoutBucket())
  const { put } = S3Store.prototype
  vi.spyOn(S3Store.prototype, 'put').mockImplementation(async function (this: S3Store, ...[key, body]) {
    return put.call(this, key, key === 'whole/ab/1' ? Readable.from(['LETTER']) : body)
  })
  await expect(move('bucket')).rejects.toThrow("didn't keep whole/ab/1")
  expect(inFolder()).toHaveLength(3)
})
