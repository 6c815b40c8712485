import { emails } from './emails.ts'
import { features } from './features.ts'
import type { AppContext } from './platform/app-context.ts'
import { openAssistantPause } from './features/assistant/assistant-setup/assistant-setup.ts'
import { readChannelSettings } from './features/messages/channel-setup/channel-setup.ts'
import { linkPages } from './features/people/login/sign-in/link-pages.ts'
import { openAssistant } from './platform/assistant/endpoint.client.ts'
import type { PasswordCost } from './platform/auth/engine/password-hash.ts'
import { responseIntervals, type ResponseIntervals } from './platform/auth/limit/response-intervals.ts'
import type { TextHandlers } from './platform/channels/text-hooks.ts'
import { openTexts, type Texts } from './platform/channels/texts.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type GoogleOrigins, googleOrigins } from './platform/config/google-calendar.ts'
import type { Config } from './platform/config/config.ts'
import { type Db, openDb } from './platform/database/actor.ts'
import type { MigrationWait } from './platform/database/migrate/migrate.ts'
import { connectionOptions, openPool } from './platform/database/pools.ts'
import { openErasureLedger } from './platform/erasures/ledger.ts'
import { openAvatars } from './platform/files/avatars.ts'
import { openFileObjects } from './platform/files/file-objects.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { openExportStore } from './platform/personal-export/export-store.ts'
import type { Feature } from './platform/feature.ts'
import type { HttpOptions } from './platform/http/server.ts'
import { openSite, type Site } from './platform/http/site/site.ts'
import { openJobs } from './platform/jobs/job-worker.ts'
import { type Log, openLog } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { openMetrics } from './platform/metrics/open-metrics.ts'
import type { MetricSources } from './platform/metrics/sources.ts'
import type { NativePushOrigins } from './platform/native-push/device-message.ts'
import { openNativePush } from './platform/native-push/native-push.ts'
import { type Outbound, openOutbound } from './platform/outbound/outbound.ts'
import { openStripe } from './platform/payments/stripe.ts'
import { openProviderKeys } from './platform/provider-keys/provider-keys.ts'
import { openChangeListeners } from './platform/realtime/change-listeners.ts'
import { openNodeMessages } from './platform/realtime/node-messages.ts'
import { openSockets } from './platform/realtime/sockets.ts'
import { openVideoRelay } from './platform/relay/video-relay.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import { type Auth, openAuth } from './platform/auth/auth.ts'
import type { IdleMinutes } from './platform/auth/login/screen-lock.ts'
import { openRequestLimits, type RequestLimits } from './platform/policy/request-limits.ts'
import { type ChangeFeed, type FeedChange, openChangeFeed } from './platform/realtime/change-feed.ts'

const allFeatures = Object.values<Feature>(features)
const partsOfFeatures = {
  exportContributions: allFeatures.flatMap(({ exports }) => exports ?? []),
  deletionKinds: allFeatures.flatMap(({ deletion }) => deletion ?? []),
}

/** Options for tests and tools. `npm start` sets only `log` and `beforeOpening`. */
export type AppOptions = {
  clock?: Clock
  log?: Log
  /** Called once everything but jobs and requests has started. Jobs run and requests are answered only after it. */
  beforeOpening?: ((context: AppContext) => Promise<void>) | undefined
  http?: HttpOptions
  /** Replaces the maximum number of calls without a login that one network can make per minute. */
  openCallsPerMinute?: number | undefined
  /** The cost of hashing a password. The default is in password-hash.ts. */
  passwordCost?: PasswordCost | undefined
  /** Replaces the idle times in the site's settings, after which a login is locked. For tests that move the clock. */
  idleMinutes?: IdleMinutes | undefined
  /** The minimum response times that hide whether an account exists. Default: those of response-intervals.ts. */
  responseIntervals?: ResponseIntervals | undefined
  poolSize?: number
  /** The maximum polling interval of a job queue, in seconds. */
  maxPollSeconds?: number
  migrated?: boolean
  /** Reports servers of an earlier version that have to stop before the database is migrated, and can end the wait for them. */
  migrationWait?: MigrationWait
  worker?: boolean
  /** Whether to make daily backups. Default: true. */
  dailyBackup?: boolean
  outbound?: Outbound
  /** Replaces the setup of SMS and WhatsApp. */
  texts?: Texts
  /** Replaces the origin of the text message provider's API. */
  textApiOrigin?: string
  /** Replaces the origin of the online payment provider's API. */
  paymentApiOrigin?: string
  /** Replaces the origins of the providers of push notifications to devices. */
  nativePushOrigins?: NativePushOrigins
  /** Replaces the origins of Google's calendar services. */
  googleOrigins?: GoogleOrigins
  /** Replaces the handlers for events from the text message provider. */
  textHandlers?: TextHandlers
  /** Replaces the check whether the admin allows the origin of a push service. */
  isPushOrigin?: (origin: string) => boolean
  /** Replaces the check for free disk space. */
  isDiskFull?: (share?: number) => Promise<boolean>
}

type Base = {
  config: Config
  secrets: Secrets
  databaseUrl: string
  options: AppOptions
  clock: Clock
  log: Log
  db: Db
  site: Site
}

type Services = {
  context: AppContext
  relay: ChangeFeed
  /** Serves the metrics, with the figures of the given queues of jobs. Returns the port; null if the metrics are off. */
  serveMetrics(queues: readonly string[]): Promise<number | null>
  /** Closes the services, and together with them the HTTP server. */
  close(closeHttp: () => Promise<void>): Promise<void>
}

