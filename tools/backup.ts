// npm run backup [-- file]: backs up the data to a file, without the secrets, while the server runs or when it is stopped.
// npm run backup -- --record: records that you have backed up the data by other means, for the dashboard of admins.
import { setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { recordBackup } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { touchLedger } from '../apps/server/src/platform/erasures/ledger.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { defaultBackupFolder, removeAbandonedWork } from '../apps/server/src/platform/data-folder/work-folders.ts'
import { runOnEmbeddedData, repositoryRoot } from './backup/command.ts'
import { backUpRunning, isOnSameDisk } from '../apps/server/src/features/practice/administration/backup/back-up.ts'
import { backupNameAt } from '../apps/server/src/platform/backup/daily-backup.rules.ts'
import { pack } from './backup/pack.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const otherwise =
  'As its superuser, run pg_dump --format=custom --file=attune.dump "$DATABASE_URL", then copy the folder ATTUNE_DATA. Then run npm run backup -- --record, so that admins see when the last backup was made.'

if (process.argv[2] === '--record') {
  recordBackup(readConfig(process.env, repositoryRoot).dataDir, new Date())
  console.log('Recorded: the data was backed up just now.')
  process.exit()
}

await runOnEmbeddedData(otherwise, async (config) => {
  // The answers of a running server come first.
  setPriority(10)
  const now = new Date()
  const target = resolve(repositoryRoot, process.argv[2] ?? join(defaultBackupFolder, backupNameAt(now)))
  requireNoUnfinishedRestore(config.dataDir)
  const cluster = clusterPath(config.dataDir)
  const folders = [join(repositoryRoot, defaultBackupFolder), dirname(target)]
  for (const note of removeAbandonedWork(config.dataDir, cluster, folders)) console.log(note)
  // A stopped server does not note that its list of erasures is complete up to this backup.
  touchLedger(config.secretsDir, now)
  const running = findPostmaster(cluster)
  if (running?.ready) {
    console.log('Copying the data while Attune runs …')
    await backUpRunning(config, target, now, running.port)
  } else {
    const requireStopped = await requireStoppedDatabase(config)
    pack(config, target, now, () => {
      requireStopped()
      requireNoUnfinishedRestore(config.dataDir)
    })
    recordBackup(config.dataDir, now, isOnSameDisk(config.dataDir, target))
  }
  console.log(
    `Backup saved to ${target}. It doesn't include the secrets in ${config.secretsDir}. Keep a separate copy of those.`,
  )
})
