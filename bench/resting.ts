// The product without job workers: the cost of scheduling a session without sending its email.
import { openHouse } from '../apps/server/src/house.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets.ts'

const config = readConfig(process.env, import.meta.dirname)
const { secrets } = loadSecrets(config.secretsDir)
const house = await openHouse(config, secrets, config.databaseUrl ?? '', {
  log: openLog(config.logLevel),
  migrated: true,
  worker: false,
})
console.log(`Attune stands at ${house.address}`)
process.on('SIGTERM', () => void house.close().then(() => process.exit(0)))
