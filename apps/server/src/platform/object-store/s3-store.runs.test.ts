import { isDeep } from '@attune/contract/common/runs.testing'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbound, type OutboundRequest } from '../outbound/outbound.ts'
import { ObjectMissingError } from './object-store.ts'
import { startS3Double, type S3Double } from './s3-double.testing.ts'
import type { S3Settings } from './s3-requests.ts'
import { S3Store } from './s3-store.ts'

let double: S3Double
let waited: number[] = []

beforeAll(async () => {
  double = await startS3Double()
})
afterAll(() => double.stop())
beforeEach(() => {
  double.behave('normal')
  double.requests.length = 0
  waited = []
})

const pause = async (milliseconds: number) => void waited.push(milliseconds)
const open = (other: Partial<S3Settings> = {}) =>
  new S3Store({ ...double.settings, ...other }, openOutbound({ localHosts: [double.localHost] }), pause)
const put = (store: S3Store, key: string, content: string | Buffer) => store.put(key, Readable.from([content]))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an object is read whole and in parts, listed by prefix, replaced and deleted @slow', async () => {
  const store = open()
  await put(store, 'files/ab/2', 'second')
  await put(store, 'files/aa/1', 'first')
  await put(store, 'log/1', 'log')
  expect(await text(await store.get('files/aa/1'))).toBe('first')
  expect(await text(await store.get('files/aa/1', { from: 1, to: 3 }))).toBe('irs')
  expect((await store.list('files/')).map(({ key, size }) => [key, size])).toEqual([
    ['files/aa/1', 5],
    ['files/ab/2', 6],
  ])
  await put(store, 'files/aa/1', 'again')
  expect(await text(await store.get('files/aa/1'))).toBe('again')
  await store.delete('files/aa/1')
  await store.delete('files/aa/1')
  expect(await store.head('files/aa/1')).toBeNull()
  await expect(store.get('files/aa/1')).rejects.toBeInstanceOf(ObjectMissingError)
})

test('an object that is stored beside the deletion of the last one of its folder is kept @slow', async () => {
  const store = open()
  for (let round = 0; round < 30; round++) {
    await put(store, `parts/${round}`, 'old')
    await Promise.all([store.delete(`parts/${round}`), put(store, `parts/${round + 1}`, 'new')])
    expect(await store.head(`parts/${round + 1}`), `round ${round}`).not.toBeNull()
  }
})

test.runIf(isDeep)('an object of several parts comes back with the same hash', async () => {
  const bytes = randomBytes(40 * 1024 ** 2)
  await open().put('database/large', Readable.from(pieces(bytes, 1_000_003)))
  expect(double.requests.filter((one) => one.includes('partNumber='))).toHaveLength(3)
  expect(hash(await buffer(await open().get('database/large')))).toBe(hash(bytes))
})

test('a list of more objects than one answer holds is complete', async () => {
  const store = open({ prefix: 'many/' })
  const keys = Array.from({ length: 10 }, (_, at) => `log/${at}`)
  for (const key of keys) await put(store, key, 'x')
  expect((await store.list('log/')).map(({ key }) => key)).toEqual(keys)
  expect(double.requests.filter((one) => one.includes('list-type=2'))).toHaveLength(4)
})

test('a file of this disk is stored and removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-file-'))
  writeFileSync(join(folder, 'draft'), 'content')
  await open().putFile('files/draft', join(folder, 'draft'))
  expect(await text(await open().get('files/draft'))).toBe('content')
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test('an empty object is stored', async () => {
  await open().put('log/empty', Readable.from([]))
  expect(await open().head('log/empty')).toMatchObject({ key: 'log/empty', size: 0 })
})

test.runIf(isDeep)('a stream that fails leaves the earlier object', async () => {
  const store = open()
  await put(store, 'files/kept', 'earlier')
  const large = randomBytes(33 * 1024 ** 2)
  const failing = Readable.from(
    (async function* () {
      yield* pieces(large, 1_000_000)
      throw new Error('the disk is gone')
    })(),
  )
  await expect(store.put('files/kept', failing)).rejects.toThrow('the disk is gone')
  expect(await text(await store.get('files/kept'))).toBe('earlier')
})

test('a wrong secret is reported as no access, without another attempt', async () => {
  const store = open({ secretAccessKey: 'wrong' })
  await expect(put(store, 'files/1', 'x')).rejects.toMatchObject({ problem: 'no-access' })
  expect(waited).toEqual([])
})

test('an unknown bucket is reported', async () => {
  await expect(open({ bucket: 'another' }).list('')).rejects.toMatchObject({ problem: 'no-bucket' })
})

test('a busy service is asked again four times, each after a longer pause', async () => {
  double.behave('busy')
  await expect(put(open(), 'files/1', 'x')).rejects.toMatchObject({ problem: 'busy' })
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('a service without space is reported as full, without another attempt', async () => {
  double.behave('full')
  await expect(put(open(), 'files/1', 'x')).rejects.toMatchObject({ problem: 'full' })
  expect(waited).toEqual([])
})

test('a service that does not answer in time is reported as unreachable', async () => {
  double.behave('mute')
  const requests = { timeoutMilliseconds: 50, pauses: [1] }
  const store = new S3Store(double.settings, openOutbound({ localHosts: [double.localHost] }), pause, { requests })
  await expect(store.head('files/1')).rejects.toMatchObject({ problem: 'unreachable' })
  expect(waited).toEqual([1])
})

test('with a key for encryption, each request about an object contains it, and no request about the bucket', async () => {
  const sent: { method: string; names: string[] }[] = []
  const outbound = {
    async request(_: string, { method, headers = {} }: OutboundRequest) {
      sent.push({ method, names: Object.keys(headers).filter((name) => name.includes('customer')) })
      return { status: 200, headers: { 'content-length': '1' }, body: Buffer.alloc(0) }
    },
  }
  const encryptionKey = randomBytes(32).toString('base64')
  const store = new S3Store({ ...double.settings, encryptionKey }, outbound, pause)
  await put(store, 'files/1', 'x')
  await store.delete('files/1')
  await store.list('')
  const names = ['algorithm', 'key', 'key-md5'].map((each) => `x-amz-server-side-encryption-customer-${each}`)
  expect(sent).toEqual([
    { method: 'PUT', names },
    { method: 'HEAD', names },
    { method: 'DELETE', names: [] },
    { method: 'GET', names: [] },
  ])
})

test('a service that confirms an object and does not store it is found out', async () => {
  double.behave('stores nothing')
  await expect(put(open(), 'files/never', 'x')).rejects.toMatchObject({ problem: 'not-stored' })
})

test('a bucket that strangers can read is public, and one that refuses them is not', async () => {
  expect(await open().isPublic()).toBe(false)
  double.behave('public')
  expect(await open().isPublic()).toBe(true)
  expect(await open().list('attune-probe')).toEqual([])
})

test('a bucket on a private address is refused unless the environment names its host', async () => {
  const store = new S3Store(double.settings, openOutbound(), pause)
  await expect(put(store, 'files/1', 'x')).rejects.toMatchObject({ problem: 'refused' })
  expect(double.requests).toEqual([])
})

function* pieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
