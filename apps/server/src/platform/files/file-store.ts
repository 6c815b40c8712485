import type { FileId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, ObjectMissingError, type ObjectStore } from '../object-store/object-store.ts'
import { isUuid } from '../text/uuid.ts'
import { filesFolder } from './file-objects.ts'
import { openUploadParts, type UploadParts } from './upload-parts.ts'

/** The server refuses uploads while the free share of the disk is smaller than this. Texts can still be saved. */
const leastFree = 0.1
/**
 * The warning about a full disk ends when the free share of the disk is larger than this. The value exceeds
 * `leastFree`, so that a single file does not switch the warning on and off.
 */
export const recoveredFreeShare = 0.12
/** The age in milliseconds at which a draft counts as abandoned. Processing a file never takes that long. */
const draftMilliseconds = 60 * 60_000

/** A form in which a file is stored. The server never serves an infected file from the quarantine. */
export type StoredForm = 'whole' | 'thumbnail' | 'quarantine'

/**
 * Stores uploaded files, in a folder or in a bucket. The key of a file contains only its id, never a name or path from a user. Files that are being
 * processed are drafts on the disk of this server.
 */
export type FileStore = {
  /** The objects of all files, and of the avatars. */
  objects: ObjectStore
  /** The parts of unfinished uploads. */
  parts: UploadParts
  /** Returns a new, unique path on this disk for a file that is being processed, so that two processes never write to the same path. */
  newDraftPath(id: FileId): string
  /** Stores a complete draft as a form of a file, so that it survives a power loss, and removes the draft. */
  storeDraft(form: StoredForm, id: FileId, draft: string): Promise<void>
  /** Returns the size of a file in bytes; null if it is not stored in this form. */
  sizeOf(form: StoredForm, id: FileId): Promise<number | null>
  /** Returns the content of a file, or only the bytes in `range`; null if the file is not stored in this form. */
  read(form: StoredForm, id: FileId, range?: ByteRange): Promise<Readable | null>
  /**
   * Returns the path of a file on this disk, for a program that reads only files; null if the file is not stored in this form. If the path is a copy,
   * the reader removes it.
   */
  localPath(form: StoredForm, id: FileId): Promise<{ path: string; isCopy: boolean } | null>
  /** Removes one form of a file. */
  removeForm(form: StoredForm, id: FileId): Promise<void>
  /** Removes a file in all its forms: upload, processed file, thumbnail and quarantined file. */
  remove(id: FileId): Promise<void>
  /**
   * Whether less than `share` of the disk is free. The default share is one tenth. Uploads and checks need this disk even if the files are in a
   * bucket.
   */
  isDiskFull(share?: number): Promise<boolean>
  /** Returns the free bytes of the disk and its free share, from 0 to 1. */
  freeSpace(): Promise<{ bytes: number; share: number }>
  /** Removes drafts that are older than `draftMilliseconds`, and parts that no upload needs. */
  clearDrafts(): Promise<void>
}

const forms: readonly StoredForm[] = ['whole', 'thumbnail', 'quarantine']

/** Returns the key of a form of a file. */
export function fileObjectKey(form: StoredForm, id: FileId): string {
  if (!isUuid(id)) throw new Error('a file is named by its id')
  const start = id.slice(0, 2)
  if (form === 'thumbnail') return `thumbnails/${start}/${id}.webp`
  return `${form}/${start}/${id}`
}

export function openFileStore(
  dataDir: string,
  objects: ObjectStore,
  isFull?: (share?: number) => Promise<boolean>,
): FileStore {
  const root = join(dataDir, filesFolder)
  const drafts = join(root, 'drafts')
  mkdirSync(drafts, { recursive: true, mode: 0o700 })
  const parts = openUploadParts(objects)
  return {
    objects,
    parts,
    ...formsIn(objects),
    newDraftPath(id) {
      if (!isUuid(id)) throw new Error('a draft is named by the id of its file')
      return join(drafts, `${id}.${randomUUID()}`)
    },
    async localPath(form, id) {
      const key = fileObjectKey(form, id)
      const path = objects.pathOf(key)
      if (path !== null) return { path, isCopy: false }
      const content = await readIfStored(objects, key)
      const copy = join(drafts, `${id}.${randomUUID()}`)
      if (content) await pipeline(content, createWriteStream(copy, { mode: 0o600 }))
      return content && { path: copy, isCopy: true }
    },
    async remove(id) {
      await Promise.all(forms.map((form) => objects.delete(fileObjectKey(form, id))))
      await parts.removeAll(id)
    },
    async clearDrafts() {
      await removeOldFiles(drafts)
      await parts.removeAbandoned()
    },
    async freeSpace() {
      const { bavail, blocks, bsize } = await statfs(root)
      return { bytes: bavail * bsize, share: bavail / blocks }
    },
    isDiskFull:
      isFull ??
      (async (share = leastFree) => {
        const { bavail, blocks } = await statfs(root)
        return bavail < blocks * share
      }),
  }
}

const formsIn = (objects: ObjectStore): Pick<FileStore, 'storeDraft' | 'sizeOf' | 'read' | 'removeForm'> => ({
  storeDraft: (form, id, draft) => objects.putFile(fileObjectKey(form, id), draft),
  sizeOf: async (form, id) => (await objects.head(fileObjectKey(form, id)))?.size ?? null,
  read: (form, id, range) => readIfStored(objects, fileObjectKey(form, id), range),
  removeForm: (form, id) => objects.delete(fileObjectKey(form, id)),
})

/** Returns the content of an object; null if there is no such object. */
export const readIfStored = (objects: ObjectStore, key: string, range?: ByteRange): Promise<Readable | null> =>
  objects.get(key, range).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return null
    throw error
  })

async function removeOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > draftMilliseconds) await rm(path, { force: true })
  }
}
