import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileLimits, uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import { makeVideo } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import type { ApiClient } from '../apps/server/src/testing/browser.ts'

type Uploader = { site: string; key: string; cookie: string; api: ApiClient }

const checkMilliseconds = 120_000
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Uploads the largest video that Attune accepts, in the pieces of the web app, and reads it back. Returns whether it is the same. */
export async function uploadThroughProxy(uploader: Uploader): Promise<boolean> {
  const bytes = makeVideo(fileLimits.video, 1)
  const id = randomUUID()
  const values = Object.entries({ id, name: 'film.mp4', kind: 'video' })
  const metadata = values.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',')
  const created = await tus(uploader, 'POST', '', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
  })
  if (created.status !== 201) return false
  for (let offset = 0; offset < bytes.length; offset += uploadChunkBytes) {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const piece = new Uint8Array(bytes.subarray(offset, offset + uploadChunkBytes))
    const sent = await tus(uploader, 'PATCH', `/${id}`, headers, piece)
    if (sent.status !== 204) return false
  }
  const back = await readBack(uploader, id)
  return back !== null && hash(back) === hash(bytes)
}

function tus(
  { site, key, cookie }: Uploader,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const common = { 'tus-resumable': '1.0.0', origin: site, 'x-attune-key': key, cookie }
  return fetch(`${site}/api/uploads${path}`, { method, headers: { ...common, ...headers }, ...(body && { body }) })
}

/** Reads a file once it is checked. Returns null if it is refused or not checked in time. */
async function readBack({ site, cookie, api }: Uploader, id: string): Promise<Uint8Array | null> {
  const end = performance.now() + checkMilliseconds
  while (performance.now() < end) {
    const [file] = (await api.file.mine({ ids: [id] })).items
    if (file?.state === 'refused' || file?.state === 'quarantined') return null
    if (file?.state === 'ready') {
      const { url } = await api.file.address({ id, variant: 'whole' })
      const answer = await fetch(site + url, { headers: { cookie } })
      return new Uint8Array(await answer.arrayBuffer())
    }
    await pause(200)
  }
  return null
}
