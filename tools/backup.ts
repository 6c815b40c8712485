// npm run backup [-- file]: backs up the data to a file, without the secrets, while the server runs or when it is stopped.
// npm run backup -- --record: records that you have backed up the data by other means, for the dashboard of admins.
import { mkdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { recordBackup } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { defaultBackupFolder, removeAbandonedWork } from '../apps/server/src/platform/data-folder/work-folders.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { runOnEmbeddedData, repositoryRoot } from './backup/command.ts'
import { packRunning } from './backup/pack-running.ts'
import { pack } from './backup/pack.ts'
import { measureSpace, requireSpace } from './backup/space.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'

const otherwise =
  'As its superuser, run pg_dump --format=custom --file=attune.dump "$DATABASE_URL", then copy the folder ATTUNE_DATA. Then run npm run backup -- --record, so that admins see when the last backup was made.'

if (process.argv[2] === '--record') {
  recordBackup(readConfig(process.env, repositoryRoot).dataDir, new Date())
  console.log('Recorded: the data was backed up just now.')
  process.exit()
}

/** At most this many kilobytes of a running database are copied in a second, so that nobody's work becomes slower. */
const kilobytesPerSecond = 15_000

await runOnEmbeddedData(otherwise, async (config) => {
  // What the people of a running server wait for comes first.
  setPriority(10)
  const now = new Date()
  const name = `attune-${now.toISOString().slice(0, 19).replace(/[:]/g, '-')}Z.tar.gz`
  const target = resolve(repositoryRoot, process.argv[2] ?? join(defaultBackupFolder, name))
  requireNoUnfinishedRestore(config.dataDir)
  const cluster = clusterPath(config.dataDir)
  const folders = [join(repositoryRoot, defaultBackupFolder), dirname(target)]
  for (const note of removeAbandonedWork(config.dataDir, cluster, folders)) console.log(note)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const running = findPostmaster(cluster)
  if (running?.ready) {
    requireSpace(await measureSpace(config, dirname(target)))
    console.log('Copying the data while Attune runs …')
    const password = loadSecrets(config.secretsDir).secrets.dbPasswords.install
    await packRunning(config, target, now, { port: running.port, password, kilobytesPerSecond })
  } else {
    const requireStopped = await requireStoppedDatabase(config)
    pack(config, target, now, () => {
      requireStopped()
      requireNoUnfinishedRestore(config.dataDir)
    })
  }
  recordBackup(config.dataDir, now)
  console.log(
    `Backup saved to ${target}. It doesn't include the secrets in ${config.secretsDir}. Keep a separate copy of those.`,
  )
})
