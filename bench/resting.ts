// Starts the product without job workers, to measure the cost of scheduling a session without sending its emails.
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'

const config = readConfig(process.env, import.meta.dirname)
const { secrets } = loadSecrets(config.secretsDir)
const app = await createApp(config, secrets, config.databaseUrl ?? '', {
  log: openLog(config.logLevel),
  migrated: true,
  worker: false,
})
console.log(`Attune is running at ${app.address}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
