import { readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type DestinationState, readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { keptBackups, oldPlainBackups } from '../../../../platform/backup/daily-backup.rules.ts'
import { backupTime, listBackups, timeOfBackup } from '../../../../platform/backup/destination/layout.ts'
import { storeLedgerCopy } from '../../../../platform/backup/destination/ledger-copies.ts'
import { markStore, requireMark } from '../../../../platform/backup/destination/mark.ts'
import { pruneBackups } from '../../../../platform/backup/destination/prune.ts'
import {
  keptAtDestination,
  keptInDefaultFolder,
  keptUnproved,
} from '../../../../platform/backup/destination/retention.rules.ts'
import { bytesToSend, sendBackup } from '../../../../platform/backup/destination/send.ts'
import {
  type BackupDestination,
  destinationName,
  type DestinationPlaces,
  openDefaultDestination,
  openDestination,
  readDestinations,
} from '../../../../platform/backup/destination/settings.ts'
import { type BackupKeys, hasPrintedKey } from '../../../../platform/backup/encryption/backup-keys.ts'
import type { PackedBackup } from '../../../../platform/backup/pack-running.ts'
import type { ReportProgress } from '../../../../platform/backup/progress.ts'
import { inGigabytes } from '../../../../platform/backup/space.ts'
import { restoreLedgerBytes } from './restore-ledger.ts'

type NamedBackup = PackedBackup & {
  name: string
  at: Date
  recipients: readonly string[]
  keys: BackupKeys
  zone: string
  isProved: boolean
}

/**
 * Stores a backup at `to`, or at the chosen destinations, or in the default folder if none is chosen, and deletes the old backups there. If no
 * destination can be reached, stores it in the default folder instead. Throws if that fails too, or if `to` fails. Returns the state of each
 * destination.
 */
export async function deliver(
  places: DestinationPlaces,
  backup: NamedBackup,
  to: BackupDestination | null,
  report: ReportProgress,
): Promise<Record<string, DestinationState>> {
  const fallback = openDefaultDestination(places)
  const chosen = to ? [] : readDestinations(places.secretsDir)
  const states: Record<string, DestinationState> = {}
  for (const settings of chosen) {
    const name = destinationName(settings)
    try {
      const reason = await deliverTo(places, backup, openDestination(places, settings), report)
      states[name] = { at: backup.at, failedAt: null, reason }
    } catch (error) {
      states[name] = { at: null, failedAt: backup.at, reason: (error as Error).message }
    }
  }
  if (Object.values(states).some(({ failedAt }) => failedAt === null)) {
    if (backup.isProved) await emptyDefaultFolder(fallback, backup.at)
    return states
  }
  const last = to ?? fallback
  const reason = await deliverTo(places, backup, last, report)
  return { ...states, [last.name]: { at: backup.at, failedAt: null, reason } }
}

/**
 * Deletes the backups in the default folder after a verified backup has reached a destination. If a destination is chosen, the disk of the data
 * should not store a second copy of all files.
 */
async function emptyDefaultFolder({ store, folder }: BackupDestination, now: Date): Promise<void> {
  await pruneBackups(store, () => new Set(), now)
  if (folder !== null) deletePlain(folder, keptBackups)
}

/**
 * Stores a backup and a copy of the ledger at a destination, and deletes the old backups there. Returns the reason if these could not be deleted,
 * otherwise null. Throws if the destination is not marked for this practice or has too little space.
 */
async function deliverTo(
  { dataDir, secretsDir }: DestinationPlaces,
  backup: NamedBackup,
  destination: BackupDestination,
  report: ReportProgress,
): Promise<string | null> {
  const { store, name, isDefault } = destination
  if (isDefault) await markStore(store, name, backup.keys.id)
  else await requireMark(store, name, backup.keys.id)
  const sent = { ...backup, secretsDir: hasPrintedKey(backup.keys) ? secretsDir : null }
  const bytes = await bytesToSend(store, sent)
  await requireFree(destination, bytes)
  report.phase('send', bytes)
  await sendBackup(store, sent, report.add)
  await storeLedgerCopy(store, backup.at, backup.keys, restoreLedgerBytes(secretsDir))
  report.phase('clean-up')
  return deleteOld(dataDir, destination, backup).then(
    () => null,
    (error: Error) => `Old backups couldn't be deleted: ${error.message}`,
  )
}

/** Throws a StartError if a folder has less free space than a number of bytes. */
async function requireFree({ name, folder }: BackupDestination, bytes: number): Promise<void> {
  if (folder === null) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes)
    throw new StartError(`${name} has ${inGigabytes(bavail * bsize)} free, and the backup needs ${inGigabytes(bytes)}.`)
}

async function deleteOld(
  dataDir: string,
  { store, isDefault, folder }: BackupDestination,
  { name, zone, at, isProved }: NamedBackup,
): Promise<void> {
  const newest = timeOfBackup(name)
  const unproved = new Set(readBackupRecord(dataDir).unproved.map((time) => timeOfBackup(backupTime(time)).getTime()))
  if (!isProved) unproved.add(newest.getTime())
  const kept = (times: Date[]) => {
    const proved = times.filter((time) => !unproved.has(time.getTime()))
    const last = isProved ? newest : proved.at(-1)
    const regular = last
      ? isDefault
        ? keptInDefaultFolder(proved, last)
        : keptAtDestination(proved, zone, last)
      : new Set<number>()
    const others = times.filter((time) => unproved.has(time.getTime()))
    return new Set([...regular, ...keptUnproved(others, at)])
  }
  await pruneBackups(store, kept, at)
  if (!isDefault || folder === null) return
  deletePlain(folder, (await listBackups(store)).length)
}

/** Deletes the unencrypted files of earlier versions that encrypted backups have replaced. */
function deletePlain(folder: string, encrypted: number): void {
  for (const each of oldPlainBackups(readdirSync(folder), encrypted)) rmSync(join(folder, each))
}
