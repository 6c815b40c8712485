import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import { isDeep, runs } from '@attune/contract/common/runs.testing'
import { withBackupLock } from '../../../platform/backup/progress.ts'
import { startS3Double, type S3Double } from '../../../platform/object-store/s3-double.testing.ts'
import { S3Error } from '../../../platform/object-store/s3-requests.ts'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { makeVideo } from '../../../testing/faults/interrupted-uploads.ts'
import { storedKinds } from '../../../testing/files/stored-files.ts'
import {
  createUpload,
  fetchFile,
  jpegPicture,
  pdfOfSize,
  sendChunk,
  sendTusRequest,
  uploadFile,
  waitForCheckedFile,
} from '../../../testing/files/uploads.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import type { Person } from '../../../testing/people.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { runFileCleanup } from './file.cleanup.ts'

/** Two servers with one database and one bucket, and with different data folders. Only `app` runs jobs, such as the check of files. */
let app: TestApp
let second: TestApp
let double: S3Double
let ana: Person
beforeAll(async () => {
  double = await startS3Double()
  const config = { filesBucket: double.settings, filesLocalHosts: [double.localHost] }
  app = await createTestApp({ config })
  second = await createTestApp({ databaseUrl: app.databaseUrl, worker: false, config })
  ana = await app.person('client')
})
afterEach(() => double.behave('normal'))
afterAll(async () => {
  await second.close()
  await app.close()
  await double.stop()
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const offsetAt = async (server: TestApp, id: string) =>
  Number((await sendTusRequest(server, ana, 'HEAD', id)).headers.get('upload-offset'))
/** Returns the names of files in the data folder of a server that belong to a file. */
const onDiskOf = ({ config }: TestApp, id: string) =>
  readdirSync(join(config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(id))

const uploads = runs(6, 20)

test.runIf(isDeep)(
  `of ${uploads} uploads that move between two servers with different folders, each arrives whole, and of two writers at an offset one is refused`,
  async () => {
    for (let round = 0; round < uploads; round++) {
      const bytes = makeVideo(200_000, round + 1)
      const other = Buffer.alloc(100_000, 'x')
      const id = randomUUID()
      await createUpload(app, ana, { id, name: 'film.mp4', kind: 'video', bytes })
      expect((await sendChunk(app, ana, id, 0, bytes.subarray(0, 50_000))).status).toBe(204)
      expect(await offsetAt(second, id)).toBe(50_000)
      const answers = await Promise.all([
        sendChunk(app, ana, id, 50_000, bytes.subarray(50_000, 150_000)),
        sendChunk(second, ana, id, 50_000, other),
      ])
      const [first, late] = answers.map(({ status }) => status)
      expect([first, late].toSorted()).toEqual([204, 409])
      const winner = first === 204 ? bytes.subarray(50_000, 150_000) : other
      expect((await sendChunk(second, ana, id, 150_000, bytes.subarray(150_000))).status).toBe(204)
      const sent = Buffer.concat([bytes.subarray(0, 50_000), winner, bytes.subarray(150_000)])
      expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
      expect(hash(new Uint8Array(await (await fetchFile(app, ana, id)).arrayBuffer())), `round ${round}`).toBe(
        hash(sent),
      )
      await expect.poll(() => storedKinds(app, id)).toEqual(['whole'])
    }
  },
  120_000,
)

test('a picture is read on any server, whole, in a range and as a thumbnail, and no answer names the bucket @slow', async () => {
  const id = await uploadFile(second, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  const { size } = await waitForCheckedFile(ana, id)
  const { url } = await ana.api.file.address({ id, variant: 'whole' })
  expect(url.startsWith(`/api/files/${id}/whole?`)).toBe(true)
  const whole = await fetch(second.address + url, { headers: { cookie: ana.cookies() } })
  expect(Number(whole.headers.get('content-length'))).toBe(size)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await fetchFile(app, ana, id, 'whole', { range: 'bytes=10-19' })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
  expect((await fetchFile(app, ana, id, 'thumbnail')).headers.get('content-type')).toBe('image/webp')
  expect(JSON.stringify([...whole.headers, ...part.headers, url])).not.toMatch(/amz|practice|127\.0\.0\.1/)
  expect([...onDiskOf(app, id), ...onDiskOf(second, id)]).toEqual([])
})

test('an avatar is set on one server and served by the other [3.15]', async () => {
  const path = await app.avatars.put(ana.accountId, Buffer.from('a picture'))
  expect(await (await fetch(`${second.address}/avatars/${path}`)).text()).toBe('a picture')
  await second.avatars.removeAllExcept(ana.accountId, null)
  expect((await fetch(`${app.address}/avatars/${path}`)).status).toBe(404)
})

test.runIf(isDeep)('a journal is exported as PDF and as Markdown with the pictures of the bucket', async () => {
  const files = [await uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })]
  await waitForCheckedFile(ana, files[0] ?? '')
  await ana.api.journal.save(newJournalEntry('with a picture', { files }))
  for (const format of ['pdf', 'markdown'] as const) {
    const { url } = await ana.api.journal.exportAll({ as: format })
    const answer = await fetch(app.address + url, { headers: { cookie: ana.cookies() } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (format === 'pdf') expect(bytes.toString('latin1')).toContain('/Subtype /Image')
    else expect([...unzip(bytes).keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(1)
  }
  await expect.poll(() => readdirSync(join(app.config.dataDir, 'files', 'drafts'))).toEqual([])
})

test('deleting an account deletes its files in the bucket @slow', async () => {
  const mia = await app.person('client', 7)
  const id = await uploadFile(app, mia, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(mia, id)
  await expect.poll(() => storedKinds(app, id)).toEqual(['thumbnails', 'whole'])
  await app.privileged.definer.query('select def.erase_account($1)', [mia.accountId])
  await runFileCleanup(app)
  expect(await storedKinds(app, id)).toEqual([])
})

test('while a backup runs, no object is deleted from the bucket @slow', async () => {
  const id = await uploadFile(app, ana, { name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize(5000) })
  await waitForCheckedFile(ana, id)
  await expect.poll(() => storedKinds(app, id)).toEqual(['whole'])
  await ana.api.file.delete({ id })
  await withBackupLock(app.config.dataDir, app.clock.now(), () => runFileCleanup(app))
  expect(await storedKinds(app, id)).toEqual(['whole'])
  await runFileCleanup(app)
  expect(await storedKinds(app, id)).toEqual([])
})

async function begin(): Promise<{ id: string; bytes: Buffer }> {
  const [id, bytes] = [randomUUID(), pdfOfSize(5000)]
  await createUpload(app, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  return { id, bytes }
}

test.each([
  ['busy', 503],
  ['stores nothing', 503],
  ['full', 507],
] as const)('while the bucket is %s, a piece is refused and can be sent again @slow', async (behaviour, status) => {
  const { id, bytes } = await begin()
  double.behave(behaviour)
  expect((await sendChunk(app, ana, id, 0, bytes)).status).toBe(status)
  double.behave('normal')
  expect(await offsetAt(app, id)).toBe(0)
  expect((await sendChunk(app, ana, id, 0, bytes)).status).toBe(204)
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
})

test('an upload whose last piece was stored just before the bucket failed completes later @slow', async () => {
  const { id, bytes } = await begin()
  await sendChunk(app, ana, id, 0, bytes.subarray(0, 3000))
  const areStored = vi
    .spyOn(app.fileStore.parts, 'areStored')
    .mockRejectedValueOnce(new S3Error('unreachable', "The storage service can't be reached."))
  expect((await sendChunk(app, ana, id, 3000, bytes.subarray(3000))).status).toBe(503)
  areStored.mockRestore()
  expect(await offsetAt(app, id)).toBe(bytes.length)
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready' })
})

test.each(['asks for the offset', 'sends the last piece'])(
  'an upload whose parts a rule of the bucket has deleted begins again when the browser %s @slow',
  async (what) => {
    const { id, bytes } = await begin()
    await sendChunk(app, ana, id, 0, bytes.subarray(0, 3000))
    for (const { key } of await app.fileStore.objects.list(`parts/${id}.`)) await app.fileStore.objects.delete(key)
    if (what === 'sends the last piece')
      expect((await sendChunk(app, ana, id, 3000, bytes.subarray(3000))).status).toBe(409)
    expect(await offsetAt(app, id)).toBe(0)
    expect((await sendChunk(app, ana, id, 0, bytes)).status).toBe(204)
    expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
  },
)

test.runIf(isDeep)('while the bucket is busy, a file cannot be read for now, and texts can be saved', async () => {
  const id = await uploadFile(app, ana, { name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize(5000) })
  await waitForCheckedFile(ana, id)
  double.behave('busy')
  const answer = await fetchFile(app, ana, id)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  await ana.api.account.saveNames({ firstName: 'Clara', lastName: 'Winter' })
  double.behave('normal')
  expect((await fetchFile(app, ana, id)).status).toBe(200)
})

test.runIf(isDeep)('a file of several pieces of 8 MB comes back byte by byte', async () => {
  const bytes = makeVideo(2 * uploadChunkBytes + 1000, 3)
  const id = await uploadFile(second, ana, { name: 'film.mp4', kind: 'video', bytes })
  await waitForCheckedFile(ana, id)
  expect(hash(new Uint8Array(await (await fetchFile(app, ana, id)).arrayBuffer()))).toBe(hash(bytes))
})

test('a server whose bucket answers nothing useful stays in service, because all servers share it', async () => {
  double.behave('busy')
  const ready = await fetch(`${app.address}/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { ready: true, storage: 'ok' }])
})
