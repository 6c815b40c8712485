import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'

/** The wall-clock time after which the backup of a day is made. */
const backupTime = '03:00'
/** After an attempt that made no backup, the next one follows after this number of milliseconds. */
const retryMilliseconds = 60 * 60_000

export type BackupAttempts = {
  /** The time of the last backup; the time at which the database was created if there is none. */
  latest: Date
  /** The time of the latest attempt that made no backup; null if there is none after the last backup. */
  failedAt: Date | null
  /** Whether the archive of the log needs a new backup, because it has lost a part of the log or has begun anew. */
  isNeeded?: boolean
}

/** Whether a backup is due: it is needed, or none was made since the last 03:00 of the zone; and the latest failed attempt is an hour old. */
export function isBackupDue({ latest, failedAt, isNeeded = false }: BackupAttempts, now: Date, zone: string): boolean {
  if (failedAt && now.getTime() - failedAt.getTime() < retryMilliseconds) return false
  if (isNeeded) return true
  const { day } = wallClockOf(now.toISOString(), zone)
  const today = Date.parse(instantOf(day, backupTime, zone))
  const last = today <= now.getTime() ? today : Date.parse(instantOf(shiftDay(day, -1), backupTime, zone))
  return latest.getTime() < last
}

/** Returns when the next backup of a day is made: after the next 03:00 of the zone after the last one, an hour after a failed attempt, or now. */
export function nextBackupAt({ latest, failedAt }: BackupAttempts, now: Date, zone: string): Date {
  const { day } = wallClockOf(latest.toISOString(), zone)
  const ofDay = Date.parse(instantOf(day, backupTime, zone))
  const due = ofDay > latest.getTime() ? ofDay : Date.parse(instantOf(shiftDay(day, 1), backupTime, zone))
  const repeated = failedAt ? failedAt.getTime() + retryMilliseconds : 0
  return new Date(Math.max(due, repeated, now.getTime()))
}

/** The names of the daily backups of earlier versions, which are not encrypted. */
const plainBackupName = /^attune-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/
/** So many backups are kept in the default folder. */
export const keptBackups = 2

/** Returns the daily backups of earlier versions that are to be deleted when a folder has a number of encrypted ones. Other files are left alone. */
export function oldPlainBackups(names: readonly string[], encrypted: number): string[] {
  const plain = names.filter((name) => plainBackupName.test(name)).sort()
  return plain.slice(0, Math.max(0, plain.length - Math.max(0, keptBackups - encrypted)))
}
