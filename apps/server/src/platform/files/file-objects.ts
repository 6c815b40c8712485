import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderStore } from '../object-store/folder-store.ts'
import type { ObjectStore } from '../object-store/object-store.ts'

/** The name of the folder of users' files in the data folder. */
export const filesFolder = 'files'

/** Opens the store of users' files and avatars. Creates its folder, which only the server's user can read. */
export function openFileObjects(dataDir: string): ObjectStore {
  const folder = join(dataDir, filesFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return new FolderStore(folder)
}
