// npm run backup [-- file]: backs up the data of a stopped server to a file, without the secrets.
import { dirname, join, resolve } from 'node:path'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/restore-marker.ts'
import { defaultBackupFolder, removeAbandonedWork } from '../apps/server/src/platform/work-folders.ts'
import { runOnEmbeddedData, repositoryRoot } from './backup/command.ts'
import { pack } from './backup/pack.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const otherwise =
  'As its superuser, run pg_dump --format=custom --file=attune.dump "$DATABASE_URL", then copy the folder ATTUNE_DATA.'

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
  console.log(
    `Backup saved to ${target}. It doesn't include the secrets in ${config.secretsDir}. Keep a separate copy of those.`,
  )
})
