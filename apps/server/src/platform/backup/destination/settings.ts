import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../../config/config.ts'
import { dailyBackupFolder } from '../../data-folder/work-folders.ts'
import { FolderStore } from '../../object-store/folder-store.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import type { S3Settings } from '../../object-store/s3-requests.ts'
import { S3Store } from '../../object-store/s3-store.ts'
import { openOutbound, type Outbound } from '../../outbound/outbound.ts'
import { replaceFileDurably } from '../../process/durable.ts'
import { StartError } from '../../process/start-error.ts'
import { hasPrintedKey, loadBackupKeys } from '../encryption/backup-keys.ts'
import { markStore, requireMark } from './mark.ts'
import { putVerified } from './verified-put.ts'

/** The settings of a destination: a folder or a bucket. */
export type DestinationSettings = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings)

/** An open destination. */
export type BackupDestination = {
  /** The name in messages and on the dashboard. */
  name: string
  store: ObjectStore
  /** Whether this is the default folder, because no destination was chosen. */
  isDefault: boolean
  /** The path of the folder; null for a bucket. */
  folder: string | null
}

/** The part of the configuration that destinations of backups need. */
export type DestinationPlaces = Pick<Config, 'dataDir' | 'secretsDir' | 'backupFolders' | 'backupLocalHosts'>

/** The time limit of a request to a bucket, in milliseconds. */
const bucketMilliseconds = 60_000

/**
 * The name of the file with the chosen destinations. It is in the secrets folder because it can contain the keys of a bucket, because the backup
 * process reads it without the database, and because a restore to an empty machine then brings it back together with the secrets.
 */
const settingsFile = 'backup-destinations.json'

/** Returns the chosen destinations. If there are none, backups stay in the default folder. Throws a StartError if the file cannot be read. */
export function readDestinations(secretsDir: string): DestinationSettings[] {
  const path = join(secretsDir, settingsFile)
  if (!existsSync(path)) return []
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DestinationSettings[]
  } catch (cause) {
    throw new StartError(`Attune can't read the destinations of backups in ${path}. Restore the file from your copy.`, {
      cause,
    })
  }
}

/**
 * Saves the destinations of all future backups; an empty list means the default folder. Throws, and keeps the previous destinations, if there is no
 * printed key, or if a destination is not allowed, unreachable, not prepared or prepared for another practice.
 */
export async function chooseDestinations(
  places: DestinationPlaces,
  chosen: readonly DestinationSettings[],
  outbound?: Pick<Outbound, 'request'>,
): Promise<void> {
  const keys = await loadBackupKeys(places.secretsDir)
  if (chosen.length > 0 && !hasPrintedKey(keys))
    throw new StartError('Print the key of the backups first. Only backups under a printed key leave this machine.')
  for (const settings of chosen) {
    const { store, name } = openDestination(places, settings, outbound)
    if (settings.kind === 's3') await prepareBucket(store as S3Store, name, keys.id)
    await testDestination({ store, name }, keys.id)
  }
  storeDestinations(places.secretsDir, chosen)
}

/** Stores the chosen destinations, which the caller has checked. */
export function storeDestinations(secretsDir: string, chosen: readonly DestinationSettings[]): void {
  replaceFileDurably(join(secretsDir, settingsFile), `${JSON.stringify(chosen, null, 2)}\n`)
}

/** The key of the object that tests a destination. */
const testKey = 'attune-test'

/** Throws if a destination lacks the mark of the practice with this id, or loses an object that was stored there. */
export async function testDestination(
  { store, name }: Pick<BackupDestination, 'store' | 'name'>,
  id: string,
): Promise<void> {
  await requireMark(store, name, id)
  await putVerified(store, testKey, Readable.from([Buffer.from('A test of Attune, which can be deleted.\n')]))
  await store.delete(testKey)
}

/**
 * Marks a bucket that has no mark yet. Only a bucket is marked here: a folder without a mark may be an unmounted disk. Throws a StartError if
 * strangers can read the bucket or if it has the mark of another practice.
 */
async function prepareBucket(store: S3Store, name: string, id: string): Promise<void> {
  if (await store.isPublic())
    throw new StartError(`Anyone can read ${name}. Close it to the public before backups go there.`)
  await markStore(store, name, id)
}

/** Returns the name of a destination for messages and the dashboard. */
export const destinationName = (settings: DestinationSettings): string =>
  settings.kind === 'folder'
    ? settings.folder
    : `${settings.bucket}/${settings.prefix} at ${new URL(settings.endpoint).host}`

/** Opens a destination. Throws a StartError for a folder that the server may not write to or that is inside the data folder. */
export function openDestination(
  places: DestinationPlaces,
  settings: DestinationSettings,
  outbound: Pick<Outbound, 'request'> = openOutbound({
    localHosts: places.backupLocalHosts,
    timeoutMilliseconds: bucketMilliseconds,
  }),
): BackupDestination {
  const name = destinationName(settings)
  if (settings.kind === 's3') return { name, store: new S3Store(settings, outbound), isDefault: false, folder: null }
  const path = requireAllowedFolder(places, settings.folder)
  if (isInData(places, path))
    throw new StartError(`${settings.folder} is in the folder of the data, which backups copy. Choose another folder.`)
  return { name, store: new FolderStore(path), isDefault: false, folder: path }
}

/** Opens the folder `backups` in the data folder, which needs no `--init`. */
export function openDefaultDestination({ dataDir }: Pick<Config, 'dataDir'>): BackupDestination {
  const folder = join(dataDir, dailyBackupFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { name: folder, store: new FolderStore(folder), isDefault: true, folder }
}

/**
 * Returns the real path of a folder. Throws a StartError if the folder does not exist, or if it is neither one of `BACKUP_FOLDERS` nor inside one
 * after all links are resolved.
 */
export function requireAllowedFolder({ backupFolders }: Pick<Config, 'backupFolders'>, folder: string): string {
  const path = realPathOf(resolve(folder))
  if (path === null)
    throw new StartError(`There's no folder ${folder}. If it's on another disk, check that the disk is mounted.`)
  const allowed = backupFolders.flatMap((each) => realPathOf(each) ?? [])
  if (allowed.some((each) => each === path || isBelow(each, path))) return path
  throw new StartError(
    `Attune writes backups only below the folders of BACKUP_FOLDERS, and ${folder} isn't one. Add it to .env: BACKUP_FOLDERS=${[...backupFolders, path].join(',')}`,
  )
}

/** Whether a folder is inside the data folder. Each backup would then contain the earlier ones. */
function isInData({ dataDir }: DestinationPlaces, path: string): boolean {
  const data = realPathOf(dataDir)
  return data !== null && (data === path || isBelow(data, path))
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

function isBelow(parent: string, path: string): boolean {
  const way = relative(parent, path)
  return way !== '' && way.split(/[\\/]/)[0] !== '..' && resolve(parent, way) === path && dirname(path) !== path
}
