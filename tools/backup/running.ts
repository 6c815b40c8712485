import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupDatabase } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { hasDatabase } from '../../apps/server/src/platform/database/existing.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'

type Places = Pick<Config, 'dataDir' | 'secretsDir'> & Partial<Pick<Config, 'databaseUrl'>>

/**
 * Calls `work` with the database of the practice: its own Postgres, or the embedded one. If the embedded one does not run, starts it and stops it
 * afterwards.
 */
export async function withRunningDatabase<Result>(
  { dataDir, secretsDir, databaseUrl = null }: Places,
  work: (database: BackupDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) {
    if (!(await hasDatabase({ dataDir, databaseUrl })))
      throw new StartError("There's nothing to back up: the database in DATABASE_URL has no tables of Attune.")
    return work({ url: databaseUrl })
  }
  const cluster = clusterPath(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There's nothing to back up: ${dataDir} has no database yet.`)
  const running = findPostmaster(cluster)
  if (running?.ready) return work({ port: running.port })
  const embedded = await startEmbedded({ dataDir, password: loadSecrets(secretsDir).secrets.dbPasswords.install })
  try {
    return await work({ port: embedded.port })
  } finally {
    await embedded.stop()
  }
}
