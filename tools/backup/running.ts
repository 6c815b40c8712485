import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'

/** Calls `work` with the port of the embedded database. If the database does not run, starts it and stops it again. */
export async function withRunningDatabase<Result>(
  { dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const cluster = clusterPath(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There's nothing to back up: ${dataDir} has no database yet.`)
  const running = findPostmaster(cluster)
  if (running?.ready) return work(running.port)
  const embedded = await startEmbedded({ dataDir, password: loadSecrets(secretsDir).secrets.dbPasswords.install })
  try {
    return await work(Number(new URL(embedded.url).port))
  } finally {
    await embedded.stop()
  }
}
