import { createHash, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVideo, uploadWithInterruptions } from '../../../testing/faults/interrupted-uploads.ts'
import {
  createUpload,
  openChunk,
  fetchFile,
  waitForCheckedFile,
  pdfOfSize,
  jpegPicture,
  sendChunk,
  uploadFile,
  sendTusRequest,
} from '../../../testing/files/uploads.ts'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { storedKinds } from '../../../testing/files/stored-files.ts'
import { checkFile } from './check/check.ts'
import { runFileCleanup } from './file.cleanup.ts'

/**
 * `app` and `second` are two servers with the same database and file directory. Only `app` runs jobs, such as the
 * check of files.
 */
let app: TestApp
let second: TestApp
let ana: Person
beforeAll(async () => {
  app = await createTestApp()
  const { databaseUrl, config } = app
  second = await createTestApp({ databaseUrl, worker: false, config: { dataDir: config.dataDir } })
  ana = await app.person('client')
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const kept = async (id: string) => hash(new Uint8Array(await (await fetchFile(app, ana, id)).arrayBuffer()))

test('bytes that arrive at another server after a file was checked do not change it @slow', async () => {
  const bytes = pdfOfSize(5000)
  const id = randomUUID()
  await createUpload(app, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  const late = openChunk(second, ana, id, 5000)
  const answered = once(late, 'response') as Promise<[IncomingMessage]>
  late.write(bytes.subarray(0, 10))
  // The second server is writing the bytes to its disk.
  await expect.poll(() => readdirSync(join(app.config.dataDir, 'files', 'drafts'))).toHaveLength(1)
  expect((await sendTusRequest(app, ana, 'HEAD', id)).headers.get('upload-offset')).toBe('0')
  expect((await sendChunk(app, ana, id, 0, bytes)).status).toBe(204)
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: 5000 })
  late.end(Buffer.alloc(4990, 'x'))
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(409)
  await expect.poll(() => storedKinds(app, id)).toEqual(['whole'])
  expect(await kept(id)).toBe(hash(bytes))
})

test('a piece whose connection breaks keeps the bytes that arrived @slow', async () => {
  const [id, bytes] = [randomUUID(), pdfOfSize(5_000_000)]
  await createUpload(app, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  const broken = openChunk(app, ana, id, bytes.length)
  broken.write(bytes.subarray(0, 3_000_000), () => broken.destroy())
  const offset = async () => Number((await sendTusRequest(second, ana, 'HEAD', id)).headers.get('upload-offset'))
  await expect.poll(offset).toBeGreaterThan(1_000_000)
  const arrived = await offset()
  expect((await sendChunk(second, ana, id, arrived, bytes.subarray(arrived))).status).toBe(204)
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
  expect(await kept(id)).toBe(hash(bytes))
})

test('an upload that continues at any server arrives completely @slow', async () => {
  const bytes = makeVideo(6 * 1024 * 1024, 7)
  const id = randomUUID()
  let asked = 0
  const outcome = await uploadWithInterruptions({
    address: () => (asked++ % 2 ? second : app).address,
    key: app.site.key(),
    cookie: ana.cookies(),
    id,
    name: 'film.mp4',
    kind: 'video',
    bytes,
    chunk: 1024 * 1024,
    cuts: Array.from({ length: 8 }, () => randomInt(1, bytes.length)),
  })
  expect(outcome.cuts).toBeGreaterThan(0)
  expect(asked).toBeGreaterThan(2)
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
  expect(await kept(id)).toBe(hash(bytes))
})

test('two servers that check one picture, concurrently or in turn, leave it intact and no other files @slow', async () => {
  const idle = await createTestApp({ worker: false })
  const beside = await createTestApp({
    databaseUrl: idle.databaseUrl,
    worker: false,
    config: { dataDir: idle.config.dataDir },
  })
  try {
    const leo = await idle.person('client')
    const id = await uploadFile(idle, leo, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
    const job = { fileId: id, accountId: leo.accountId }
    await Promise.all([checkFile(idle, job), checkFile(beside, job)])
    await checkFile(beside, job)
    const [file] = (await leo.api.file.mine({ ids: [id] })).items
    expect(file).toMatchObject({ state: 'ready', kind: 'image' })
    const whole = Buffer.from(await (await fetchFile(idle, leo, id)).arrayBuffer())
    expect(whole).toHaveLength(file?.size ?? 0)
    expect(readdirSync(join(idle.config.dataDir, 'files', 'drafts'))).toEqual([])
    expect(await storedKinds(idle, id)).toEqual(['thumbnails', 'whole'])
  } finally {
    await beside.close()
    await idle.close()
  }
})

test('leftovers of a killed check are deleted: at once for a deleted file, otherwise within hours', async () => {
  const id = randomUUID()
  // Simulates a file that is deleted and cleaned up while its check is running. The check has made the copy, but the
  // file is not yet recorded as ready.
  const copy = app.fileStore.newDraftPath(id)
  writeFileSync(copy, 'what was made')
  await app.fileStore.storeDraft('whole', id, copy)
  await checkFile(app, { fileId: id, accountId: ana.accountId })
  expect(await storedKinds(app, id)).toEqual([])

  const [old, fresh] = [app.fileStore.newDraftPath(id), app.fileStore.newDraftPath(id)]
  for (const path of [old, fresh]) writeFileSync(path, 'half of a picture')
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
  utimesSync(old, hoursAgo, hoursAgo)
  await runFileCleanup(app)
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
})
