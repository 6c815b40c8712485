import { ensureProfile } from './features/profile/profile.ts'
import type { AppContext } from './platform/app-context.ts'
import { extendEventSeries, mountFeeds, readDueCalendar } from './features/calendar/calendar.ts'
import { checkFile } from './features/file/check.ts'
import { mountDownloads } from './features/file/download.mount.ts'
import { sweepFiles } from './features/file/sweep.ts'
import { mountUploads } from './features/file/upload.mount.ts'
import { emptyBins, mountJournalExport } from './features/journal/journal.ts'
import { mountCallback } from './features/login/callback.ts'
import { endAccount } from './features/login/farewell.ts'
import { extendSeries } from './features/series/series.ts'
import { remind, sessionDue } from './features/session/session.ts'
import { deliverDue, remindDue } from './features/task/task.ts'
import { openAuth } from './platform/auth/auth.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type Db, openDb } from './platform/database/actor.ts'
import { migrate } from './platform/database/migrate.ts'
import { connectionTo, openPool, setPasswords } from './platform/database/pools.ts'
import { openAvatars } from './platform/files/avatars.ts'
import { openBytes } from './platform/files/bytes.ts'
import { type Http, type HttpOptions, openHttp } from './platform/http/server.ts'
import { openSite } from './platform/http/site.ts'
import { openJobs } from './platform/jobs/boss.ts'
import { startSweeping, sweep } from './platform/jobs/prune.ts'
import { type Log, openLog } from './platform/log.ts'
import { openMail } from './platform/mail/mail.ts'
import { type Outbound, openOutbound } from './platform/outbound/outbound.ts'
import { openRelay } from './platform/realtime/relay.ts'
import { openSockets } from './platform/realtime/sockets.ts'
import type { Secrets } from './platform/secrets.ts'
import { StartError } from './platform/start-error.ts'
import { openRouter } from './router.ts'

export type OpenHouse = AppContext & {
  /** The origin of the server. */
  address: string
  /** The port that the server listens on. */
  port: number
  /** The one-time link to create the first admin; null once there is one. */
  setupLink: string | null
  /** Messages for the person who starts the server. */
  notes: string[]
  close(): Promise<void>
}

/** Options that tests set. */
export type HouseOptions = {
  clock?: Clock
  log?: Log
  http?: HttpOptions
  openCallsPerMinute?: number
  poolSize?: number
  migrated?: boolean
  worker?: boolean
  outbound?: Outbound
  /** Replaces the check for free disk space. */
  isDiskFull?: (share?: number) => Promise<boolean>
}

/** Migrates the database and starts all services: pool, auth, mail, realtime, HTTP, jobs. */
export async function openHouse(
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
  options: HouseOptions = {},
): Promise<OpenHouse> {
  const { clock = systemClock, log = openLog(config.logLevel) } = options
  if (!options.migrated) await migrateDatabase(databaseUrl, secrets)

  const pool = openPool(databaseUrl, secrets, options.poolSize)
  const db = openDb(pool)
  const site = await openSite(config, db)
  const auth = openAuth({
    connection: connectionTo(databaseUrl, 'attune_auth_app', secrets),
    secrets,
    clock,
    log,
    origin: site.origin,
    providers: config.providers,
    ...(options.openCallsPerMinute === undefined ? {} : { openCallsPerMinute: options.openCallsPerMinute }),
  })
  const mail = openMail({ config, db, auth, site, clock, log })
  const jobs = openJobs(databaseUrl, secrets, log)
  const sockets = openSockets({ config, site, log, auth })
  const relay = openRelay(databaseUrl, secrets, log, sockets.hand)
  const context: AppContext = {
    config,
    secrets,
    log,
    clock,
    db,
    auth,
    site,
    mail,
    jobs,
    sockets,
    avatars: openAvatars(config.dataDir, clock),
    bytes: openBytes(config.dataDir, options.isDiskFull),
    outbound: options.outbound ?? openOutbound(),
  }

  let http: Http | null = null
  let stopSweeping = () => {}
  const close = async () => {
    stopSweeping()
    site.close()
    await Promise.all([sockets.close(), http?.close(), relay.stop(), jobs.stop()])
    mail.close()
    await Promise.all([auth.close(), pool.end()])
  }
  try {
    await relay.start()
    http = await openHttp(context, openRouter(ensureProfile), {
      ...options.http,
      mount(app, to) {
        mountCallback(app, to)
        mountFeeds(app, to)
        mountUploads(app, to)
        mountDownloads(app, to)
        mountJournalExport(app, to)
      },
    })
    sockets.attach(http.server)
    const address = `${config.tls ? 'https' : 'http'}://localhost:${http.port}`
    site.listensOn(address)
    stopSweeping = startSweeping({ db, log })
    if (options.worker !== false) {
      const deleteAccount = ({ accountId }: { accountId: string }) => endAccount(context, accountId)
      await jobs.start({
        mail: mail.deliver,
        farewell: deleteAccount,
        'session-due': (data) => sessionDue(context, data),
        'calendar-read': (data) => readDueCalendar(context, data),
        'file-check': (data) => checkFile(context, data),
        prune: () => sweepAll(context),
        reminder: (job) => remind(context, job),
        'series-extend': async (data) => {
          await extendSeries(context, data)
          await extendEventSeries(context, data)
        },
        'task-deliver': (data) => deliverDue(context, data),
        'task-remind': (data) => remindDue(context, data),
      })
    }
    const setupLink = (await adminExists(db)) ? null : await auth.linkFor('setup', 'first-admin', Date.now())
    return { ...context, address: site.origin(), port: http.port, setupLink, notes: [], close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Runs all cleanups, every five minutes. A failure in one does not stop the others. */
export async function sweepAll(context: AppContext): Promise<void> {
  const failed: unknown[] = []
  for (const part of [
    () => sweep(context),
    () => emptyBins(context.db, context.clock.now()),
    () => sweepFiles(context),
  ]) {
    await part().catch((error: unknown) => failed.push(error))
  }
  if (failed.length) throw failed[0]
}

async function migrateDatabase(databaseUrl: string, secrets: Secrets): Promise<void> {
  const result = await migrate(databaseUrl)
  if ('newer' in result) {
    throw new StartError(
      `The database is newer than this program; it has ${result.newer.join(', ')}. Start the newer version.`,
    )
  }
  await setPasswords(databaseUrl, secrets)
}

async function adminExists(db: Db): Promise<boolean> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ exists: boolean }>('select def.admin_exists() as exists'),
  )
  return rows[0]?.exists ?? false
}
