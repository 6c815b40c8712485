import type { FileId } from '@attune/contract/common/ids'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ObjectMissingError, type ObjectStore } from '../object-store/object-store.ts'
import { isUuid } from '../text/uuid.ts'

/**
 * The name of a part of an upload: its offset and its size in bytes, and a random number, so that two servers that receive the same bytes never
 * write to the same object. The row of the file lists the names of the parts that count.
 */
export type PartName = string

/** The prefix of the keys of all parts. */
const prefix = 'parts/'
/** The age in milliseconds at which a part counts as abandoned. An upload ends after 24 hours, so no row needs an older part. */
const abandonedMilliseconds = 48 * 60 * 60_000

/** Stores the parts of unfinished uploads: the bytes that one request brought. A stored part never changes. */
export type UploadParts = {
  /** Stores a draft as the part of an upload that begins at `offset`, and removes the draft. Returns the name of the part. */
  store(id: FileId, draft: string, bytes: { offset: number; size: number }): Promise<PartName>
  /** Whether all these parts are stored with their sizes. A rule of the bucket may have deleted parts of an upload. */
  areStored(id: FileId, names: readonly PartName[]): Promise<boolean>
  /** Writes the bytes of an upload to a new file. Returns false if a part is missing. */
  assemble(id: FileId, names: readonly PartName[], path: string): Promise<boolean>
  remove(id: FileId, names: readonly PartName[]): Promise<void>
  removeAll(id: FileId): Promise<void>
  /** Removes parts that no upload can need, for example parts that a killed server had stored but not recorded. */
  removeAbandoned(): Promise<void>
}

/** Returns the number of bytes that the parts of an upload contain. */
export function receivedBytes(names: readonly PartName[]): number {
  const last = names.at(-1)
  if (last === undefined) return 0
  const { offset, size } = boundsOf(last)
  return offset + size
}

function boundsOf(name: PartName): { offset: number; size: number } {
  const [, offset, size] = /^(\d{1,12})\.(\d{1,12})\.[0-9a-f]{16}$/.exec(name) ?? []
  if (offset === undefined || size === undefined) throw new Error('a part of an upload has an unknown name')
  return { offset: Number(offset), size: Number(size) }
}

export function openUploadParts(objects: ObjectStore): UploadParts {
  const keyOf = (id: FileId, name: PartName) => `${baseOf(id)}.${name}`
  return {
    async store(id, draft, { offset, size }) {
      const name = `${offset}.${size}.${randomBytes(8).toString('hex')}`
      await objects.putFile(keyOf(id, name), draft)
      return name
    },
    async areStored(id, names) {
      if (names.length === 0) return true
      const sizes = new Map((await objects.list(`${baseOf(id)}.`)).map(({ key, size }) => [key, size]))
      return names.every((name) => sizes.get(keyOf(id, name)) === boundsOf(name).size)
    },
    async assemble(id, names, path) {
      // Earlier versions stored an upload as one object. If such a version was stopped for an upgrade before it checked the file, this version finds
      // that object.
      const keys = names.length === 0 ? [baseOf(id)] : names.map((name) => keyOf(id, name))
      try {
        await pipeline(Readable.from(bytesOf(objects, keys)), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
        return true
      } catch (error) {
        if (error instanceof ObjectMissingError) return false
        throw error
      }
    },
    async remove(id, names) {
      for (const name of names) await objects.delete(keyOf(id, name))
    },
    async removeAll(id) {
      await objects.delete(baseOf(id))
      for (const { key } of await objects.list(`${baseOf(id)}.`)) await objects.delete(key)
    },
    async removeAbandoned() {
      const before = Date.now() - abandonedMilliseconds
      for (const { key, writtenAt } of await objects.list(prefix))
        if (writtenAt.getTime() < before) await objects.delete(key)
    },
  }
}

function baseOf(id: FileId): string {
  if (!isUuid(id)) throw new Error('an upload is named by the id of its file')
  return `${prefix}${id}`
}

async function* bytesOf(objects: ObjectStore, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await objects.get(key)) as AsyncIterable<Buffer>
}
