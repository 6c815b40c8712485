import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'

/** The wall-clock time after which the backup of a day is made. */
const backupTime = '03:00'
/** The wait after an attempt that made no backup, in milliseconds. */
const retryMilliseconds = 60 * 60_000

export type BackupAttempts = {
  /** The time of the last backup; the time at which the database was created if there is none. */
  latest: Date
  /** The time of the latest attempt that made no backup; null if there is none after the last backup. */
  failedAt: Date | null
  /** Whether the archive of the log needs a new backup, because it lost a part of the log or started over. */
  isNeeded?: boolean
}

/**
 * Whether a backup is due. It is due if it is needed or none was made since the last 03:00 in the zone, unless the latest attempt failed within the
 * hour.
 */
export function isBackupDue({ latest, failedAt, isNeeded = false }: BackupAttempts, now: Date, zone: string): boolean {
  if (failedAt && now.getTime() - failedAt.getTime() < retryMilliseconds) return false
  if (isNeeded) return true
  const { day } = wallClockOf(now.toISOString(), zone)
  const today = Date.parse(instantOf(day, backupTime, zone))
  const last = today <= now.getTime() ? today : Date.parse(instantOf(shiftDay(day, -1), backupTime, zone))
  return latest.getTime() < last
}

/**
 * Returns the time of the next daily backup, which is the latest of three times: the first 03:00 in the zone after the last backup, one hour after a
 * failed attempt, and now.
 */
export function nextBackupAt({ latest, failedAt }: BackupAttempts, now: Date, zone: string): Date {
  const { day } = wallClockOf(latest.toISOString(), zone)
  const ofDay = Date.parse(instantOf(day, backupTime, zone))
  const due = ofDay > latest.getTime() ? ofDay : Date.parse(instantOf(shiftDay(day, 1), backupTime, zone))
  const repeated = failedAt ? failedAt.getTime() + retryMilliseconds : 0
  return new Date(Math.max(due, repeated, now.getTime()))
}

/** Matches the names of the daily backups that earlier versions made without encryption. */
const plainBackupName = /^attune-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/
/** The number of backups that the default folder keeps. */
export const keptBackups = 2

/**
 * Returns the names of the unencrypted daily backups of earlier versions that can be deleted from a folder. Keeps the latest of them only as long as
 * the folder has fewer than `keptBackups` encrypted backups; `encrypted` is the number of these. Ignores other files.
 */
export function oldPlainBackups(names: readonly string[], encrypted: number): string[] {
  const plain = names.filter((name) => plainBackupName.test(name)).sort()
  return plain.slice(0, Math.max(0, plain.length - Math.max(0, keptBackups - encrypted)))
}
