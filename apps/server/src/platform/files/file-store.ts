import type { FileId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isUuid } from '../text/uuid.ts'

/** The server refuses uploads while the free share of the disk is smaller than this. Texts can still be saved. */
const leastFree = 0.1
/**
 * The warning about a full disk ends when the free share of the disk is larger than this. The value exceeds
 * `leastFree`, so that a single file does not switch the warning on and off.
 */
export const recoveredFreeShare = 0.12
/** The age in milliseconds at which a draft counts as abandoned. Processing a file never takes that long. */
const draftMilliseconds = 60 * 60_000

/** Stores uploaded files on disk. The path of a file contains only its id, never a name or path from a user. */
export type FileStore = {
  /** The folder of unfinished uploads. */
  partsFolder: string
  partPath(id: FileId): string
  filePath(id: FileId): string
  thumbnailPath(id: FileId): string
  /** Returns a new, unique path for a file that is being processed, so that two processes never write to the same path. */
  newDraftPath(id: FileId): string
  /** Returns the quarantine path for an infected file. The server never serves a file from there. */
  quarantinePath(id: FileId): string
  /** Moves a finished file to its path. Syncs the file and its new folder, so that the file survives a power loss. */
  moveDurably(from: string, to: string): Promise<void>
  /** Syncs a file and its folder, so that both survive a power loss. */
  syncToDisk(path: string): Promise<void>
  /** Returns the size of a file in bytes; null if it does not exist. */
  sizeOf(path: string): Promise<number | null>
  /** Removes a file in all its forms: upload, processed file, thumbnail and quarantined file. */
  remove(id: FileId): Promise<void>
  /** Whether less than `share` of the disk is free. The default share is one tenth. */
  isDiskFull(share?: number): Promise<boolean>
  /** Returns the free bytes of the disk and its free share, from 0 to 1. */
  freeSpace(): Promise<{ bytes: number; share: number }>
  /** Removes drafts that are older than `draftMilliseconds`. */
  clearDrafts(): Promise<void>
}

export function openFileStore(dataDir: string, isFull?: (share?: number) => Promise<boolean>): FileStore {
  const root = join(dataDir, 'files')
  const drafts = join(root, 'drafts')
  const paths = filePaths(root, drafts)
  for (const folder of [paths.partsFolder, drafts]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    ...paths,
    ...diskOperations,
    async remove(id) {
      const all = [paths.partPath(id), paths.filePath(id), paths.thumbnailPath(id), paths.quarantinePath(id)]
      await Promise.all(all.map((path) => rm(path, { force: true })))
    },
    async clearDrafts() {
      for (const name of await readdir(drafts)) {
        const path = join(drafts, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
        if (Date.now() - mtimeMs > draftMilliseconds) await rm(path, { force: true })
      }
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

type Paths = 'partsFolder' | 'partPath' | 'filePath' | 'thumbnailPath' | 'newDraftPath' | 'quarantinePath'

function filePaths(root: string, drafts: string): Pick<FileStore, Paths> {
  const parts = join(root, 'parts')
  const checked = (id: FileId) => {
    if (!isUuid(id)) throw new Error('a file is named by its id')
    return id
  }
  const at = (folder: string, id: FileId, ending = '') => join(root, folder, checked(id).slice(0, 2), `${id}${ending}`)
  return {
    partsFolder: parts,
    partPath: (id) => join(parts, checked(id)),
    filePath: (id) => at('whole', id),
    thumbnailPath: (id) => at('thumbnails', id, '.webp'),
    newDraftPath: (id) => join(drafts, `${checked(id)}.${randomUUID()}`),
    quarantinePath: (id) => at('quarantine', id),
  }
}

const diskOperations: Pick<FileStore, 'moveDurably' | 'syncToDisk' | 'sizeOf'> = {
  async moveDurably(from, to) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await sync(from)
    await rename(from, to)
    await sync(dirname(to))
  },
  async syncToDisk(path) {
    await sync(path)
    await sync(dirname(path))
  },
  sizeOf: (path) =>
    stat(path).then(
      ({ size }) => size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      },
    ),
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
