import { setTimeout as pause } from 'node:timers/promises'
import { hasRecentBackup, readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { pendingMigrations } from '../../../../platform/database/migrate/migrate.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { backUp, type BackupDatabase, type BackupPlaces } from './back-up.ts'
import { BackupRunningError } from '../../../../platform/backup/progress.ts'
import { printProgress } from './print-progress.ts'

/** How long to wait before asking again whether a backup that runs has ended, and for how long altogether, in milliseconds. */
const [pauseMilliseconds, patienceMilliseconds] = [500, 10 * 60_000]

/** Backs up the data before a change that cannot be undone otherwise, unless a backup of the last hour exists. It is not proved, so that nobody waits for that. */
export async function backUpFirst(places: BackupPlaces, database: BackupDatabase, now: Date): Promise<void> {
  const begun = performance.now()
  while (!hasRecentBackup(places.dataDir, now)) {
    const { zone } = readBackupRecord(places.dataDir)
    try {
      await backUp(places, { at: now, database, isProved: false, zone, onChange: printProgress() })
    } catch (error) {
      // A second server that starts at the same time, or the nightly backup: the backup that runs will do.
      if (!(error instanceof BackupRunningError) || performance.now() - begun > patienceMilliseconds) throw error
      await pause(pauseMilliseconds)
    }
  }
}

/** The argument of `npm start` with which an upgrade makes no backup. */
const withoutBackup = '--without-backup'

/** With this migration, the backup role may read every table of a practice's own Postgres. */
const readableSince = '0200-backup-reads-every-schema.sql'

/**
 * Backs up the data if this version changes the tables of the database behind `url`, which is a practice's own Postgres if `isOwn` is set. A new database
 * needs no backup. Throws a StartError if the backup fails; then nothing was changed.
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
