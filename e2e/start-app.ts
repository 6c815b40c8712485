import { createApp, type RunningApp } from '../apps/server/src/app.ts'
import type { AppOptions } from '../apps/server/src/app-services.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import type { NativePushOrigins } from '../apps/server/src/platform/native-push/device-message.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/outbound.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'

/**
 * Starts the server like `npm start`, and lets it call doubles of external services on this machine. DOUBLE_ORIGINS lists their origins, separated
 * by commas. TEXT_API_ORIGIN and PAYMENT_API_ORIGIN are the origins of the doubles of the text message and payment providers,
 * GOOGLE_ACCOUNTS_ORIGIN and GOOGLE_API_ORIGIN those of Google's accounts and calendars. DEVICE_PUSH_ORIGINS contains, as JSON, the origins of the
 * doubles of the native push providers.
 */
export function startApp(environment: NodeJS.ProcessEnv, more: AppOptions = {}): Promise<RunningApp> {
  const {
    DOUBLE_ORIGINS: origins,
    TEXT_API_ORIGIN: textApiOrigin,
    PAYMENT_API_ORIGIN: paymentApiOrigin,
    DEVICE_PUSH_ORIGINS: devicePushOrigins,
    GOOGLE_ACCOUNTS_ORIGIN: googleAccounts,
    GOOGLE_API_ORIGIN: googleApi,
    ...env
  } = environment
  const trusted = origins?.split(',')
  const config = readConfig(env, import.meta.dirname)
  return createApp(config, loadSecrets(config.secretsDir).secrets, config.databaseUrl ?? '', {
    log: openLog(config.logLevel),
    ...(trusted && { outbound: openOutbound({ trusted }), isPushOrigin: (origin) => trusted.includes(origin) }),
    ...(textApiOrigin && { textApiOrigin }),
    ...(paymentApiOrigin && { paymentApiOrigin }),
    ...(devicePushOrigins && { nativePushOrigins: JSON.parse(devicePushOrigins) as NativePushOrigins }),
    ...(googleAccounts &&
      googleApi && { googleOrigins: { accounts: googleAccounts, tokens: googleAccounts, api: googleApi } }),
    ...more,
  })
}
