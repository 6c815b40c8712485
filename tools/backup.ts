// npm run backup [-- file]: backs up the data of a stopped server to a file, without the secrets.
// npm run backup -- --record: records that you have backed up the data by other means, for the dashboard of admins.
import { dirname, join, resolve } from 'node:path'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { recordBackup } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { defaultBackupFolder, removeAbandonedWork } from '../apps/server/src/platform/data-folder/work-folders.ts'
import { runOnEmbeddedData, repositoryRoot } from './backup/command.ts'
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
  const now = new Date()
  const name = `attune-${now.toISOString().slice(0, 19).replace(/[:]/g, '-')}Z.tar.gz`
  const target = resolve(repositoryRoot, process.argv[2] ?? join(defaultBackupFolder, name))
  requireNoUnfinishedRestore(config.dataDir)
  const requireStopped = await requireStoppedDatabase(config)
  const folders = [join(repositoryRoot, defaultBackupFolder), dirname(target)]
  for (const note of removeAbandonedWork(config.dataDir, clusterPath(config.dataDir), folders)) console.log(note)
  pack(config, target, now, () => {
    requireStopped()
    requireNoUnfinishedRestore(config.dataDir)
  })
  recordBackup(config.dataDir, now)
  console.log(
    `Backup saved to ${target}. It doesn't include the secrets in ${config.secretsDir}. Keep a separate copy of those.`,
  )
})
