import { setTimeout as sleep } from 'node:timers/promises'
import { features } from './features.ts'
import { ensureProfile } from './features/people/profile/profile.ts'
import type { AppContext } from './platform/app-context.ts'
import { requireNoHalfRestore } from './platform/backup/snapshot/restore-target.ts'
import { scheduleDailyBackup } from './features/practice/administration/backup/daily-backup.ts'
import { scheduleLogArchive } from './features/practice/administration/backup/log/log-archive.ts'
import { scheduleErasuresToDestinations } from './features/practice/administration/backup/send-erasures.ts'
import { scheduleHealthChecks } from './features/practice/administration/health/health.ts'
import { reconcileHighestNumbers, scheduleHighestNumbers } from './features/billing/invoice/invoice.ts'
import { startSearchBuild } from './features/home/search/search.index.ts'
import { extendSeriesAtStart, jobHandlers } from './jobs.ts'
import { mountTextHooks } from './platform/channels/text-hooks.ts'
import type { Config } from './platform/config/config.ts'
import type { Feature } from './platform/feature.ts'
import { type Http, openHttp } from './platform/http/server.ts'
import { scheduleCleanup } from './platform/jobs/cleanup.ts'
import { settleErasures } from './platform/erasures/settle.ts'
import { copyErasures, scheduleErasureCopies } from './platform/erasures/copy-erasures.ts'
import { openAvatars } from './platform/files/avatars.ts'
import { openFileObjects } from './platform/files/file-objects.ts'
import { requireFilePlace } from './platform/files/file-place.ts'
import { markPractice, type Secrets } from './platform/secrets/secrets.ts'
import { createRouter } from './router.ts'
import { type AppliedRestore, applyRestore } from './platform/restore/apply-restore.ts'
import { attachSockets } from './platform/realtime/socket-routes.ts'
import { systemClock } from './platform/clock.ts'
import type { Db } from './platform/database/actor.ts'
import { connectionsNote, countServers } from './platform/database/nodes.ts'
import { practiceExists, migrateDatabase } from './start-database.ts'
import { textHandlers } from './text-handlers.ts'
import { type AppOptions, openServices } from './app-services.ts'

export type RunningApp = AppContext & {
  /** The origin of the server, for example `http://127.0.0.1:4000`. */
  address: string
  port: number
  /** The port of the metrics; null if they are off. */
  metricsPort: number | null
  /** The one-time link to create the first admin; null if an admin exists. */
  setupLink: string | null
  /** Messages for the person who starts the server. */
  notes: string[]
  /**
   * Makes /ready fail, so that a load balancer sends requests to other servers. If other servers use the database, waits `milliseconds` so that the
   * load balancer notices, and meanwhile answers requests as before. Otherwise returns at once.
   */
  leave(milliseconds?: number): Promise<void>
  close(): Promise<void>
}

const restoredNote = ({ erased }: AppliedRestore) =>
  `A backup was restored. All sign-ins and links that were sent have ended, so everyone signs in again. Erased again: ` +
  `accounts ${erased.account}, connections ${erased.connection}, journal entries ${erased['journal-entry']}, documents ${erased.document}, records ${erased.record}.`

/**
 * The time in milliseconds within which a load balancer notices that /ready fails. With the configuration in docs/guide/host.md, the load balancer
 * checks every second.
 */
const leaveMilliseconds = 3_000

const mountsOfFeatures = Object.values<Feature>(features).flatMap(({ mounts }) => mounts ?? [])
const socketsOfFeatures = Object.values<Feature>(features).flatMap(({ sockets }) => sockets ?? [])

/**
 * Migrates the database and starts all services: pool, auth, mail, realtime, HTTP, jobs. Requests are answered only after all of them have started.
 * If a step fails after the services are open, closes them and rethrows. If `worker` is false, starts no jobs, health checks or backups.
 */
