import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'

/** The wall-clock time after which the backup of a day is made. */
const backupTime = '03:00'
/** After an attempt that made no backup, the next one follows after this number of milliseconds. */
const retryMilliseconds = 60 * 60_000

type Attempts = {
  /** The time of the last backup; the time at which the database was created if there is none. */
  latest: Date
  /** The time of the latest attempt that made no backup; null if there is none after the last backup. */
  failedAt: Date | null
}

/** Whether the backup of a day is due: none was made since the last 03:00 of the zone, and the latest failed attempt is an hour old. */
export function isBackupDue({ latest, failedAt }: Attempts, now: Date, zone: string): boolean {
  if (failedAt && now.getTime() - failedAt.getTime() < retryMilliseconds) return false
  const { day } = wallClockOf(now.toISOString(), zone)
  const today = Date.parse(instantOf(day, backupTime, zone))
  const last = today <= now.getTime() ? today : Date.parse(instantOf(shiftDay(day, -1), backupTime, zone))
  return latest.getTime() < last
}

const backupName = /^attune-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/
/** So many daily backups are kept. */
const keptBackups = 2

/** Returns the name of the backup that is made at a time. */
export const backupNameAt = (at: Date): string => `attune-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** Returns the daily backups of a folder that are to be deleted. Other files are left alone. */
export const oldBackups = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -keptBackups)
