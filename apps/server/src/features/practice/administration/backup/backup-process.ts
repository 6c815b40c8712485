// Makes the daily backup in a process of its own, so that copying and packing never delay an answer. Arguments: the root of the repository, and
// the time of the backup.
import { readdirSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../../platform/config/config.ts'
import { requireNoUnfinishedRestore } from '../../../../platform/data-folder/restore-marker.ts'
import { dailyBackupFolder, removeAbandonedWork } from '../../../../platform/data-folder/work-folders.ts'
import { clusterPath } from '../../../../platform/database/embedded/paths.ts'
import { findPostmaster } from '../../../../platform/database/embedded/postmaster.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { backUpRunning } from './back-up.ts'
import { backupNameAt, oldBackups } from '../../../../platform/backup/daily-backup.rules.ts'

setPriority(15)
const config = readConfig(process.env, process.argv[2] ?? process.cwd())
const folder = join(config.dataDir, dailyBackupFolder)
try {
  requireNoUnfinishedRestore(config.dataDir)
  const cluster = clusterPath(config.dataDir)
  removeAbandonedWork(config.dataDir, cluster, [folder])
  const running = findPostmaster(cluster)
  if (!running?.ready) throw new StartError("The database doesn't run.")
  const now = new Date(process.argv[3] ?? '')
  await backUpRunning(config, join(folder, backupNameAt(now)), now, running.port)
  for (const name of oldBackups(readdirSync(folder))) rmSync(join(folder, name))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
