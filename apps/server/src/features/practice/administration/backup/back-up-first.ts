import { setTimeout as pause } from 'node:timers/promises'
import { hasRecentBackup, readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { pendingMigrations } from '../../../../platform/database/migrate/migrate.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { backUp, type BackupDatabase, type BackupPlaces } from './back-up.ts'
import { BackupRunningError } from '../../../../platform/backup/progress.ts'
import { printProgress } from './print-progress.ts'

/** The interval at which to check whether a running backup has ended, and the longest wait, in milliseconds. */
const [pauseMilliseconds, patienceMilliseconds] = [500, 10 * 60_000]

/**
 * Backs up the data before a change that cannot be undone otherwise, unless there is a backup from the last hour. The backup is not verified, so that
 * the change is not delayed. Waits up to 10 minutes for a running backup. Throws if no backup can be made.
 */
export async function backUpFirst(places: BackupPlaces, database: BackupDatabase, now: Date): Promise<void> {
  const begun = performance.now()
  while (!hasRecentBackup(places.dataDir, now)) {
    const { zone } = readBackupRecord(places.dataDir)
    try {
      await backUp(places, { at: now, database, isProved: false, zone, onChange: printProgress() })
    } catch (error) {
      // Another server or the nightly backup has started a backup. Waits for that one instead of making another.
      if (!(error instanceof BackupRunningError) || performance.now() - begun > patienceMilliseconds) throw error
      await pause(pauseMilliseconds)
    }
  }
}

/** The argument of `npm start` that skips the backup before an upgrade. */
const withoutBackup = '--without-backup'

/** The migration after which the backup role may read every table of a practice's own Postgres. */
const readableSince = '0200-backup-reads-every-schema.sql'

/**
 * Backs up the data if this version changes the tables of the database at `url`. With `isOwn`, that is a practice's own Postgres. A new database
 * needs no backup. Makes none if `args` contains `--without-backup`, or if the backup role cannot read all tables yet. Throws a StartError if the
 * backup fails, and then changes nothing.
 */
export async function backUpBeforeUpgrade(
  places: BackupPlaces,
  url: string,
  args: readonly string[],
  now: Date,
  isOwn = false,
): Promise<void> {
  const pending = args.includes(withoutBackup) ? [] : await pendingMigrations(url)
  if (pending.length === 0) return
  if (isOwn && pending.includes(readableSince)) {
    console.log("This version changes the database. Attune can't back it up yet: an earlier version made it.")
    return
  }
  console.log('This version changes the database, so Attune backs it up first.')
  try {
    await backUpFirst(places, isOwn ? { url } : { port: Number(new URL(url).port) }, now)
  } catch (cause) {
    throw new StartError(
      `${(cause as Error).message}\nNothing was changed. To upgrade without a backup: npm start -- ${withoutBackup}`,
      { cause },
    )
  }
}
