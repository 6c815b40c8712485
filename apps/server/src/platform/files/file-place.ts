import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ObjectStore } from '../object-store/object-store.ts'
import { readSmallText } from '../object-store/read-small.ts'
import { S3Error, type S3Settings } from '../object-store/s3-requests.ts'
import type { S3Store } from '../object-store/s3-store.ts'
import { replaceFileDurably } from '../process/durable.ts'
import { StartError } from '../process/start-error.ts'
import { sealOf } from '../secrets/seal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { type FilePlaces, openFilesBucket, openFilesFolder } from './file-objects.ts'
import { readIfStored } from './file-store.ts'

/**
 * The name of the file in the data folder that records where users' files are. Backups do not contain it, because a restore puts the files in the
 * folder.
 */
export const filePlaceFile = 'file-place.json'

/** The place of users' files. If the file `file-place.json` does not exist, they are in the folder. */
export type FilePlace = {
  /** The name of the bucket; null for the folder. While files are moved, the name of the place to which they go. */
  bucket: string | null
  /** The phase of an unfinished move: files are copied, or those of the former place are deleted. */
  moving: 'copy' | 'delete' | null
}

/** The prefixes of the keys of all objects that belong to users. */
export const userPrefixes = ['whole/', 'thumbnails/', 'quarantine/', 'avatars/', 'parts/'] as const
/** The key of the object that identifies the practice to which the files of a bucket belong. */
const markKey = 'attune-file-store'

export function readFilePlace(dataDir: string): FilePlace {
  const path = join(dataDir, filePlaceFile)
  if (!existsSync(path)) return { bucket: null, moving: null }
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as FilePlace
  } catch (cause) {
    throw new StartError(`Attune can't read ${path}, which says where the files are.`, { cause })
  }
}

export const writeFilePlace = (dataDir: string, place: FilePlace): void =>
  replaceFileDurably(join(dataDir, filePlaceFile), `${JSON.stringify(place)}\n`)

/** Records that users' files are in the folder, where a restore has put them. */
export const forgetFilePlace = (dataDir: string): void => rmSync(join(dataDir, filePlaceFile), { force: true })

/** Returns the name of a bucket for messages. */
export const filesBucketName = ({ bucket, prefix, endpoint }: S3Settings): string =>
  `${bucket}/${prefix} at ${new URL(endpoint).host}`

/** Returns all objects of users in a store. */
export async function listUserObjects(objects: ObjectStore) {
  const found = await Promise.all(userPrefixes.map((prefix) => objects.list(prefix)))
  return found.flat()
}

/**
 * Throws a StartError if the files are not in the place that the settings name: they are in another bucket, still in the folder, or only partly
 * moved. Also throws a StartError if anyone can read the bucket, if it belongs to another practice, or if it cannot be used.
 */
export async function requireFilePlace(places: FilePlaces, secrets: Secrets): Promise<void> {
  const { dataDir, filesBucket } = places
  const { bucket, moving } = readFilePlace(dataDir)
  if (moving !== null)
    throw new StartError(
      `Moving the files to ${bucket ?? 'the folder'} was interrupted. Run it again: npm run files:move -- --to ${bucket === null ? 'folder' : 'bucket'}`,
    )
  const name = filesBucket && filesBucketName(filesBucket)
  if (bucket !== null && bucket !== name)
    throw new StartError(
      `The files are in ${bucket}, but the settings FILES_S3_… name ${name ?? 'no bucket'}. Enter the former settings again. To move the files out of the bucket, stop Attune and run: npm run files:move -- --to folder`,
    )
  const store = openFilesBucket(places)
  if (store === null || name === null) return
  const left = await listUserObjects(openFilesFolder(dataDir))
  if (left.length > 0)
    throw new StartError(
      `The settings FILES_S3_… name a bucket, but files are still in ${join(dataDir, 'files')} (${left.length}). Move them first: npm run files:move -- --to bucket`,
    )
  await requireUsableBucket(store, name, secrets)
  writeFilePlace(dataDir, { bucket: name, moving: null })
}

/** Whether the bucket of users' files answers and has the mark of a practice. */
export const isBucketUsable = async (places: FilePlaces): Promise<boolean> =>
  Boolean(
    await openFilesBucket(places)
      ?.head(markKey)
      .catch(() => null),
  )

/** Throws a StartError if a bucket cannot be used, if strangers can read it, or if it has the mark of another practice. Marks it otherwise. */
export async function requireUsableBucket(store: S3Store, name: string, secrets: Secrets): Promise<void> {
  try {
    if (await store.isPublic())
      throw new StartError(`Anyone can read ${name}. Close it to the public before users' files go there.`)
    const mark = sealOf({ secrets }, 'the store of files')
    const found = await readIfStored(store, markKey)
    const text = found && (await readSmallText(found))
    if (text !== null && text !== mark)
      throw new StartError(
        `${name} has the files of another practice. Choose another FILES_S3_BUCKET or FILES_S3_PREFIX.`,
      )
    if (text === null) await store.put(markKey, Readable.from([Buffer.from(mark)]))
  } catch (cause) {
    if (!(cause instanceof S3Error)) throw cause
    throw new StartError(`Attune can't use ${name}, the bucket for files: ${cause.message}`, { cause })
  }
}
