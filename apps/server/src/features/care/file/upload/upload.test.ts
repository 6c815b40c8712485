import { uploadChunkBytes, fileLimits } from '@attune/contract/features/care/file/file.rules'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  createUpload,
  fetchFile,
  waitForCheckedFile,
  pdfOfSize,
  jpegPicture,
  sendChunk,
  uploadFile,
  sendTusRequest,
} from '../../../../testing/files/uploads.ts'
import { storedKinds } from '../../../../testing/files/stored-files.ts'
import { startSharedApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'

let full = false
const app = await startSharedApp({ isDiskFull: async () => full })
const ana = await app.person('client')

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const offsetOf = async (id: string) => Number((await sendTusRequest(app, ana, 'HEAD', id)).headers.get('upload-offset'))

test('an uploaded picture is rotated upright, loses its metadata, and can be downloaded full size and as thumbnail @slow', async () => {
  const photo = await sharp(await jpegPicture(3000, 2000))
    .jpeg()
    .withExif({
      IFD0: { Orientation: '6', Copyright: 'Ana' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1' },
    })
    .toBuffer()
  const id = await uploadFile(app, ana, { name: 'Kitchen table.JPG', kind: 'image', bytes: photo })
  expect(await waitForCheckedFile(ana, id)).toMatchObject({
    state: 'ready',
    type: 'image/jpeg',
    hasThumbnail: true,
    refusal: null,
  })
  const whole = await fetchFile(app, ana, id)
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Kitchen table.JPG"; filename*=UTF-8''Kitchen%20table.JPG`,
  })
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  const seen = await sharp(Buffer.from(await whole.arrayBuffer())).metadata()
  expect(seen.exif).toBeUndefined()
  const small = await fetchFile(app, ana, id, 'thumbnail')
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(Math.max(...Object.values(await sizeOf(small)))).toBe(480)
  await expect.poll(() => storedKinds(app, id)).toEqual(['thumbnails', 'whole'])
})

async function sizeOf(answer: Response) {
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { width, height }
}

