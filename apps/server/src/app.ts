import { emails } from './emails.ts'
import { features } from './features.ts'
import { ensureProfile } from './features/people/profile/profile.ts'
import type { AppContext } from './platform/app-context.ts'
import { scheduleHealthChecks } from './features/practice/administration/health/health.ts'
import { readChannelSettings } from './features/messages/channel-setup/channel-setup.ts'
import { reconcileMarks } from './features/billing/invoice/invoice.ts'
import { linkPages } from './features/people/login/sign-in/link-pages.ts'
import { jobHandlers } from './jobs.ts'
import { openAssistant } from './platform/assistant/endpoint.client.ts'
import { openAuth } from './platform/auth/auth.ts'
import type { PasswordCost } from './platform/auth/engine/password-hash.ts'
import { responseIntervals, type ResponseIntervals } from './platform/auth/limit/response-intervals.ts'
import { mountTextHooks, type TextHandlers } from './platform/channels/text-hooks.ts'
import { openTexts, type Texts } from './platform/channels/texts.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type GoogleOrigins, googleOrigins } from './platform/config/google-calendar.ts'
import type { Config } from './platform/config/config.ts'
import { openDb } from './platform/database/actor.ts'
import { connectionOptions, openPool } from './platform/database/pools.ts'
import type { Feature } from './platform/feature.ts'
import { openAvatars } from './platform/files/avatars.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { type Http, type HttpOptions, openHttp } from './platform/http/server.ts'
import { openSite } from './platform/http/site/site.ts'
import { openJobs } from './platform/jobs/job-worker.ts'
import { scheduleCleanup } from './platform/jobs/cleanup.ts'
import { type Log, openLog } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import type { NativePushOrigins } from './platform/native-push/device-message.ts'
import { openNativePush } from './platform/native-push/native-push.ts'
import { type Outbound, openOutbound } from './platform/outbound/outbound.ts'
import { openStripe } from './platform/payments/stripe.ts'
import { openRequestLimits } from './platform/policy/request-limits.ts'
import { openProviderKeys } from './platform/provider-keys/provider-keys.ts'
import { openChangeFeed } from './platform/realtime/change-feed.ts'
import { openChangeListeners } from './platform/realtime/change-listeners.ts'
import { openSockets } from './platform/realtime/sockets.ts'
import { markPractice, type Secrets } from './platform/secrets/secrets.ts'
import { createRouter } from './router.ts'
import { practiceExists, migrateDatabase } from './start-database.ts'
import { textHandlers } from './text-handlers.ts'

export type RunningApp = AppContext & {
  /** The origin of the server. */
  address: string
  port: number
  /** The one-time link to create the first admin; null if an admin exists. */
  setupLink: string | null
  /** Messages for the person who starts the server. */
  notes: string[]
  close(): Promise<void>
}

/** Options for tests and tools. `npm start` sets only `log`. */
export type AppOptions = {
  clock?: Clock
  log?: Log
  http?: HttpOptions
  /** Replaces the limit of calls without a login per network and minute. */
  openCallsPerMinute?: number | undefined
  /** The cost of hashing a password. The default is in password-hash.ts. */
  passwordCost?: PasswordCost | undefined
  /** The times that hide whether an account exists. Default: those of response-intervals.ts. */
  responseIntervals?: ResponseIntervals | undefined
  poolSize?: number
  /** The maximum polling interval of a job queue, in seconds. */
  maxPollSeconds?: number
  migrated?: boolean
  worker?: boolean
  outbound?: Outbound
  /** Replaces the setup of SMS and WhatsApp. */
  texts?: Texts
  /** The origin of the API of the provider of texts, instead of the real one. */
  textApiOrigin?: string
  /** The origin of the API of the provider of online payments, instead of the real one. */
  paymentApiOrigin?: string
  /** Replaces the providers of push notifications to devices. */
  nativePushOrigins?: NativePushOrigins
  /** Replaces the origins of Google for calendars. */
  googleOrigins?: GoogleOrigins
  /** Replaces the handlers of the events that the provider of texts sends. */
  textHandlers?: TextHandlers
  /** Replaces the hosts of push services that the admin allows. */
  isPushHost?: (host: string) => boolean
  /** Replaces the check for free disk space. */
  isDiskFull?: (share?: number) => Promise<boolean>
}

const mountsOfFeatures = Object.values<Feature>(features).flatMap(({ mounts }) => mounts ?? [])

