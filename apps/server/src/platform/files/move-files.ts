import { putVerified } from '../backup/destination/verified-put.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { StartError } from '../process/start-error.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { sha256OfStream } from '../secrets/sha256.ts'
import { type FilePlaces, openFilesBucket, openFilesFolder } from './file-objects.ts'
import { filesBucketName, listUserObjects, readFilePlace, requireUsableBucket, writeFilePlace } from './file-place.ts'
import { readIfStored } from './file-store.ts'

/** The place to which files are moved. */
export type FileTarget = 'bucket' | 'folder'

/**
 * Moves all users' files between the folder and the bucket of the settings while no server runs. Compares each file with its copy by hash, and
 * deletes the former files only once all copies are right. Continues an interrupted move. Throws a StartError if there is no bucket, or if the target
 * has files already. Returns the number of files.
 */
export async function moveFiles(
  places: FilePlaces,
  secrets: Secrets,
  to: FileTarget,
  report: (done: number, total: number) => void = () => {},
): Promise<number> {
  const { dataDir, filesBucket } = places
  const bucket = openFilesBucket(places)
  if (bucket === null || filesBucket === null)
    throw new StartError('Set FILES_S3_ENDPOINT and the settings below it first. They name the bucket.')
  const name = filesBucketName(filesBucket)
  const target = to === 'bucket' ? name : null
  const known = readFilePlace(dataDir)
  requireSameMove(known, { target, name })
  if (to === 'bucket') await requireUsableBucket(bucket, name, secrets)
  const folder = openFilesFolder(dataDir)
  const [source, copy] = to === 'bucket' ? [folder, bucket] : [bucket, folder]
  const objects = await listUserObjects(source)
  if (known.moving === null && objects.length > 0) await requireEmpty(copy, target ?? `${dataDir}/files`)
  if (known.moving !== 'delete') {
    writeFilePlace(dataDir, { bucket: target, moving: 'copy' })
    for (const [at, { key }] of objects.entries()) {
      await copyObject(source, copy, key)
      report(at + 1, objects.length)
    }
    writeFilePlace(dataDir, { bucket: target, moving: 'delete' })
  }
  for (const { key } of await listUserObjects(source)) await source.delete(key)
  writeFilePlace(dataDir, { bucket: target, moving: null })
  return objects.length
}

/** Throws a StartError if an interrupted move has another target, or if the files are in a bucket other than the one in the settings. */
function requireSameMove(
  { bucket, moving }: ReturnType<typeof readFilePlace>,
  { target, name }: { target: string | null; name: string },
): void {
  if (moving !== null && bucket !== target)
    throw new StartError(`Moving the files to ${bucket ?? 'the folder'} was interrupted. Finish that first.`)
  if (bucket !== null && bucket !== name)
    throw new StartError(`The files are in ${bucket}, but the settings FILES_S3_… name ${name}.`)
}

async function requireEmpty(store: ObjectStore, name: string): Promise<void> {
  const { length } = await listUserObjects(store)
  if (length > 0)
    throw new StartError(
      `There are already files in ${name} (${length}), so nothing was moved. Choose an empty place, for example another FILES_S3_PREFIX.`,
    )
}

/** Copies an object unless the target has the same bytes. */
async function copyObject(source: ObjectStore, copy: ObjectStore, key: string): Promise<void> {
  const isThere = (await copy.head(key))?.size === (await source.head(key))?.size
  if (isThere && (await hashOf(source, key)) === (await hashOf(copy, key))) return
  await putVerified(copy, key, await source.get(key))
}

async function hashOf(store: ObjectStore, key: string): Promise<string | null> {
  const content = await readIfStored(store, key)
  return content && sha256OfStream(content)
}
