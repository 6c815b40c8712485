import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileKind } from '@attune/contract/features/care/file/file'

export type InterruptedUpload = {
  /** Returns the current address of the server, which may change after a restart. */
  address(): string
  key: string
  cookie: string
  id: string
  name: string
  kind: FileKind
  bytes: Buffer
  chunk: number
  /** The byte positions at which the connection is cut. */
  cuts: number[]
}
export type InterruptedUploadOutcome = { cuts: number; lost: number; mostResent: number }

type Answer = { status: number; offset: number }
const timeoutMilliseconds = 900_000

/**
 * Uploads a file by the tus protocol while its connection is cut repeatedly and the server may be killed. Resumes at the offset that the
 * server reports.
 */
export async function uploadWithInterruptions(upload: InterruptedUpload): Promise<InterruptedUploadOutcome> {
  const { bytes, chunk, id } = upload
  const cuts = upload.cuts.toSorted((a, b) => a - b)
  const outcome: InterruptedUploadOutcome = { cuts: 0, lost: 0, mostResent: 0 }
  const end = Date.now() + timeoutMilliseconds
  let created = false
  let [offset, highest] = [0, 0]
  for (;;) {
    if (Date.now() > end) throw new Error(`the upload ${id} does not come to its end`)
    const state = await (created ? ask(upload, 'HEAD') : begin(upload)).catch(() => null)
    if (!state || state.status >= 500 || state.status === 423) {
      await pause(100)
      continue
    }
    if (state.status === 201) {
      created = true
      continue
    }
    if (state.status !== 200) throw new Error(`asked how far it is: ${state.status}`)
    offset = state.offset
    outcome.mostResent = Math.max(outcome.mostResent, highest - offset)
    if (offset === bytes.length) return outcome
    // Sends chunk after chunk until one fails.
    for (;;) {
      const to = Math.min(offset + chunk, bytes.length)
      const at = cuts.find((cut) => cut > offset && cut < to)
      if (at !== undefined) cuts.splice(cuts.indexOf(at), 1)
      highest = Math.max(highest, at ?? to)
      const answer = await ask(upload, 'PATCH', offset, bytes.subarray(offset, to), at && at - offset).catch(() => null)
      if (at !== undefined) outcome.cuts++
      else if (!answer) outcome.lost++
      if (answer?.status !== 204) break
      offset = answer.offset
      if (offset === bytes.length) break
    }
  }
}

const begin = (upload: InterruptedUpload) => ask(upload, 'POST')

/** Sends one request. With `cutAt`, cuts the connection after that many bytes of the body. */
function ask(
  { address, key, cookie, id, name, kind, bytes }: InterruptedUpload,
  method: 'POST' | 'HEAD' | 'PATCH',
  offset = 0,
  body?: Buffer,
  cutAt?: number,
): Promise<Answer> {
  const origin = address()
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const headers: Record<string, string> = { 'tus-resumable': '1.0.0', origin, 'x-attune-key': key, cookie }
  if (method === 'POST') {
    headers['upload-length'] = String(bytes.length)
    headers['upload-metadata'] = `id ${base64(id)},name ${base64(name)},kind ${base64(kind)}`
    headers['content-length'] = '0'
  }
  if (body) {
    headers['upload-offset'] = String(offset)
    headers['content-type'] = 'application/offset+octet-stream'
    headers['content-length'] = String(body.length)
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/uploads${method === 'POST' ? '' : `/${id}`}`, {
      method,
      headers,
      agent: false,
      timeout: 20_000,
    })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, offset: Number(answer.headers['upload-offset'] ?? Number.NaN) }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('the line is gone')))
    if (cutAt === undefined) sent.end(body)
    else sent.write(body?.subarray(0, cutAt), () => sent.destroy())
  })
}

/** Returns a video of `size` bytes. The content depends on the position and on `seed`. */
export function makeVideo(size: number, seed: number): Buffer {
  const box = (name: string, length: number) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(length)
    head.write(name, 4, 'latin1')
    return head
  }
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(12)])
  const nest = (name: string, content: Buffer) => Buffer.concat([box(name, content.length + 8), content])
  const tail = nest('moov', nest('trak', nest('mdia', nest('hdlr', handler))))
  const head = Buffer.concat([box('ftyp', 20), Buffer.from('isom\0\0\x02\0isom', 'latin1')])
  const filling = Buffer.alloc(size - head.length - tail.length - 8)
  let state = seed || 1
  for (let at = 0; at + 4 <= filling.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    filling.writeUInt32LE(state, at)
  }
  return Buffer.concat([head, box('mdat', filling.length + 8), filling, tail])
}
