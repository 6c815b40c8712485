import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createApp, type RunningApp } from './app.ts'
import { backUpBeforeUpgrade } from './features/practice/administration/backup/back-up-first.ts'
import { trustNotes } from './platform/config/addresses.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { passwordNotes } from './platform/config/urls.ts'
import { openDataFolder } from './platform/data-folder/data-folder.ts'
import { startEmbedded, type EmbeddedPostgres } from './platform/database/embedded.ts'
import { countServers } from './platform/database/nodes.ts'
import type { MigrationWait } from './platform/database/migrate/migrate.ts'
import { watchForNewerSchema } from './platform/database/migrate/newer-schema.ts'
import { probeDatabase } from './platform/database/probe.ts'
import { failedChecks } from './platform/http/health.ts'
import { openLog } from './platform/log.ts'
import { requireNoUnfinishedRestore } from './platform/data-folder/restore-marker.ts'
import { endProcess } from './platform/process/end-process.ts'
import { holdStart, requireNoUnfinishedUpgrade } from './platform/process/held-start.ts'
import { StartError } from './platform/process/start-error.ts'
import { defaultBackupFolder } from './platform/data-folder/work-folders.ts'

/** Time limit for running requests when stopping, in milliseconds. */
const drainMilliseconds = 30_000

const mailNote =
  "Email isn't set up. Until you set SMTP_URL and MAIL_FROM, therapists copy invitation links and send them themselves."

const testPaymentsNote =
  'Test payments are allowed: with a test key of Stripe, invoices are booked as paid although no money moves. Unset ATTUNE_ALLOW_TEST_PAYMENTS before real clients pay.'

const root = join(import.meta.dirname, '..', '..', '..')

try {
  requireNoUnfinishedUpgrade(root, process.argv)
  await start()
} catch (error) {
  if (error instanceof StartError) console.error(error.message)
  else console.error(error)
  endProcess(1)
}

async function start(): Promise<void> {
  // Listens for stop signals before anything else, so that Ctrl+C during the start does not leave a database running.
  const stopRequest = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequest.abort())

  const beforeOpening = holdStart(process.argv, stopRequest.signal, failedChecks)
  const config = readConfig(process.env, root)
  const log = openLog(config.logLevel)
  await requireFreePort(config)
  const databaseNotes = config.databaseUrl ? await probeDatabase(config.databaseUrl) : []
  const {
    secrets,
    isNew,
    notes: folderNotes,
  } = await openDataFolder(config, process.argv, join(root, defaultBackupFolder))
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: config.dataDir,
        password: secrets.dbPasswords.install,
        onChange: (state) => log.warn(state === 'lost' ? 'embedded database lost' : 'embedded database back'),
      })

  const open = async () => {
    // A restore may have begun while the database started.
    requireNoUnfinishedRestore(config.dataDir)
    const url = config.databaseUrl ?? embedded?.url ?? ''
    await backUpBeforeUpgrade(config, url, process.argv, new Date(), embedded === null)
    return createApp(config, secrets, url, { log, beforeOpening, migrationWait: waitForServers(stopRequest.signal) })
  }
  const app = await open().catch(async (error: unknown) => {
    await embedded?.stop()
    throw portError(error, config) ?? error
  })

  app.videoRelay.start()
  const stop = createStop(app, embedded)
  if (stopRequest.signal.aborted) return stop(0)
  stopRequest.signal.addEventListener('abort', () => void stop(0))
  stopIfNeeded(app, stop)

  const dataNotes = [
    ...(isNew ? [secretsNote(config)] : []),
    ...(embedded?.notes ?? databaseNotes),
    ...folderNotes,
    ...(await joinNote(app, embedded)),
  ]
  printStart(app, config, dataNotes)
  await printMailProblem(app)
}

/** Prints the names of the servers of an earlier version that must stop before this server can start. `signal` ends the wait. */
function waitForServers(signal: AbortSignal): MigrationWait {
  const onWait = (servers: string) =>
    console.log(
      `Waiting until the servers of an earlier version have stopped (${servers}). The database is upgraded then, and Attune starts.`,
    )
  return { signal, onWait }
}

