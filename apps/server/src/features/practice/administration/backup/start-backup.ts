import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { readBackupProgress } from '../../../../platform/backup/progress.ts'
import { type DailyBackupContext, startBackup } from './daily-backup.ts'
import { runBackupOf } from './run-backup.ts'

/**
 * The start times of the running backup processes, by data folder. A process reports its progress only after a moment. Until then, the start time
 * shows that it is running.
 */
const started = new Map<string, Date>()

/** Starts a backup for an admin and returns immediately. Does nothing if one is running. */
export async function backUpNow(context: DailyBackupContext): Promise<void> {
  const { dataDir } = context.config
  if (backupProgress(context.config)) return
  started.set(dataDir, context.clock.now())
  const make = runBackupOf(context.config)
  const run = (now: Date, zone: string) => make(now, zone).finally(() => started.delete(dataDir))
  const isStarted = await startBackup(context, run).catch((error: unknown) => {
    started.delete(dataDir)
    throw error
  })
  if (!isStarted) started.delete(dataDir)
}

/** Returns the progress of the running backup; null if none runs. */
export function backupProgress({ dataDir }: { dataDir: string }): BackupState['progress'] {
  const startedAt = started.get(dataDir)
  const begun = startedAt && { startedAt: startedAt.toISOString(), phase: 'copy' as const, done: 0, total: 0 }
  return readBackupProgress(dataDir) ?? begun ?? null
}
