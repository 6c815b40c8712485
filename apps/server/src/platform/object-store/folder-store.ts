import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder, syncPath } from '../process/durable.ts'
import {
  ObjectMissingError,
  requireObjectKey,
  type ByteRange,
  type ObjectInfo,
  type ObjectStore,
} from './object-store.ts'

/** The suffix of an object that is still being written. No key has this suffix. */
const draftEnding = '.draft'

/** A store in a folder of this machine. Its files have the mode 0600 and its folders 0700. Symbolic links in it are neither read nor followed. */
export class FolderStore implements ObjectStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, body: Readable): Promise<void> {
    const path = this.pathOf(key)
    this.#createFolders(key)
    const draft = `${path}.${randomBytes(6).toString('hex')}${draftEnding}`
    try {
      await pipeline(body, createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
      syncPath(draft)
      renameSync(draft, path)
      syncFolder(dirname(path))
    } finally {
      rmSync(draft, { force: true })
    }
  }

  /** The file must be on the same disk as the store. */
  async putFile(key: string, path: string): Promise<void> {
    const target = this.pathOf(key)
    await syncFile(path)
    this.#createFolders(key)
    renameSync(path, target)
    syncFolder(dirname(target))
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (!(await this.head(key))) throw new ObjectMissingError(key)
    return createReadStream(this.pathOf(key), range && { start: range.from, end: range.to })
  }

  async head(key: string): Promise<ObjectInfo | null> {
    const path = this.pathOf(key)
    const found = this.#isReachable(key) ? lstatSync(path, { throwIfNoEntry: false }) : undefined
    return found?.isFile() ? { key, size: found.size, writtenAt: found.mtime } : null
  }

  async list(prefix: string): Promise<ObjectInfo[]> {
    requireObjectKey(`${prefix}x`)
    // If the store's own folder is missing, `list` fails. If only the folder of the prefix is missing, `list` returns nothing.
    readdirSync(this.#folder)
    const below = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (!this.#isReachable(below)) return []
    const keys = this.#filesIn(below.slice(0, -1)).filter((key) => key.startsWith(prefix) && !key.endsWith(draftEnding))
    const found = await Promise.all(keys.sort().map((key) => this.head(key)))
    return found.filter((one) => one !== null)
  }

  pathOf(key: string): string {
    requireObjectKey(key)
    return join(this.#folder, ...key.split('/'))
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key)
    if (!(await this.head(key))) return
    rmSync(path, { force: true })
    syncFolder(dirname(path))
  }

  /**
   * Deletes the drafts that a killed process has left of objects whose keys begin with `prefix`. With `before`, deletes only drafts that were last
   * written to before that time.
   */
  deleteDrafts(prefix: string, before?: Date): void {
    const below = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (!this.#isReachable(below)) return
    for (const name of this.#filesIn(below.slice(0, -1))) {
      const path = join(this.#folder, ...name.split('/'))
      const found = lstatSync(path, { throwIfNoEntry: false })
      const isOld = found !== undefined && (before === undefined || found.mtime < before)
      if (name.startsWith(prefix) && name.endsWith(draftEnding) && isOld) rmSync(path, { force: true })
    }
  }

  /** Returns the paths of the folders of a key within the store, outermost first. The folder of the store itself is not included. */
  #foldersOf(key: string): string[] {
    const names = key.split('/').slice(0, -1)
    return names.map((_, at) => join(this.#folder, ...names.slice(0, at + 1)))
  }

  #isReachable = (key: string) =>
    this.#foldersOf(key).every((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)

  /** Creates the folders of a key, but never the folder of the store. If that is missing, its disk is probably not mounted. */
  #createFolders(key: string): void {
    for (const folder of this.#foldersOf(key)) {
      const found = lstatSync(folder, { throwIfNoEntry: false })
      if (found && !found.isDirectory()) throw new Error(`${folder} is not a folder.`)
      if (found) continue
      mkdirSync(folder, { mode: 0o700 })
      syncFolder(dirname(folder))
    }
  }

  #filesIn(path: string): string[] {
    return readdirSync(join(this.#folder, path), { withFileTypes: true }).flatMap((entry) => {
      const key = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) return this.#filesIn(key)
      return entry.isFile() ? [key] : []
    })
  }
}

/** Flushes a file to the disk without blocking other requests meanwhile. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
