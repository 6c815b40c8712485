// The product without job workers: the cost of scheduling a session without sending its email.
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets.ts'

const config = readConfig(process.env, import.meta.dirname)
const { secrets } = loadSecrets(config.secretsDir)
const house = await createApp(config, secrets, config.databaseUrl ?? '', {
  log: openLog(config.logLevel),
  migrated: true,
  worker: false,
})
console.log(`Attune stands at ${house.address}`)
process.on('SIGTERM', () => void house.close().then(() => process.exit(0)))
