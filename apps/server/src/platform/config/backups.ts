import { join, resolve } from 'node:path'
import { requirePossibleFolder } from './folders.ts'
import { showValue } from './values.ts'
import { readLocalHosts } from './addresses.ts'
import { dailyBackupFolder } from '../data-folder/work-folders.ts'

export type BackupConfig = {
  /** The folders below which the server writes backups. Paths are absolute. */
  backupFolders: string[]
  /** Hosts on this machine or in its network on which backups may be stored, as `host:port`. */
  backupLocalHosts: string[]
  /** The maximum rate in kilobytes per second at which a running database is copied, so that a backup does not slow down people's work. */
  backupKilobytesPerSecond: number
}

export const backupNames = ['BACKUP_FOLDERS', 'BACKUP_LOCAL_HOSTS', 'MAX_RATE'] as const

const usualRate = 15_000
/** The lowest and the highest rate that Postgres accepts, in kilobytes per second. */
const [lowestRate, highestRate] = [32, 1_048_576]

/** Reads the settings of backups. Adds a sentence to `mistakes` for each wrong value. */
export function readBackupConfig(
  read: (name: (typeof backupNames)[number]) => string | null,
  { dir, dataDir }: { dir: string; dataDir: string },
  mistakes: string[],
): BackupConfig {
  const folders = (read('BACKUP_FOLDERS') ?? '').split(',').flatMap((folder) => folder.trim() || [])
  const paths = folders.map((folder) => resolve(dir, folder))
  for (const path of paths) requirePossibleFolder('BACKUP_FOLDERS', path, mistakes)
  const rate = read('MAX_RATE') ?? String(usualRate)
  const isRate = /^\d{1,7}$/.test(rate) && Number(rate) >= lowestRate && Number(rate) <= highestRate
  if (!isRate)
    mistakes.push(
      `MAX_RATE must be a number of kilobytes in a second from ${lowestRate} to ${highestRate}, not ${showValue(rate)}.`,
    )
  return {
    backupFolders: paths.length > 0 ? paths : [join(dataDir, dailyBackupFolder)],
    backupLocalHosts: readLocalHosts('BACKUP_LOCAL_HOSTS', read('BACKUP_LOCAL_HOSTS'), mistakes),
    backupKilobytesPerSecond: isRate ? Number(rate) : usualRate,
  }
}
