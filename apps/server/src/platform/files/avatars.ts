import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { isUuid } from '../text/uuid.ts'
import { readIfStored } from './file-store.ts'

/** The prefix of the keys of all avatars in the store of files. */
const prefix = 'avatars/'

const fileName = /^[0-9]{13}-[A-Za-z0-9_-]{22}\.webp$/

/**
 * The avatars, which are stored below `avatars/` in the store of files. Each person has a folder named by their id; a picture's file name consists of
 * the time and 128 random bits. Anyone who knows the address of a picture can read the picture.
 */
export type Avatars = {
  /** Stores a picture and returns its path below `avatars/`. */
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

export function openAvatars(objects: ObjectStore, clock: Clock): Avatars {
  const keyOf = (path: string) => `${prefix}${path}`

  async function namesOf(owner: string): Promise<string[]> {
    if (!isUuid(owner)) return []
    const found = await objects.list(keyOf(`${owner}/`))
    return found.map(({ key }) => key.slice(key.lastIndexOf('/') + 1)).toSorted()
  }

  return {
    async put(owner, picture) {
      const path = `${owner}/${clock.now().getTime()}-${randomBytes(16).toString('base64url')}.webp`
      if (!isAvatarPath(path)) throw new Error('an avatar for nobody')
      await objects.put(keyOf(path), Readable.from([picture]))
      return path
    },
    list: async (owner, limit, offset) => (await namesOf(owner)).slice(offset, offset + limit),
    async usage() {
      const found = await objects.list(prefix)
      return { count: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0) }
    },
    exists: async (path) => isAvatarPath(path) && (await objects.head(keyOf(path))) !== null,
    read: async (path) => (isAvatarPath(path) ? readIfStored(objects, keyOf(path)) : null),
    async remove(path) {
      if (isAvatarPath(path)) await objects.delete(keyOf(path))
    },
    async removeAllExcept(owner, path) {
      for (const name of await namesOf(owner)) {
        if (`${owner}/${name}` !== path) await objects.delete(keyOf(`${owner}/${name}`))
      }
    },
  }
}