export async function createApp(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  options: AppOptions = {},
): Promise<RunningApp> {
  const notes = await prepareDatabase(config, secrets, databaseUrl, options)
  const services = await openServices(config, secrets, databaseUrl, options)
  const { context, relay } = services
  const { db, jobs, site } = context

  let http: Http | null = null
  const stops: (() => void)[] = []
  let stopLogArchive = async () => {}
  let closeSockets = async () => {}
  const close = async () => {
    for (const stop of stops) stop()
    await services.close(async () => void (await Promise.all([closeSockets(), http?.close()])))
    await stopLogArchive()
  }
  const leave = (milliseconds = leaveMilliseconds) => leaveBalancer(http, db, milliseconds)
  try {
    await relay.start()
    // Must run before the first request, so that no invoice gets a number that was already issued before a restore.
    await reconcileHighestNumbers(context)
    http = await openHttp(context, createRouter(ensureProfile), {
      ...options.http,
      mounts: [...mountsOfFeatures, mountTextHooks(options.textHandlers ?? textHandlers)],
    })
    const metricsPort = await services.serveMetrics(Object.keys(jobHandlers))
    site.setLocalAddress(`${config.tls ? 'https' : 'http'}://localhost:${http.port}`)
    await options.beforeOpening?.(context)
    await extendSeriesAtStart(context)
    stops.push(...scheduleRepeatedWork(context))
    if (options.worker !== false) {
      stops.push(scheduleHealthChecks(context))
      if (options.dailyBackup !== false) stops.push(scheduleDailyBackup(context))
      stopLogArchive = scheduleLogArchive(context)
      await jobs.start(jobHandlers, context)
      stops.push(startSearchBuild(context))
    }
    const setupLink = await linkForSetup(context)
    closeSockets = attachSockets(http.server, context, socketsOfFeatures)
    http.open()
    return { ...context, address: site.origin(), port: http.port, metricsPort, setupLink, notes, leave, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Starts the work that every server repeats. Returns the functions that stop it. */
const scheduleRepeatedWork = (context: AppContext) => [
  scheduleCleanup(context),
  scheduleHighestNumbers(context),
  scheduleErasureCopies(context),
  scheduleErasuresToDestinations(context),
]

/** Makes /ready fail. Returns after `milliseconds` if other servers use the database, otherwise at once. */
async function leaveBalancer(http: Http | null, db: Db, milliseconds: number): Promise<void> {
  http?.leave()
  const servers = await countServers(db).catch(() => 1)
  if (servers > 1) await sleep(milliseconds)
}

/** Returns the one-time link to create the first admin; null if the practice already has an admin. */
async function linkForSetup({ auth, db, config }: AppContext): Promise<string | null> {
  if (!(await practiceExists(db))) return auth.linkFor('setup', 'first-admin', Date.now())
  markPractice(config.secretsDir)
  return null
}

/**
 * Checks that users' files are in the place that the settings name. Migrates the database unless `migrated` is set, applies the rules of a restore,
 * and records that the erasure ledger is complete until now. Returns messages for the person who starts the server.
 */
async function prepareDatabase(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  { migrated, migrationWait, clock = systemClock }: AppOptions,
): Promise<string[]> {
  await requireFilePlace(config, secrets)
  const notes: string[] = []
  if (!migrated) {
    if (config.databaseUrl !== null) await requireNoHalfRestore(databaseUrl)
    const upgraded = await migrateDatabase(databaseUrl, secrets, migrationWait)
    if (upgraded !== null) notes.push(upgraded)
    notes.push(...(await connectionsNote(databaseUrl)))
  }
  const avatars = openAvatars(openFileObjects(config), clock)
  const applied = await applyRestore({ config, secrets, databaseUrl, clock, avatars })
  await settleErasures({ config, secrets, databaseUrl })
  await copyErasures(databaseUrl, config.secretsDir)
  return [...notes, ...(applied ? [restoredNote(applied)] : [])]
}
