import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listUserObjects } from '../files/file-place.ts'
import { type ObjectInfo, ObjectMissingError, type ObjectStore } from '../object-store/object-store.ts'
import { replaceFileDurably } from '../process/durable.ts'
import { sha256OfFile, sha256OfStream } from '../secrets/sha256.ts'
import { fileKeyOf } from './destination/layout.ts'

/** A user's file in a backup. Each is a separate object, because it never changes and all backups share it. */
export type BackupFile = {
  /** The path in the data folder, with `/` as the separator. */
  path: string
  size: number
  sha256: string
  /** The key of the object that contains the file. */
  key: string
}

/** The folders of the data folder whose files never change and have ids as names. */
export const fileFolders = [join('files', 'whole'), join('files', 'thumbnails')]

/** The name of the entry of an archive with the list of the users' files. */
export const fileListName = 'files.json'

/** The name of a file in the data folder with the hashes of the users' files. With it, each file is read once and not for every backup. */
export const fileHashesFile = 'backup-files.json'
type Hashes = Record<string, { size: number; changed: number; sha256: string }>

/** A bucket with the users' files, and those of its objects that never change. */
export type BucketFiles = { objects: ObjectStore; files: readonly ObjectInfo[] }

/** A user's file that was found, with a function that computes its hash. */
type FoundFile = { path: string; size: number; changed: number; hash: () => Promise<string> }

/**
 * Returns the users' files below `folder`, which has the structure of a data folder, and those in a bucket, with their hashes. Takes the hashes of
 * files that have not changed since the last backup from the data folder, and stores all hashes there.
 */
export async function listUsersFiles(
  dataDir: string,
  folder: string,
  recipients: readonly string[],
  bucket: BucketFiles | null = null,
): Promise<BackupFile[]> {
  const known = readHashes(dataDir)
  const hashes: Hashes = {}
  for (const { path, size, changed, hash } of [...filesInFolder(folder), ...filesInBucket(bucket)]) {
    const found = known[path]
    hashes[path] = found?.size === size && found.changed === changed ? found : { size, changed, sha256: await hash() }
  }
  replaceFileDurably(join(dataDir, fileHashesFile), JSON.stringify(hashes))
  return Object.entries(hashes).map(([path, { size, sha256 }]) => {
    const key = fileKeyOf(path.slice(path.lastIndexOf('/') + 1), recipients)
    return { path, size, sha256, key }
  })
}

const filesInFolder = (folder: string): FoundFile[] =>
  fileFolders
    .flatMap((each) => filesBelow(join(folder, each)))
    .map((path) => {
      const { size, mtimeMs: changed } = statSync(path)
      return { path: relative(folder, path).split(sep).join('/'), size, changed, hash: () => sha256OfFile(path) }
    })

const filesInBucket = (bucket: BucketFiles | null): FoundFile[] =>
  (bucket?.files ?? []).map(({ key, size, writtenAt }) => ({
    path: `files/${key}`,
    size,
    changed: writtenAt.getTime(),
    hash: async () => sha256OfStream(await (bucket as BucketFiles).objects.get(key)),
  }))

/** Copies the small files of a bucket below `data`, as they would be in a data folder: avatars, parts of uploads and quarantined files. */
export async function keepBucketFiles(objects: ObjectStore, data: string): Promise<BucketFiles> {
  const found = await listUserObjects(objects)
  const isLarge = ({ key }: ObjectInfo) => fileFolders.some((folder) => `files/${key}`.startsWith(`${folder}/`))
  for (const { key } of found.filter((one) => !isLarge(one))) {
    const path = join(data, 'files', key)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(await objects.get(key), createWriteStream(path, { mode: 0o600 }))
  }
  return { objects, files: found.filter(isLarge) }
}

/** The place of the users' files in a packed backup: below `folder`, with the paths of a data folder, or in a bucket. */
export type UsersFilesPlace = { folder: string; bucket?: ObjectStore | undefined }

/** Opens a user's file in a packed backup. */
export async function openUsersFile({ folder, bucket }: UsersFilesPlace, path: string): Promise<Readable> {
  const local = join(folder, path)
  return bucket && !existsSync(local) ? bucket.get(path.slice('files/'.length)) : createReadStream(local)
}

/** Returns the SHA-256 of a user's file in a packed backup; null if the backup does not contain the file. */
export const hashUsersFile = (place: UsersFilesPlace, path: string): Promise<string | null> =>
  openUsersFile(place, path)
    .then(sha256OfStream)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error instanceof ObjectMissingError) return null
      throw error
    })

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Returns the stored hashes by path; none if the file cannot be read, so that all hashes are computed again. */
function readHashes(dataDir: string): Hashes {
  try {
    return JSON.parse(readFileSync(join(dataDir, fileHashesFile), 'utf8')) as Hashes
  } catch {
    return {}
  }
}
