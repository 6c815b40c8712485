import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { FolderStore } from '../object-store/folder-store.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { S3Store } from '../object-store/s3-store.ts'
import { openOutbound } from '../outbound/outbound.ts'

/** The name of the folder of users' files in the data folder. With a bucket, it contains only drafts. */
export const filesFolder = 'files'

/** The configuration of the store of users' files. */
export type FilePlaces = Pick<Config, 'dataDir' | 'filesBucket' | 'filesLocalHosts'>

/** A person waits for a request to the bucket of files, so it gives up sooner than a request of a backup. */
const impatient = { timeoutMilliseconds: 20_000, pauses: [300, 1_500] }
/** Each download has this number of bytes in memory. */
const readBytes = 2 * 1024 ** 2

/** Opens the store of users' files and avatars: the bucket if there is one, otherwise the folder. */
export const openFileObjects = (places: FilePlaces): ObjectStore =>
  openFilesBucket(places) ?? openFilesFolder(places.dataDir)

/** Opens the folder of users' files. If it does not exist, creates it with access for the server's user only. */
export function openFilesFolder(dataDir: string): FolderStore {
  const folder = join(dataDir, filesFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return new FolderStore(folder)
}

/** Opens the bucket of users' files; null if there is none. */
export function openFilesBucket({ filesBucket, filesLocalHosts }: FilePlaces): S3Store | null {
  if (filesBucket === null) return null
  const outbound = openOutbound({ localHosts: filesLocalHosts })
  return new S3Store(filesBucket, outbound, undefined, { requests: impatient, readBytes })
}
