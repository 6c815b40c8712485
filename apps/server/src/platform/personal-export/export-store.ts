import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { exportsFolder } from '../data-folder/exports-folder.ts'
import { type FilePlaces, openFilesBucket } from '../files/file-objects.ts'
import { readIfStored } from '../files/file-store.ts'
import { FolderStore } from '../object-store/folder-store.ts'
import { isUuid } from '../text/uuid.ts'

/** Identifies an export by the account of its owner and its own id. */
export type StoredExport = { accountId: string; id: string }

/**
 * Stores the encrypted exports of people's own data and of all records where backups do not copy them: in a separate folder, or with the users' files
 * in the bucket, below a prefix that backups do not read.
 */
export type ExportStore = {
  /** Stores an export. First deletes the unfinished files of earlier attempts whose process was killed. */
  put(of: StoredExport, content: Readable): Promise<void>
  /** Returns the content of an export; null if it is not stored. */
  read(of: StoredExport): Promise<Readable | null>
  has(of: StoredExport): Promise<boolean>
  remove(of: StoredExport): Promise<void>
  /** Removes all exports of an account. */
  removeAllOf(accountId: string): Promise<void>
  /** Returns the exports that are stored, with the time at which each was written. */
  list(): Promise<(StoredExport & { writtenAt: Date })[]>
  /** Deletes unfinished exports in the folder that were last written to before a moment. A bucket contains only finished objects. */
  deleteDrafts(before: Date): void
}

const prefix = 'exports/'

export function openExportStore(places: FilePlaces): ExportStore {
  const objects = openFilesBucket(places) ?? openFolder(places.dataDir)
  const folder = objects instanceof FolderStore ? objects : null
  const list = async (below = '') =>
    (await objects.list(`${prefix}${below}`)).flatMap(({ key, writtenAt }) => {
      const [accountId = '', id = '', ...rest] = key.slice(prefix.length).split('/')
      return isUuid(accountId) && isUuid(id) && rest.length === 0 ? [{ accountId, id, writtenAt }] : []
    })
  return {
    list,
    async put(of, content) {
      folder?.deleteDrafts(keyOf(of))
      await objects.put(keyOf(of), content)
    },
    deleteDrafts: (before) => folder?.deleteDrafts(prefix, before),
    read: (of) => readIfStored(objects, keyOf(of)),
    has: async (of) => (await objects.head(keyOf(of))) !== null,
    remove: (of) => objects.delete(keyOf(of)),
    async removeAllOf(accountId) {
      if (!isUuid(accountId)) return
      for (const stored of await list(`${accountId}/`)) await objects.delete(keyOf(stored))
    },
  }
}

function keyOf({ accountId, id }: StoredExport): string {
  if (!isUuid(accountId) || !isUuid(id)) throw new Error('an export is named by two ids')
  return `${prefix}${accountId}/${id}`
}

/** Opens the folder of exports. The keys in the folder begin with the prefix, as they do in the bucket. */
function openFolder(dataDir: string): FolderStore {
  const folder = join(dataDir, exportsFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return new FolderStore(folder)
}
