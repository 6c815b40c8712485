import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import type { File, FileKind } from '@attune/contract/features/care/file/file'
import type { TestApp } from '../app.ts'
import type { TestBrowser } from '../browser.ts'

type Sender = Pick<TestBrowser, 'cookies'>
export type TestUpload = { name: string; kind: FileKind; bytes: Buffer; id?: string; seconds?: number }

/** Sends one tus request as a browser does. If `person` is null, sends the request without a login. */
export function sendTusRequest(
  app: Pick<TestApp, 'address' | 'site'>,
  person: Sender | null,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  id: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return fetch(`${app.address}/api/uploads${method === 'POST' ? '' : `/${id}`}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      origin: app.address,
      'x-attune-key': app.site.key(),
      ...(person && { cookie: person.cookies() }),
      ...headers,
    },
    ...(body && { body: new Uint8Array(body) }),
  })
}

const metadataOf = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Creates an upload. `headers` are further headers of the request. */
export function createUpload(
  app: Pick<TestApp, 'address' | 'site'>,
  person: Sender | null,
  file: TestUpload & { id: string },
  length = file.bytes.length,
  headers: Record<string, string> = {},
) {
  const { id, name, kind, seconds } = file
  return sendTusRequest(app, person, 'POST', id, {
    'upload-length': String(length),
    'upload-metadata': metadataOf({ id, name, kind, ...(seconds !== undefined && { seconds: String(seconds) }) }),
    ...headers,
  })
}

export const sendChunk = (
  app: Pick<TestApp, 'address' | 'site'>,
  person: Sender | null,
  id: string,
  offset: number,
  bytes: Buffer,
) =>
  sendTusRequest(
    app,
    person,
    'PATCH',
    id,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
  )

/** Opens a request that sends `length` bytes of an upload from its start. The caller writes the bytes. */
export function openChunk(
  app: Pick<TestApp, 'address' | 'site'>,
  person: Sender,
  id: string,
  length: number,
): ClientRequest {
  const { hostname, port } = new URL(app.address)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
    origin: app.address,
    'x-attune-key': app.site.key(),
    cookie: person.cookies(),
  }
  const chunk = request({ hostname, port, method: 'PATCH', path: `/api/uploads/${id}`, headers })
  chunk.on('error', () => {})
  return chunk
}

/** Uploads a whole file and returns its id. */
export async function uploadFile(app: TestApp, person: Sender, file: TestUpload): Promise<string> {
  const id = file.id ?? randomUUID()
  expect((await createUpload(app, person, { ...file, id })).status).toBe(201)
  for (let at = 0; at < file.bytes.length; at += uploadChunkBytes) {
    expect((await sendChunk(app, person, id, at, file.bytes.subarray(at, at + uploadChunkBytes))).status).toBe(204)
  }
  return id
}

/** Resolves to the file once it is checked. */
export async function waitForCheckedFile(person: TestBrowser, id: string): Promise<File> {
  const seen = async () => (await person.api.file.mine({ ids: [id] })).items[0]
  return vi.waitFor(
    async () => {
      const file = await seen()
      if (!file || file.state === 'uploading' || file.state === 'checking') throw new Error(`it is ${file?.state}`)
      return file
    },
    { timeout: 120_000, interval: 100 },
  )
}

/** Returns a JPEG of one color. Width and height are in pixels. */
export const jpegPicture = (width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2f6b62' } })
    .jpeg()
    .toBuffer()

/** Returns a PDF of about `size` bytes. */
export function pdfOfSize(size = 600): Buffer {
  const head = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n',
  )
  const tail = Buffer.from(
    `xref\n0 1\n0000000000 65535 f \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n${head.length}\n%%EOF\n`,
  )
  const filling = Buffer.alloc(Math.max(size - head.length - tail.length - 2, 0))
  for (let at = 0; at < filling.length; at++) filling[at] = 32 + ((at * 7919) % 90)
  return Buffer.concat([head, Buffer.from('%'), filling, Buffer.from('\n'), tail])
}

/** Requests the address of a file, then fetches the file from this address. */
export async function fetchFile(
  app: TestApp,
  person: TestBrowser,
  id: string,
  variant: 'whole' | 'thumbnail' | 'download' = 'whole',
  headers: Record<string, string> = {},
) {
  const { url } = await person.api.file.address({ id, variant })
  return fetch(app.address + url, { headers: { cookie: person.cookies(), ...headers } })
}
