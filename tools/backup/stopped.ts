import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { withConnection } from '../../apps/server/src/platform/database/connection.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/**
 * Makes sure that the embedded database is stopped. Stops the database of a killed server. Throws a StartError if a
 * running server uses the database. Returns a function that throws a StartError if the database was started again in
 * the meantime.
 */
export async function requireStoppedDatabase(config: Config): Promise<() => void> {
  const cluster = clusterPath(config.dataDir)
  if (findPostmaster(cluster)) await stopOrphan(config)
  return () => {
    if (findPostmaster(cluster))
      throw new StartError('Someone started Attune in the meantime, so nothing was changed. Stop it and try again.')
  }
}

async function stopOrphan({ dataDir, secretsDir }: Config): Promise<void> {
  const { dbPasswords } = loadSecrets(secretsDir).secrets
  const orphan = await startEmbedded({ dataDir, password: dbPasswords.install })
  // A running server always has connections to its database. The connections of a killed server are closed.
  if (await isUsed(orphan.url))
    throw new StartError('Attune is using this data. Stop it (Ctrl+C), try again, then start it again.')
  await orphan.stop()
}

async function isUsed(url: string): Promise<boolean> {
  const { rows } = await withConnection(url, (db) =>
    db.query<{ used: boolean }>(
      `select exists (select from pg_stat_activity where usename is not null and datname is not null and pid <> pg_backend_pid()) as used`,
    ),
  )
  return rows[0]?.used ?? true
}