/** Stops the server after an unexpected error, and once a newer version has upgraded the database. */
function stopIfNeeded({ db, log }: RunningApp, stop: (code: number) => Promise<void>): void {
  // An unhandled rejection in one request must not end the process.
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { error })
    void stop(1)
  })
  watchForNewerSchema(db, (sentence) => {
    console.error(sentence)
    void stop(1)
  })
}

/** Prints the address, the one-time link of the first admin, and messages for the person who starts the server. */
function printStart(app: RunningApp, config: Config, dataNotes: string[]): void {
  console.log(`Attune is running at ${app.address}`)
  if (app.setupLink) console.log(`Create the first admin account: ${app.setupLink}`)
  const notes = [
    ...dataNotes,
    ...(config.smtpUrl ? [] : [mailNote]),
    ...(config.allowsTestPayments ? [testPaymentsNote] : []),
    ...passwordNotes(config.smtpUrl),
    ...trustNotes(config.trustProxy),
    ...app.notes,
  ]
  for (const note of notes) console.log(`Note: ${note}`)
}

/** Tries the mail server, and prints its answer if Attune can't send through it. */
async function printMailProblem({ mailer }: RunningApp): Promise<void> {
  const trial = await mailer.connection.try()
  if (trial !== null && trial.refusal !== null)
    console.log(`Note: Attune can't send emails through the mail server in SMTP_URL. Its answer: "${trial.refusal}"`)
}

/**
 * Returns a message if other servers already use the database. If they share the data folder with the embedded Postgres, the message also describes
 * the effect of stopping one of them.
 */
async function joinNote({ db }: RunningApp, embedded: EmbeddedPostgres | null): Promise<string[]> {
  const others = (await countServers(db).catch(() => 1)) - 1
  if (others < 1) return []
  const count = others === 1 ? 'Another server' : `${others} other servers`
  return [
    embedded
      ? `${count} of Attune already uses this data folder. This one joins it; stopping either restarts the database of both.`
      : `${count} of Attune already uses this database. This one joins.`,
  ]
}

function secretsNote({ secretsDir }: Config): string {
  return `Attune created new secrets in ${secretsDir}. Keep a copy of that folder somewhere else: backups don't include it.`
}

/**
 * Throws an error if the port is not free. Runs before the database is opened. An accidental second start must not touch the database of the running
 * server.
 */
async function requireFreePort(config: Config): Promise<void> {
  const server = createServer().listen(config.port, config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, config) ?? error
  }
  server.close()
  await once(server, 'close')
}

function portError(error: unknown, { port, host }: Config): StartError | null {
  const { code } = error as NodeJS.ErrnoException
  const options = { cause: error }
  if (code === 'EADDRINUSE')
    return new StartError(
      `Another program is using port ${port}. Choose a different port, for example: PORT=${port + 1} npm start`,
      options,
    )
  if (code === 'EACCES')
    return new StartError(
      `This user isn't allowed to use port ${port}. Choose a different port, for example: PORT=3000 npm start`,
      options,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST is ${host}, which isn't an address of this machine.`, options)
  return null
}

/**
 * Returns a function that stops the server. Unless the exit code reports an error, the function first lets load balancers notice the stop. Then it
 * stops the app and the database, and ends the process. If the app does not stop within `drainMilliseconds`, the exit code is 1. Further calls wait
 * for the first call.
 */
function createStop(
  app: Pick<RunningApp, 'leave' | 'close'>,
  embedded: EmbeddedPostgres | null,
): (code: number) => Promise<void> {
  let stopping: Promise<void> | null = null
  return (code) =>
    (stopping ??= (async () => {
      const tooLong = setTimeout(() => void embedded?.stop().finally(() => process.exit(1)), drainMilliseconds)
      // After an unexpected error, the server answers no further request.
      if (code === 0) await app.leave()
      await app.close().catch((error: unknown) => console.error(error))
      clearTimeout(tooLong)
      await embedded?.stop()
      endProcess(code)
    })())
}
