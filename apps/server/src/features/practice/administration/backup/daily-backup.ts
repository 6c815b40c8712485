import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isBackupDue } from '../../../../platform/backup/daily-backup.rules.ts'
import { type BackupProgress, readBackupProgress } from '../../../../platform/backup/progress.ts'
import {
  type BackupRecord,
  readBackupRecord,
  recordBackupProblem,
} from '../../../../platform/data-folder/last-backup.ts'
import { needsBaseBackup, readLogRecord } from '../../../../platform/data-folder/log-record.ts'
import { clusterPath } from '../../../../platform/database/embedded/paths.ts'
import { secretsFile } from '../../../../platform/secrets/secrets.ts'
import { type BackedUp, type RunBackup, runBackupOf } from './run-backup.ts'
import { readSupportHours } from '../settings/support-hours.ts'

export type DailyBackupContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>

const everyMilliseconds = 60_000

/** Backs up the database and the files once a day, as soon as possible after 03:00 in the practice's zone, until the returned function is called. */
export function scheduleDailyBackup(context: DailyBackupContext): () => void {
  let running: Promise<void> | null = null
  const check = () => {
    running ??= backUpIfDue(context)
      .catch((error: unknown) => context.log.warn('the daily backup could not be made', { error }))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(check, everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes a backup with `run` if one is due. Rejects if `run` does, and then makes sure that the problem is recorded. */
export async function backUpIfDue(context: DailyBackupContext, run = runBackupOf(context.config)): Promise<void> {
  const { dataDir, databaseUrl } = context.config
  const now = context.clock.now()
  const { at, problem } = readBackupRecord(dataDir)
  const latest = at ?? practiceSince(context.config) ?? now
  const { zone } = await readSupportHours(context)
  const isNeeded = databaseUrl === null && needsBaseBackup(readLogRecord(dataDir), at)
  if (!isBackupDue({ latest, failedAt: problem?.at ?? null, isNeeded }, now, zone)) return
  await attempt(context, now, zone, run)
}

/**
 * Returns the time at which a practice was created. Until there is a backup, this time counts as the time of the last backup. For a practice with its
 * own Postgres, returns the time of the secrets file, which Attune creates before it connects to the database. Null if there is no database or
 * secrets file yet.
 */
export function practiceSince({ dataDir, secretsDir, databaseUrl }: BackedUp): Date | null {
  const path = databaseUrl === null ? join(clusterPath(dataDir), 'PG_VERSION') : join(secretsDir, secretsFile)
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? null
}

/**
 * Makes a backup and rethrows its error. Records the problem if the process has not done so, for example because it was killed. Without this record,
 * the next attempt would follow immediately.
 */
async function attempt(
  { config: { dataDir } }: DailyBackupContext,
  now: Date,
  zone: string,
  run: RunBackup,
): Promise<void> {
  const before = readBackupRecord(dataDir).problem?.at.getTime()
  try {
    await run(now, zone)
  } catch (error) {
    const isRecorded = readBackupRecord(dataDir).problem?.at.getTime() !== before
    if (!isRecorded) recordBackupProblem(dataDir, { at: now, why: 'failed' })
    throw error
  }
}

/** The progress of the running backup, and the record of earlier backups. */
export type BackupStatus = { running: BackupProgress | null; record: BackupRecord }

export const backupStatus = ({ config }: Pick<AppContext, 'config'>): BackupStatus => ({
  running: readBackupProgress(config.dataDir),
  record: readBackupRecord(config.dataDir),
})

/** Starts a backup in a separate process and returns immediately; `backupStatus` returns its progress. Returns false if one is already running. */
export async function startBackup(context: DailyBackupContext, run = runBackupOf(context.config)): Promise<boolean> {
  const { config, clock, log } = context
  if (readBackupProgress(config.dataDir)) return false
  const { zone } = await readSupportHours(context)
  void attempt(context, clock.now(), zone, run).catch((error: unknown) =>
    log.warn('the backup could not be made', { error }),
  )
  return true
}
