// Starts the server like `npm start`, but lets it call doubles of external services on this machine. DOUBLE_ORIGINS lists their origins, separated
// by commas. TEXT_API_ORIGIN and PAYMENT_API_ORIGIN are the origins of the doubles of the text message and payment providers,
// GOOGLE_ACCOUNTS_ORIGIN and GOOGLE_API_ORIGIN those of Google's accounts and calendars. DEVICE_PUSH_ORIGINS contains, as JSON, the origins of the
// doubles of the native push providers.
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import type { NativePushOrigins } from '../apps/server/src/platform/native-push/device-message.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/outbound.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'

const {
  DOUBLE_ORIGINS: origins = '',
  TEXT_API_ORIGIN: textApiOrigin,
  PAYMENT_API_ORIGIN: paymentApiOrigin,
  DEVICE_PUSH_ORIGINS: devicePushOrigins,
  GOOGLE_ACCOUNTS_ORIGIN: googleAccounts,
  GOOGLE_API_ORIGIN: googleApi,
  ...env
} = process.env
const trusted = origins.split(',')
const config = readConfig(env, import.meta.dirname)
const app = await createApp(config, loadSecrets(config.secretsDir).secrets, config.databaseUrl ?? '', {
  log: openLog(config.logLevel),
  outbound: openOutbound({ trusted }),
  ...(textApiOrigin && { textApiOrigin }),
  ...(paymentApiOrigin && { paymentApiOrigin }),
  ...(devicePushOrigins && { nativePushOrigins: JSON.parse(devicePushOrigins) as NativePushOrigins }),
  ...(googleAccounts &&
    googleApi && { googleOrigins: { accounts: googleAccounts, tokens: googleAccounts, api: googleApi } }),
  isPushOrigin: (origin) => trusted.includes(origin),
})
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
console.log(`Attune is running at ${app.address}`)