/** Migrates the database and starts all services: pool, auth, mail, realtime, HTTP, jobs. */
export async function createApp(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  options: AppOptions = {},
): Promise<RunningApp> {
  const { clock = systemClock, log = openLog(config.logLevel) } = options
  if (!options.migrated) await migrateDatabase(databaseUrl, secrets)

  const pool = openPool(databaseUrl, secrets, options.poolSize)
  const db = openDb(pool)
  const site = await openSite(config, db, clock)
  const auth = openAuth({
    connection: connectionOptions(databaseUrl, 'attune_auth_app', secrets),
    secrets,
    clock,
    log,
    origin: site.origin,
    offered: site.settings,
    linkPages,
    providers: config.providers,
    ...(options.passwordCost && { passwordCost: options.passwordCost }),
  })
  const requestLimits = openRequestLimits({
    site,
    rateLimit: auth.rateLimit,
    db,
    clock,
    log,
    isEnforced: config.limitsWrites,
    ...(options.openCallsPerMinute !== undefined && { replaced: { signIn: options.openCallsPerMinute } }),
  })
  const mail = createMailer({ config, db, auth, site, clock, log, emails })
  const jobs = openJobs(databaseUrl, secrets, log, options.maxPollSeconds)
  const sockets = openSockets({ config, site, log, auth })
  const changes = openChangeListeners()
  const relay = openChangeFeed(databaseUrl, secrets, log, async (published) => {
    // Another process may have changed the settings. The site reads them before the pages of this process do.
    if (published.some((change) => change.table_name === 'product_setting')) await site.refresh()
    changes.publish(published)
    await sockets.publish(published)
  })
  const outbound = options.outbound ?? openOutbound()
  const providerKeys = openProviderKeys(db, secrets.providerKey)
  const read = () => readChannelSettings(db, providerKeys)
  const texts = options.texts ?? (await openTexts({ read, outbound, site, log, apiOrigin: options.textApiOrigin }))
  const context: AppContext = {
    config,
    secrets,
    log,
    clock,
    db,
    auth,
    requestLimits,
    site,
    mailer: mail,
    jobs,
    sockets,
    changes,
    avatars: openAvatars(config.dataDir, clock),
    fileStore: openFileStore(config.dataDir, options.isDiskFull),
    outbound,
    nativePush: openNativePush({ config: config.nativePush, outbound, clock, origins: options.nativePushOrigins }),
    calendarOutbound: openOutbound({ localHosts: config.calendarLocalHosts, timeoutMilliseconds: 20_000 }),
    google: { client: config.googleCalendar, origins: options.googleOrigins ?? googleOrigins },
    providerKeys,
    texts,
    assistant: openAssistant({ outbound: openOutbound({ localHosts: config.assistantLocalHosts }), clock }),
    payments: openStripe({ outbound, apiOrigin: options.paymentApiOrigin }),
    isPushHost: options.isPushHost ?? texts.isPushHost,
    responseIntervals: options.responseIntervals ?? responseIntervals,
  }

  let http: Http | null = null
  let stopSweeping = () => {}
  let stopChecking = () => {}
  const close = async () => {
    stopSweeping()
    stopChecking()
    site.close()
    texts.close()
    await Promise.all([sockets.close(), http?.close(), relay.stop(), jobs.stop()])
    await requestLimits.close()
    mail.close()
    await Promise.all([auth.close(), pool.end()])
  }
  try {
    await relay.start()
    // Before the first request, so that no invoice takes a number that was issued before a restore.
    await reconcileMarks(context)
    http = await openHttp(context, createRouter(ensureProfile), {
      ...options.http,
      mounts: [...mountsOfFeatures, mountTextHooks(options.textHandlers ?? textHandlers)],
    })
    sockets.attach(http.server)
    const address = `${config.tls ? 'https' : 'http'}://localhost:${http.port}`
    site.setLocalAddress(address)
    stopSweeping = scheduleCleanup({ db, log })
    if (options.worker !== false) {
      stopChecking = scheduleHealthChecks(context)
      await jobs.start(jobHandlers, context)
    }
    const hasPractice = await practiceExists(db)
    if (hasPractice) markPractice(config.secretsDir)
    const setupLink = hasPractice ? null : await auth.linkFor('setup', 'first-admin', Date.now())
    return { ...context, address: site.origin(), port: http.port, setupLink, notes: [], close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
