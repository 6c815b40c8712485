import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Below this share of free room no upload begins or goes on; text goes on. */
const leastFree = 0.1
/** From this share on there is room again: at the edge nobody is told each time that a file comes or goes. */
export const roomyFree = 0.12
/** Nothing takes so long to make. */
const draftMilliseconds = 60 * 60_000

/** Where the bytes of people's files lie, by the id of the file alone: no name or path of a person's reaches the disk. */
export type Bytes = {
  /** The folder of uploads that are under way. */
  parts: string
  part(id: string): string
  whole(id: string): string
  thumbnail(id: string): string
  /** A new path for what is being made: two that work at one file, in whatever server, never write into the same. */
  draft(id: string): string
  /** Where what is infected is put, to be seen by nobody. */
  jail(id: string): string
  /** Puts a finished file in its place, so that it outlives a loss of power. */
  place(from: string, to: string): Promise<void>
  /** Makes what was written, and its name, outlive a loss of power. */
  settle(path: string): Promise<void>
  /** The length of a file; null where there is none. */
  lengthOf(path: string): Promise<number | null>
  /** Removes whatever there is of a file. */
  remove(id: string): Promise<void>
  /** Whether less than a share of the disk is free: a tenth, if not said otherwise. */
  isFull(share?: number): Promise<boolean>
  /** Removes drafts whose makers died. */
  clearDrafts(): Promise<void>
}

export function openBytes(dataDir: string, isFull?: (share?: number) => Promise<boolean>): Bytes {
  const root = join(dataDir, 'files')
  const parts = join(root, 'parts')
  mkdirSync(parts, { recursive: true, mode: 0o700 })

  const at = (folder: string, id: string, ending = '') => {
    if (!uuid.test(id)) throw new Error('a file is named by its id')
    return join(root, folder, id.slice(0, 2), `${id}${ending}`)
  }
  const part = (id: string) => {
    if (!uuid.test(id)) throw new Error('a file is named by its id')
    return join(parts, id)
  }
  const whole = (id: string) => at('whole', id)
  const thumbnail = (id: string) => at('thumbnails', id, '.webp')
  const drafts = join(root, 'drafts')
  mkdirSync(drafts, { recursive: true, mode: 0o700 })
  const draft = (id: string) => {
    if (!uuid.test(id)) throw new Error('a file is named by its id')
    return join(drafts, `${id}.${randomUUID()}`)
  }
  const jail = (id: string) => at('quarantine', id)

  return {
    parts,
    part,
    whole,
    thumbnail,
    draft,
    jail,
    async place(from, to) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await sync(from)
      await rename(from, to)
      await sync(dirname(to))
    },
    async settle(path) {
      await sync(path)
      await sync(dirname(path))
    },
    lengthOf: (path) =>
      stat(path).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      ),
    async remove(id) {
      const all = [part(id), whole(id), thumbnail(id), jail(id)]
      await Promise.all(all.map((path) => rm(path, { force: true })))
    },
    async clearDrafts() {
      for (const name of await readdir(drafts)) {
        const path = join(drafts, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
        if (Date.now() - mtimeMs > draftMilliseconds) await rm(path, { force: true })
      }
    },
    isFull:
      isFull ??
      (async (share = leastFree) => {
        const { bavail, blocks } = await statfs(root)
        return bavail < blocks * share
      }),
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
