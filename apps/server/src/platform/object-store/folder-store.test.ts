import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderStore } from './folder-store.ts'
import { ObjectMissingError } from './object-store.ts'

let folder = ''
let store = new FolderStore('')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-store-'))
  store = new FolderStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (key: string, content: string) => store.put(key, Readable.from([content]))

test('an object is read whole and in parts, listed by prefix in the order of keys, replaced and deleted', async () => {
  await put('files/ab/2', 'second')
  await put('files/aa/1', 'first')
  await put('log/1', 'log')
  expect(await text(await store.get('files/aa/1'))).toBe('first')
  expect(await text(await store.get('files/aa/1', { from: 1, to: 3 }))).toBe('irs')
  expect((await store.list('files/')).map(({ key, size }) => [key, size])).toEqual([
    ['files/aa/1', 5],
    ['files/ab/2', 6],
  ])
  await put('files/aa/1', 'again')
  expect(await text(await store.get('files/aa/1'))).toBe('again')
  await store.delete('files/aa/1')
  await store.delete('files/aa/1')
  expect(await store.head('files/aa/1')).toBeNull()
  await expect(store.get('files/aa/1')).rejects.toBeInstanceOf(ObjectMissingError)
})

test('files and folders of the store are readable by their owner alone', async () => {
  await put('files/1', 'x')
  expect(statSync(join(folder, 'files')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'files', '1')).mode & 0o777).toBe(0o600)
})

test('a file of this disk is moved into the store', async () => {
  writeFileSync(join(folder, 'draft'), 'content')
  await store.putFile('files/1', join(folder, 'draft'))
  expect(await text(await store.get('files/1'))).toBe('content')
  expect(readdirSync(folder)).toEqual(['files'])
})

test('a stream that fails leaves the earlier object and no draft', async () => {
  await put('files/1', 'earlier')
  const failing = Readable.from(
    (async function* () {
      yield 'cut'
      throw new Error('the disk is gone')
    })(),
  )
  await expect(store.put('files/1', failing)).rejects.toThrow('the disk is gone')
  expect(await text(await store.get('files/1'))).toBe('earlier')
  expect(readdirSync(join(folder, 'files'))).toEqual(['1'])
})

test('drafts that a killed process left are deleted by prefix and age, and objects stay', async () => {
  await put('files/a/1', 'one')
  await put('files/b/2', 'two')
  const drafts = ['a/1.00aa11bb22cc.draft', 'b/2.00aa11bb22cc.draft'].map((name) => join(folder, 'files', name))
  for (const draft of drafts) writeFileSync(draft, 'half')
  utimesSync(drafts[1] ?? '', 1, 1)
  store.deleteDrafts('files/', new Date(2_000))
  expect(drafts.map((draft) => existsSync(draft))).toEqual([true, false])
  store.deleteDrafts('files/b/')
  expect(existsSync(drafts[0] ?? '')).toBe(true)
  store.deleteDrafts('files/a/1')
  expect(existsSync(drafts[0] ?? '')).toBe(false)
  store.deleteDrafts('absent/')
  expect((await store.list('')).map(({ key }) => key)).toEqual(['files/a/1', 'files/b/2'])
})

test.each(['../1', 'files/../../1', '/etc/passwd', '.hidden', 'a//b', 'a b', ''])(
  'the key %j is refused',
  async (key) => {
    await expect(put(key, 'x')).rejects.toThrow('is not allowed')
    await expect(store.head(key)).rejects.toThrow('is not allowed')
  },
)

test('a store whose disk is not mounted is an error and not empty', async () => {
  const absent = new FolderStore(join(folder, 'absent'))
  await expect(absent.list('')).rejects.toThrow('ENOENT')
  await expect(absent.list('files/')).rejects.toThrow('ENOENT')
  await expect(absent.put('files/1', Readable.from(['x']))).rejects.toThrow('ENOENT')
  expect(existsSync(join(folder, 'absent'))).toBe(false)
})

test('symbolic links in the store are neither read nor written through', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'attune-outside-'))
  writeFileSync(join(outside, 'secret'), 'secret')
  symlinkSync(outside, join(folder, 'link'))
  mkdirSync(join(folder, 'files'))
  symlinkSync(join(outside, 'secret'), join(folder, 'files', 'secret'))
  expect(await store.head('link/secret')).toBeNull()
  expect(await store.head('files/secret')).toBeNull()
  expect(await store.list('')).toEqual([])
  expect(await store.list('link/')).toEqual([])
  await expect(store.list('../')).rejects.toThrow('is not allowed')
  await expect(put('link/new', 'x')).rejects.toThrow('is not a folder')
  expect(readdirSync(outside)).toEqual(['secret'])
  rmSync(outside, { recursive: true })
})
