// npm run admin:reset -- address: resets the lost second factor of an admin. Use it if no other admin can reset the
// factor in the product.
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { requireNoUnfinishedRestore } from '../apps/server/src/platform/data-folder/restore-marker.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { resetAdmin } from './admin-reset/reset.ts'
import { onDatabase } from './backup/on-database.ts'

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
