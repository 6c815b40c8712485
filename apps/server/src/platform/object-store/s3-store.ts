import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Outbound } from '../outbound/outbound.ts'
import {
  ObjectMissingError,
  requireObjectKey,
  type ByteRange,
  type ObjectInfo,
  type ObjectStore,
} from './object-store.ts'
import { S3Error, type S3Limits, S3Requests, type S3Settings } from './s3-requests.ts'

/** Larger objects are uploaded in parts of this size, one part at a time in memory. S3 allows 10,000 parts. */
const partBytes = 16 * 1024 ** 2
/**
 * The limits of the requests, and the maximum number of bytes of an object that are in memory while it is read. The defaults are those of backups.
 */
export type S3ReadLimits = { requests?: S3Limits; readBytes?: number }

/** The number of objects above which `list` fails instead of requesting another page. A longer list belongs to another product or never ends. */
const maxObjects = 1_000_000
/** The key of the object that tests a bucket. */
const probeKey = 'attune-probe'

/**
 * Stores objects in a bucket of S3 or of a compatible service. After storing an object, compares its size with the size that the service reports.
 */
export class S3Store implements ObjectStore {
  readonly #requests: S3Requests
  readonly #prefix: string
  readonly #readBytes: number

  /** `pause` waits before a retry. */
  constructor(
    settings: S3Settings,
    outbound: Pick<Outbound, 'request'>,
    pause?: (milliseconds: number) => Promise<void>,
    { readBytes = partBytes, ...limits }: S3ReadLimits = {},
  ) {
    this.#prefix = settings.prefix
    this.#requests = new S3Requests(settings, outbound, pause, limits.requests)
    this.#readBytes = readBytes
  }

  async put(key: string, body: Readable): Promise<void> {
    requireObjectKey(key)
    const parts = partsOf(body)
    const first = await parts.next()
    const second = await parts.next()
    const start = first.done ? Buffer.alloc(0) : first.value
    let size = start.length
    if (second.done) await this.#requests.send({ method: 'PUT', key, body: start })
    else size = await this.#putParts(key, start, second.value, parts)
    const stored = await this.head(key)
    if (stored?.size !== size)
      throw new S3Error('not-stored', 'The storage service confirmed an object that it does not have as it was sent.')
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.put(key, createReadStream(path))
    await rm(path, { force: true })
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const found = await this.head(key)
    if (!found) throw new ObjectMissingError(key)
    const { from, to } = range ?? { from: 0, to: found.size - 1 }
    return Readable.from(this.#read(key, from, Math.min(to, found.size - 1)), { objectMode: false })
  }

  async head(key: string): Promise<ObjectInfo | null> {
    requireObjectKey(key)
    const { status, headers } = await this.#requests.send({ method: 'HEAD', key }, [404])
    if (status === 404) return null
    return { key, size: Number(headers['content-length']), writtenAt: new Date(headers['last-modified'] ?? 0) }
  }

  async list(prefix: string): Promise<ObjectInfo[]> {
    const found: ObjectInfo[] = []
    for (let after = ''; ;) {
      const query = { 'list-type': '2', prefix: this.#prefix + prefix, ...(after && { 'start-after': after }) }
      const answer = (await this.#requests.send({ method: 'GET', query })).body.toString('utf8')
      const page = entriesOf(answer)
      for (const { name, ...one } of page) found.push({ key: name.slice(this.#prefix.length), ...one })
      const last = page.at(-1)?.name ?? ''
      if (!/<IsTruncated>true<\/IsTruncated>/.test(answer) || last <= after) return found
      if (found.length > maxObjects) throw new S3Error('refused', 'The bucket has more objects than Attune can read.')
      after = last
    }
  }

  pathOf(): null {
    return null
  }

  async delete(key: string): Promise<void> {
    requireObjectKey(key)
    await this.#requests.send({ method: 'DELETE', key }, [404])
  }

  /** Whether anyone can list the bucket or read an object in it without a key. Stores an object for this test and deletes it afterwards. */
  async isPublic(): Promise<boolean> {
    await this.put(probeKey, Readable.from([Buffer.from('attune')]))
    try {
      const statuses = [
        await this.#requests.sendUnsigned({ method: 'GET', key: probeKey }),
        await this.#requests.sendUnsigned({ method: 'GET', query: { 'list-type': '2', prefix: this.#prefix } }),
      ]
      return statuses.some((status) => status < 300)
    } finally {
      await this.delete(probeKey)
    }
  }

  /** Stores an object in parts. Returns its size in bytes. If a part fails, cancels the upload and rethrows. */
  async #putParts(key: string, first: Buffer, second: Buffer, rest: AsyncGenerator<Buffer>): Promise<number> {
    const begun = await this.#requests.send({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(begun.body.toString('utf8'))?.[1]
    if (!uploadId) throw new S3Error('refused', 'The storage service began no upload.')
    const tags: string[] = []
    let size = 0
    const add = async (body: Buffer) => {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const { headers } = await this.#requests.send({ method: 'PUT', key, query, body })
      tags.push(String(headers['etag'] ?? '').replaceAll(/[^\w-]/g, ''))
      size += body.length
    }
    try {
      await add(first)
      await add(second)
      for await (const part of rest) await add(part)
      await this.#complete(key, uploadId, tags)
      return size
    } catch (error) {
      await this.#requests.send({ method: 'DELETE', key, query: { uploadId } }, [404]).catch(() => {})
      throw error
    }
  }

  async #complete(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${tag}"</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const answer = await this.#requests.send({ method: 'POST', key, query: { uploadId }, body })
    // S3 responds with 200 before it has assembled the parts, and may report an error in the body.
    if (/<Error>/.test(answer.body.toString('utf8')))
      throw new S3Error('not-stored', "The storage service couldn't put the parts of an object together.")
  }

  async *#read(key: string, from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at <= to; at += this.#readBytes) {
      const end = Math.min(to, at + this.#readBytes - 1)
      const headers = { range: `bytes=${at}-${end}` }
      const { status, body } = await this.#requests.send({ method: 'GET', key, headers, atMostBytes: this.#readBytes })
      if (status !== 206 || body.length !== end - at + 1)
        throw new S3Error('not-stored', 'The storage service returned another part of an object than was asked for.')
      yield body
    }
  }
}

/** Splits a stream into parts of `partBytes`; the last part may be shorter. */
async function* partsOf(body: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    let rest = Buffer.from(chunk as Uint8Array)
    while (length + rest.length >= partBytes) {
      const head = rest.subarray(0, partBytes - length)
      yield Buffer.concat([...chunks, head])
      rest = rest.subarray(head.length)
      chunks = []
      length = 0
    }
    if (rest.length > 0) chunks.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(chunks)
  return undefined
}

type Entry = { name: string; size: number; writtenAt: Date }

/** Parses the objects of a list. Keys of this product contain no characters that XML escapes. */
const entriesOf = (xml: string): Entry[] =>
  xml
    .split('<Contents>')
    .slice(1)
    .flatMap((one) => {
      const name = /<Key>([^<&]{1,1024})<\/Key>/.exec(one)?.[1]
      const size = /<Size>(\d{1,15})<\/Size>/.exec(one)?.[1]
      const writtenAt = /<LastModified>([^<]{1,40})<\/LastModified>/.exec(one)?.[1]
      return name && size && writtenAt ? [{ name, size: Number(size), writtenAt: new Date(writtenAt) }] : []
    })
