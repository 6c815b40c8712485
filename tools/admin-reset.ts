// npm run admin:reset -- address: resets the lost second factor of an admin. Use it if no other admin can reset the
// factor in the product.
import { join } from 'node:path'
import { readConfig, type Config } from '../apps/server/src/platform/config/config.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { hasDatabase } from '../apps/server/src/platform/database/existing.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { probeDatabase } from '../apps/server/src/platform/database/probe.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { loadSecrets, type Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { resetAdmin } from './admin-reset/reset.ts'

try {
  const address = process.argv[2]
  if (!address) throw new StartError('Whose account? npm run admin:reset -- admin@practice.example')
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  requireNoUnfinishedRestore(config.dataDir)
  const { secrets } = loadSecrets(config.secretsDir)
  await onDatabase(config, secrets, (url) => resetAdmin(url, secrets, address))
  console.log(`Two-step verification for ${address} is reset, and the account is signed out everywhere.`)
  console.log('The password stays the same. At the next sign-in, Attune asks to set up two-step verification again.')
  console.log('The audit log records this reset.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/**
 * Runs `work` with the URL of the database. Starts the embedded database for the duration of `work` if it does not run. Throws a StartError if there
 * is no database yet.
 */
async function onDatabase(config: Config, { dbPasswords }: Secrets, work: (url: string) => Promise<void>) {
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
