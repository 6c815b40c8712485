import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type {
  BackupPlace,
  StoredBackup,
} from '@attune/contract/features/practice/administration/administration.backups'
import type { DestinationProblem } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { backupKeysOf, backupNameOf, prefixes, readHeader } from '../../../../platform/backup/destination/layout.ts'
import { latestLedgerCopy } from '../../../../platform/backup/destination/ledger-copies.ts'
import { readMark } from '../../../../platform/backup/destination/mark.ts'
import { destinationProblemOf, openToRead } from '../../../../platform/backup/destination/probe.ts'
import {
  type DestinationPlaces,
  type DestinationSettings,
  destinationName,
  openDefaultDestination,
  readDestinations,
} from '../../../../platform/backup/destination/settings.ts'
import { readBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import { type BackupRecord, readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { dailyBackupFolder } from '../../../../platform/data-folder/work-folders.ts'
import type { ObjectInfo, ObjectStore } from '../../../../platform/object-store/object-store.ts'

/** The number of backup headers that are read in parallel. */
const headersAtOnce = 8

/** A place of backups with the time of its latest copy of the list of erasures; null if it has none or can't be read. */
export type StoredPlace = { place: BackupPlace; erasuresAt: Date | null }

/** Reads the backups of the chosen destinations, followed by those of the default folder. */
export async function readStoredBackups(config: DestinationPlaces): Promise<StoredPlace[]> {
  const record = readBackupRecord(config.dataDir)
  const chosen = readDestinations(config.secretsDir)
  return Promise.all([
    ...chosen.map((settings) => readPlace(config, settings, record)),
    readDefaultPlace(config, record),
  ])
}

async function readPlace(
  config: DestinationPlaces,
  settings: DestinationSettings,
  record: BackupRecord,
): Promise<StoredPlace> {
  const name = destinationName(settings)
  const known = { name, kind: settings.kind, restoreCommand: restoreCommandOf(addressOf(settings)) }
  const unread = (problem: DestinationProblem) => ({ place: { ...known, problem, backups: [] }, erasuresAt: null })
  const opened = openToRead(config, settings)
  if ('problem' in opened) return unread(opened.problem)
  try {
    const problem = await findMarkProblem(config, opened.store)
    if (problem) return unread(problem)
    const { backups, erasuresAt } = await readContent(opened.store, record)
    return { place: { ...known, problem, backups }, erasuresAt }
  } catch (error) {
    return unread(destinationProblemOf(error))
  }
}

/**
 * Whether a chosen folder no longer has its mark, for example because its disk is not mounted. The health check calls this every minute, so it does
 * not test buckets, which charge for requests. The log archive opens each bucket every four minutes and detects a lost one.
 */
export async function isFolderLost(config: DestinationPlaces): Promise<boolean> {
  const folders = readDestinations(config.secretsDir).filter(({ kind }) => kind === 'folder')
  const problems = await Promise.all(folders.map((settings) => findFolderProblem(config, settings)))
  return problems.some((problem) => problem !== null)
}

async function findFolderProblem(
  config: DestinationPlaces,
  settings: DestinationSettings,
): Promise<DestinationProblem | null> {
  const opened = openToRead(config, settings)
  if ('problem' in opened) return opened.problem
  return findMarkProblem(config, opened.store).catch(destinationProblemOf)
}

async function findMarkProblem(config: DestinationPlaces, store: ObjectStore): Promise<DestinationProblem | null> {
  const mark = await readMark(store)
  if (mark === null) return 'not-marked'
  return mark === readBackupKeys(config.secretsDir)?.id ? null : 'other-practice'
}

/** Reads the default folder for backups on the disk of the data. It exists after the first backup. */
async function readDefaultPlace(config: DestinationPlaces, record: BackupRecord): Promise<StoredPlace> {
  const name = join(config.dataDir, dailyBackupFolder)
  const known = { name, kind: 'default' as const, restoreCommand: restoreCommandOf(name), problem: null }
  if (!existsSync(name)) return { place: { ...known, backups: [] }, erasuresAt: null }
  const { backups, erasuresAt } = await readContent(openDefaultDestination(config).store, record)
  return { place: { ...known, backups }, erasuresAt }
}

async function readContent(
  store: ObjectStore,
  record: BackupRecord,
): Promise<{ backups: StoredBackup[]; erasuresAt: Date | null }> {
  const [backups, erasuresAt] = await Promise.all([readBackups(store, record), latestLedgerCopy(store)])
  return { backups, erasuresAt }
}

/** Returns a destination in the form that the restore command accepts: a folder, or the address of a bucket. */
const addressOf = (settings: DestinationSettings): string =>
  settings.kind === 'folder'
    ? settings.folder
    : `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}/${settings.prefix}`.replace(/\/+$/, '')

/** Returns the restore command for the guide. Quotes a path that a shell would split. */
const restoreCommandOf = (from: string): string =>
  `npm run restore -- ${/^[\w.:/-]+$/.test(from) ? from : `'${from.replaceAll("'", `'\\''`)}'`}`

/** Reads the complete backups of a store, newest first. Skips a backup whose header cannot be read. */
async function readBackups(store: ObjectStore, record: BackupRecord): Promise<StoredBackup[]> {
  const objects = new Map<string, ObjectInfo>()
  for (const prefix of [prefixes.databases, prefixes.secrets])
    for (const object of await store.list(prefix)) objects.set(object.key, object)
  const names = [...objects.keys()].flatMap((key) => {
    const name = backupNameOf(key)
    return name !== null && key === backupKeysOf(name).header ? name : []
  })
  const found: StoredBackup[] = []
  for (let from = 0; from < names.length; from += headersAtOnce) {
    const some = names.slice(from, from + headersAtOnce)
    found.push(...(await Promise.all(some.map((name) => readBackup(store, name, objects, record)))).flat())
  }
  return found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

async function readBackup(
  store: ObjectStore,
  name: string,
  objects: ReadonlyMap<string, ObjectInfo>,
  record: BackupRecord,
): Promise<StoredBackup[]> {
  const keys = backupKeysOf(name)
  const archive = objects.get(keys.archive)
  const header = await readHeader(store, name).then(
    ({ header: read }) => read,
    () => null,
  )
  if (!archive || !header) return []
  const { at, size, keys: fingerprints } = header
  return [
    {
      name,
      at,
      size,
      storedBytes: archive.size,
      keys: fingerprints,
      hasSecrets: objects.has(keys.secrets),
      isProved: isProved(record, at),
    },
  ]
}

/** Whether the backup made at the time `at` was verified; null if that is unknown, for example on a machine to which a backup was restored. */
function isProved({ proved, unproved }: BackupRecord, at: string): boolean | null {
  if (unproved.some((time) => time.toISOString() === at)) return false
  return proved === null ? null : true
}
