// Makes a backup in a separate process, so that copying, packing and encrypting never delay a response. Arguments: the root of the repository, the
// time of the backup, and the time zone of the practice.
import { join } from 'node:path'
import { readConfig } from '../../../../platform/config/config.ts'
import { requireNoUnfinishedRestore } from '../../../../platform/data-folder/restore-marker.ts'
import { dailyBackupFolder, removeAbandonedWork } from '../../../../platform/data-folder/work-folders.ts'
import { clusterPath } from '../../../../platform/database/embedded/paths.ts'
import { findPostmaster } from '../../../../platform/database/embedded/postmaster.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { BackupRunningError } from '../../../../platform/backup/progress.ts'
import { type BackupDatabase, backUp } from './back-up.ts'
import { runningCode } from './run-backup.ts'
import { endProcess } from '../../../../platform/process/end-process.ts'
import { lowerPriority } from '../../../../platform/process/lower-priority.ts'

lowerPriority(15)
const [, , root = process.cwd(), time = '', zone = 'UTC'] = process.argv
const config = readConfig(process.env, root)
try {
  requireNoUnfinishedRestore(config.dataDir)
  const cluster = clusterPath(config.dataDir)
  await removeAbandonedWork(config.dataDir, cluster, [join(config.dataDir, dailyBackupFolder)])
  await backUp(config, { at: new Date(time), database: findDatabase(cluster), isProved: true, zone })
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  endProcess(error instanceof BackupRunningError ? runningCode : 1)
}

function findDatabase(cluster: string): BackupDatabase {
  if (config.databaseUrl !== null) return { url: config.databaseUrl }
  const running = findPostmaster(cluster)
  if (!running?.ready) throw new StartError("The database doesn't run.")
  return { port: running.port }
}
