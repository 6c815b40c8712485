import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { hasDatabase } from '../../apps/server/src/platform/database/existing.ts'
import { probeDatabase } from '../../apps/server/src/platform/database/probe.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'

/**
 * Runs `work` with the URL of the database. Starts the embedded database for the duration of `work` if it does not run. Throws a StartError if there
 * is no database yet.
 */
export async function onDatabase(
  config: Config,
  { dbPasswords }: Secrets,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl) {
    await probeDatabase(config.databaseUrl)
    return work(config.databaseUrl)
  }
  const running = findPostmaster(clusterPath(config.dataDir))
  if (running) {
    return work(`postgres://attune:${encodeURIComponent(dbPasswords.install)}@127.0.0.1:${running.port}/attune`)
  }
  if (!(await hasDatabase(config))) throw new StartError(`${config.dataDir} has no database yet.`)
  const embedded = await startEmbedded({ dataDir: config.dataDir, password: dbPasswords.install })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
