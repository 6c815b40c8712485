import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { isUuid } from '../text/uuid.ts'

const fileName = /^[0-9]{13}-[A-Za-z0-9_-]{22}\.webp$/

/**
 * The bucket `avatars`. Each person has a folder named by their id; a picture's file name consists of the time and 128 random bits. Anyone
 * who knows the address of a picture can read the picture.
 */
export type Avatars = {
  /** Stores a picture and returns its path in the bucket. */
  put(owner: string, picture: Buffer): Promise<string>
  /** Returns one page of the names of the owner's pictures, in ascending order (row 9.13). */
  list(owner: string, limit: number, offset: number): Promise<string[]>
  /** Returns the number of pictures and their total size in bytes. */
  usage(): Promise<{ count: number; bytes: number }>
  exists(path: string): Promise<boolean>
  /** Returns the content of a picture; null if there is no such picture. */
  read(path: string): Promise<Readable | null>
  remove(path: string): Promise<void>
  /** Removes all pictures of the owner except `path`. */
  removeAllExcept(owner: string, path: string | null): Promise<void>
}

/** Whether a path has the form that `put` creates. */
export function isAvatarPath(path: string): boolean {
  const [owner = '', name = '', ...rest] = path.split('/')
  return rest.length === 0 && isUuid(owner) && fileName.test(name)
}

export function openAvatars(dataDir: string, clock: Clock): Avatars {
  const location = join(dataDir, 'files', 'avatars')
  mkdirSync(location, { recursive: true, mode: 0o700 })
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))

  async function namesOf(owner: string): Promise<string[]> {
    if (!isUuid(owner) || !existsSync(join(location, owner))) return []
    const { objects } = await disk.listAll(owner)
    return [...objects].flatMap((object) => (object.isFile ? [object.name] : [])).toSorted()
  }

  return {
    async put(owner, picture) {
      const path = `${owner}/${clock.now().getTime()}-${randomBytes(16).toString('base64url')}.webp`
      if (!isAvatarPath(path)) throw new Error('an avatar for nobody')
      await disk.put(path, picture)
      return path
    },
    list: async (owner, limit, offset) => (await namesOf(owner)).slice(offset, offset + limit),
    async usage() {
      const files = (await readdir(location, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )
      const sizes = await Promise.all(
        // A picture may have been removed in the meantime.
        files.map(({ parentPath, name }) =>
          stat(join(parentPath, name)).then(
            ({ size }) => size,
            () => null,
          ),
        ),
      )
      const present = sizes.filter((size) => size !== null)
      return { count: present.length, bytes: present.reduce((sum, size) => sum + size, 0) }
    },
    exists: async (path) => isAvatarPath(path) && disk.exists(path),
    read: async (path) => (isAvatarPath(path) && (await disk.exists(path)) ? disk.getStream(path) : null),
    async remove(path) {
      if (isAvatarPath(path)) await disk.delete(path)
    },
    async removeAllExcept(owner, path) {
      for (const name of await namesOf(owner)) if (`${owner}/${name}` !== path) await disk.delete(`${owner}/${name}`)
    },
  }
}