/** Opens the context and all its services, except those that serve requests or run jobs. */
export async function openServices(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  options: AppOptions,
): Promise<Services> {
  const { clock = systemClock, log = openLog(config.logLevel) } = options
  const pool = openPool(databaseUrl, secrets, options.poolSize)
  const db = openDb(pool, openErasureLedger(config.secretsDir, secrets))
  const site = await openSite(config, db, clock)
  const { metrics, ...measuring } = await openMetrics(config, log)
  const base: Base = { config, secrets, databaseUrl, options, clock, log, db, site }
  const auth = openAuthOfSite(base)
  const requestLimits = openLimits(base, auth)
  const mailer = createMailer({ config, db, auth, site, clock, log, metrics, emails })
  const jobs = openJobs(databaseUrl, secrets, log, options.maxPollSeconds)
  const { relay, ...realtime } = openRealtime(base, auth, metrics)
  const outside = await openOutside(base)
  const context: AppContext = {
    config,
    secrets,
    log,
    metrics,
    clock,
    db,
    auth,
    requestLimits,
    site,
    mailer,
    jobs,
    ...realtime,
    ...outside,
    ...openFiles(base),
    ...partsOfFeatures,
    responseIntervals: options.responseIntervals ?? responseIntervals,
  }
  return {
    context,
    relay,
    serveMetrics: (queues) => measuring.serve(sourcesOf({ context, pool, relay, queues })),
    async close(closeHttp) {
      site.close()
      outside.texts.close()
      await Promise.all([realtime.sockets.close(), closeHttp(), relay.stop(), jobs.stop(), measuring.close()])
      await Promise.all([requestLimits.close(), outside.videoRelay.close()])
      mailer.close()
      await Promise.all([auth.close(), pool.end()])
    },
  }
}

function openFiles({ config, clock, options }: Base) {
  const objects = openFileObjects(config)
  return {
    avatars: openAvatars(objects, clock),
    fileStore: openFileStore(config.dataDir, objects, options.isDiskFull),
    exportStore: openExportStore(config),
  }
}

/** Returns the parts of the server whose figures are read at each scrape. */
const sourcesOf = ({ context, pool, relay, queues }: WatchedParts): MetricSources => ({
  pool,
  db: context.db,
  queues,
  countSockets: () => context.sockets.count(),
  readRelay: () => context.videoRelay.figures(),
  secondsSinceFeedRead: () => relay.secondsSinceRead(),
  dataDir: context.config.dataDir,
  clock: context.clock,
})
type WatchedParts = Pick<MetricSources, 'pool' | 'queues'> & Pick<Services, 'context' | 'relay'>

function openAuthOfSite({ config, secrets, databaseUrl, options, clock, log, site }: Base): Auth {
  return openAuth({
    connection: connectionOptions(databaseUrl, 'attune_auth_app', secrets),
    secrets,
    idleMinutes: options.idleMinutes ?? ((role) => site.settings().idleMinutes[role]),
    clock,
    log,
    origin: site.origin,
    offered: site.settings,
    linkPages,
    providers: config.providers,
    ...(options.passwordCost && { passwordCost: options.passwordCost }),
  })
}

function openLimits({ config, options, clock, log, db, site }: Base, { rateLimit }: Auth): RequestLimits {
  const { openCallsPerMinute } = options
  return openRequestLimits({
    site,
    rateLimit,
    db,
    clock,
    log,
    isEnforced: config.limitsWrites,
    ...(openCallsPerMinute !== undefined && { replaced: { signIn: openCallsPerMinute } }),
  })
}

function openRealtime({ config, secrets, databaseUrl, log, site, db }: Base, auth: Auth, metrics: Metrics) {
  const sockets = openSockets({ config, site, log, auth })
  const changes = openChangeListeners()
  const nodeMessages = openNodeMessages(db)
  const publish = async (published: FeedChange[]) => {
    // Another process may have changed the settings. They are read again before the change is published, because pages react to it at once.
    if (published.some((change) => change.table_name === 'product_setting')) await site.refresh()
    changes.publish(published)
    await sockets.publish(published)
    for (const { delay } of published) if (delay !== undefined) metrics.observeFeedDelay(delay)
  }
  const onTakeover = async () => {
    log.warn('a standby of the database took over: all pages read again')
    await site.refresh()
    await sockets.closeAll()
  }
  const relay = openChangeFeed({
    installerUrl: databaseUrl,
    secrets,
    log,
    publish,
    onTakeover,
    onNodeMessage: nodeMessages.receive,
  })
  return { sockets, changes, nodeMessages, relay }
}

/** Opens the services that send requests to external services, and the relay of video calls. */
async function openOutside({ config, secrets, options, clock, log, db, site }: Base) {
  const outbound = options.outbound ?? openOutbound()
  const providerKeys = openProviderKeys(db, secrets.providerKey)
  const read = () => readChannelSettings(db, providerKeys)
  const texts = options.texts ?? (await openTexts({ read, outbound, site, log, apiOrigin: options.textApiOrigin }))
  return {
    outbound,
    nativePush: openNativePush({ config: config.nativePush, outbound, clock, origins: options.nativePushOrigins }),
    calendarOutbound: openOutbound({ localHosts: config.calendarLocalHosts, timeoutMilliseconds: 20_000 }),
    google: { client: config.googleCalendar, origins: options.googleOrigins ?? googleOrigins },
    providerKeys,
    texts,
    assistant: openAssistant({
      outbound: openOutbound({ localHosts: config.assistantLocalHosts }),
      pause: openAssistantPause({ db, clock, log }),
    }),
    videoRelay: openVideoRelay({ config, secrets, log }),
    payments: openStripe({ outbound, apiOrigin: options.paymentApiOrigin }),
    isPushOrigin: options.isPushOrigin ?? texts.isPushOrigin,
  }
}