test('other files keep every byte regardless of the pieces in which they are sent, and can be downloaded in any range @slow', async () => {
  const bytes = pdfOfSize(300_000)
  const id = randomUUID()
  expect((await createUpload(app, ana, { id, name: 'Worksheet', kind: 'pdf', bytes })).status).toBe(201)
  let offset = 0
  for (const piece of [1, 70_000, 100_000, bytes.length]) {
    const answer = await sendChunk(app, ana, id, offset, bytes.subarray(offset, offset + piece))
    expect(answer.status).toBe(204)
    offset = Number(answer.headers.get('upload-offset'))
    expect(await offsetOf(id)).toBe(offset)
  }
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length, kind: 'pdf' })
  const answer = await fetchFile(app, ana, id, 'download')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Worksheet.pdf"/)
  expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes))
  const piece = await fetchFile(app, ana, id, 'whole', { range: 'bytes=1000-1999' })
  expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`])
  expect(Buffer.from(await piece.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
  expect((await fetchFile(app, ana, id, 'whole', { range: `bytes=${bytes.length}-` })).status).toBe(416)
  expect(await (await fetchFile(app, ana, id, 'whole', { range: 'bytes=-5' })).text()).toBe('%EOF\n')
})

test('creating an upload again with the same id continues the person’s own upload', async () => {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  expect((await createUpload(app, ana, file)).status).toBe(201)
  expect((await sendChunk(app, ana, file.id, 0, file.bytes.subarray(0, 2000))).status).toBe(204)
  const again = await createUpload(app, ana, file)
  expect([again.status, again.headers.get('location')]).toEqual([201, `/api/uploads/${file.id}`])
  expect(await offsetOf(file.id)).toBe(2000)
  expect((await createUpload(app, ana, file, 6000)).status).toBe(409)
  expect((await createUpload(app, await app.person('client', 2), file)).status).toBe(409)
})

test('an upload belongs to the account that created it: others get not found', async () => {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  await createUpload(app, ana, file)
  const leo = await app.person('client', 2)
  for (const method of ['HEAD', 'DELETE'] as const)
    expect((await sendTusRequest(app, leo, method, file.id)).status).toBe(404)
  expect((await sendChunk(app, leo, file.id, 0, file.bytes)).status).toBe(404)
  expect((await sendChunk(app, null, file.id, 0, file.bytes)).status).toBe(401)
  expect((await createUpload(app, null, { ...file, id: randomUUID() })).status).toBe(401)
  expect((await createUpload(app, await app.person('admin'), { ...file, id: randomUUID() })).status).toBe(403)
  const weak = await app.secondBrowser(await app.person('therapist'), 1)
  expect((await createUpload(app, weak, { ...file, id: randomUUID() })).status).toBe(401)
  expect(await offsetOf(file.id)).toBe(0)
  expect((await sendTusRequest(app, ana, 'HEAD', '..%2f..%2fsecrets')).status).toBe(404)
})

test('a file keeps its declared length: headers that would declare it later or in parts are refused', async () => {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  for (const header of ['upload-defer-length', 'upload-concat'])
    expect((await createUpload(app, ana, file, 5000, { [header]: '1' })).status).toBe(400)
  expect((await createUpload(app, ana, file)).status).toBe(201)
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  for (const length of ['5000', '6000', '-1', 'x']) {
    const answer = await sendTusRequest(app, ana, 'PATCH', file.id, { ...headers, 'upload-length': length }, file.bytes)
    expect(answer.status).toBe(400)
  }
  expect(await offsetOf(file.id)).toBe(0)
  expect((await sendChunk(app, ana, file.id, 0, file.bytes)).status).toBe(204)
})

test.each(['?/', '?from=/', '#/', '/?/'])(
  'only the path identifies an upload: %s<id> appended to it reaches no other upload @slow',
  async (behind) => {
    const leo = await app.person('client', 2)
    const [hers, his] = [randomUUID(), randomUUID()]
    for (const [person, id] of [
      [ana, hers],
      [leo, his],
    ] as const)
      await createUpload(app, person, { id, name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize(5000) })
    await sendChunk(app, ana, hers, 0, pdfOfSize(5000).subarray(0, 100))
    const ask = (method: string, headers: OutgoingHttpHeaders, body?: Buffer) =>
      askBarely(app, leo, method, `/api/uploads/${his}${behind}${hers}`, headers, body)
    const asked = await ask('HEAD', {})
    expect([0, undefined]).toContain(asked.offset)
    await ask(
      'PATCH',
      { 'upload-offset': '100', 'content-type': 'application/offset+octet-stream', 'content-length': 4 },
      Buffer.from('evil'),
    )
    expect((await sendTusRequest(app, ana, 'HEAD', hers)).headers.get('upload-offset')).toBe('100')
    const [part] = await app.fileStore.objects.list(`parts/${hers}.`)
    const stored = await buffer(await app.fileStore.objects.get(part?.key ?? ''))
    expect(stored.equals(pdfOfSize(5000).subarray(0, 100))).toBe(true)
  },
)

/** Sends a request with exactly this path. `fetch` would normalize the path. */
async function askBarely(
  to: TestApp,
  person: Person,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: Buffer,
) {
  const { hostname, port } = new URL(to.address)
  const own = {
    'tus-resumable': '1.0.0',
    origin: to.address,
    'x-attune-key': to.site.key(),
    cookie: person.cookies(),
  }
  const asking = request({ hostname, port, method, path, headers: { ...own, ...headers } })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  const offset = answer.headers['upload-offset']
  return { status: answer.statusCode, offset: offset === undefined ? undefined : Number(offset) }
}

test('of two requests that send the same piece one is accepted @slow', async () => {
  const bytes = pdfOfSize(4_000_000)
  const id = randomUUID()
  await createUpload(app, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  const answers = await Promise.all([sendChunk(app, ana, id, 0, bytes), sendChunk(app, ana, id, 0, bytes)])
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses[0]).toBe(204)
  expect([409, 423]).toContain(statuses[1])
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', size: bytes.length })
})

test('a cancelled upload is deleted with its bytes', async () => {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  await createUpload(app, ana, file)
  await sendChunk(app, ana, file.id, 0, file.bytes.subarray(0, 100))
  expect((await sendTusRequest(app, ana, 'DELETE', file.id)).status).toBe(204)
  expect((await sendTusRequest(app, ana, 'HEAD', file.id)).status).toBe(404)
  expect(await storedKinds(app, file.id)).toEqual([])
})

test.each([
  ['a picture of more than 10 MB', { kind: 'image' }, fileLimits.image + 1, 413],
  ['a PDF of more than 50 MB', { kind: 'pdf' }, fileLimits.pdf + 1, 413],
  ['a video of 100 MB', { kind: 'video' }, 100 * 1024 * 1024, 413],
  ['a sound of more than 25 MB', { kind: 'audio' }, fileLimits.audio + 1, 413],
  ['nothing', {}, 0, 400],
  ['another kind', { kind: 'zip' }, 10, 400],
  ['no name', { name: ' ' }, 10, 400],
  ['a name that is too long', { name: 'a'.repeat(201) }, 10, 400],
  ['an id that is none', { id: '../../../etc/passwd' }, 10, 400],
] as const)('%s is refused on creation [5.07]', async (_, wish, length, status) => {
  const file = { id: randomUUID(), name: 'a', kind: 'pdf' as const, bytes: Buffer.alloc(0), ...wish } as never
  expect((await createUpload(app, ana, file, length)).status).toBe(status)
})

test('a piece has at most 8 MB and must declare its length @slow', async () => {
  const id = randomUUID()
  await createUpload(app, ana, { id, name: 'a.mp4', kind: 'video', bytes: Buffer.alloc(0) }, 3 * uploadChunkBytes)
  expect((await sendChunk(app, ana, id, 0, Buffer.alloc(uploadChunkBytes + 1))).status).toBe(413)
  expect((await sendChunk(app, ana, id, 0, Buffer.alloc(uploadChunkBytes))).status).toBe(204)
  expect((await sendChunk(app, ana, id, 0, Buffer.alloc(10))).status).toBe(409)
  expect((await sendTusRequest(app, ana, 'DELETE', id)).status).toBe(204)
})

test('while the disk is nearly full, uploads are refused, but text can be saved', async () => {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  await createUpload(app, ana, file)
  full = true
  try {
    expect((await createUpload(app, ana, { ...file, id: randomUUID() })).status).toBe(507)
    expect((await sendChunk(app, ana, file.id, 0, file.bytes)).status).toBe(507)
    await ana.api.account.saveNames({ firstName: 'Clara', lastName: 'Winter' })
  } finally {
    full = false
  }
  expect((await sendChunk(app, ana, file.id, 0, file.bytes)).status).toBe(204)
})

test('the number of concurrent uploads per account is limited @slow', async () => {
  const mia = await app.person('client', 4)
  const one = () => createUpload(app, mia, { id: randomUUID(), name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize() })
  const replies = await Promise.all(Array.from({ length: 23 }, one))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
  for (const reply of refused) expect(await reply.json()).toMatchObject({ code: 'LIMIT_REACHED' })
})

test('no personal name is stored as a file name on disk', () => {
  const names = readdirSync(`${app.config.dataDir}/files`, { recursive: true }) as string[]
  expect(
    names.filter((name) =>
      /[^0-9a-f/.-]/.test(
        name.replace(/^(parts|drafts|whole|thumbnails|quarantine|avatars)/, '').replace(/\.webp$/, ''),
      ),
    ),
  ).toEqual([])
})
