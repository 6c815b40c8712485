import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { embeddedUrl, ensureCluster, isPrepared, prepareCluster, setPassword } from './embedded/cluster.ts'
import { freePort } from './embedded/free-port.ts'
import { memoryNote, memorySettings } from './embedded/memory.rules.ts'
import { findPostgresPaths, type PostgresPaths } from './embedded/paths.ts'
import {
  clearForeignPidFile,
  findPostmaster,
  lastLogLines,
  launchPostgres,
  type LaunchOptions,
  stopPostmaster,
  type Postmaster,
  usableMemory,
} from './embedded/postmaster.ts'

export type EmbeddedPostgres = {
  /** The database URL of the install user, on loopback. The URL stays the same when Postgres is restarted. */
  url: string
  port: number
  /** Messages for the person who starts Attune. */
  notes: string[]
  /** Stops Postgres and waits for its end. */
  stop(): Promise<void>
}

export type EmbeddedOptions = LaunchOptions & {
  dataDir: string
  /** Password of the install user. */
  password: string
  /** Called with 'lost' when Postgres ends unexpectedly, and with 'back' when it runs again. */
  onChange?: (state: 'lost' | 'back') => void
}

type Running = Postmaster & { child: ChildProcess | null }

/**
 * Time limit for a start, in milliseconds. It includes some seconds in which the remaining child processes of a killed Postgres still block the
 * shared memory.
 */
const startPatience = 30_000
/**
 * Time limit for a running Postgres to become ready, in milliseconds. It is long because Postgres first replays its write-ahead log after a crash.
 */
const recoveryPatience = 600_000
const [firstRetry, slowestRetry] = [100, 2_000]
const watchPause = 500

/**
 * Starts the embedded Postgres of `dataDir`, or reuses the Postgres that a killed server left running. As long as this process runs,
 * restarts Postgres on the same port whenever Postgres ends. If Postgres does not start in time, throws a StartError with the last lines of
 * Postgres' log.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const places = findPostgresPaths(options.dataDir)
  ensureCluster(places, options)
  if (!isPrepared(places)) await prepare(places, options)
  const stopping = new AbortController()
  const first = await startOrReuse(places, options, null, stopping.signal)
  const { port } = first
  const watching = keepRunning(first, places, options, stopping.signal)

  return {
    url: embeddedUrl(port, options.password),
    port,
    notes: [...places.notes, memoryNote(memorySettings(usableMemory()))],
    async stop() {
      stopping.abort()
      await watching
      const last = findPostmaster(places.cluster)
      if (last) await stopPostmaster(last.pid, places.cluster)
    },
  }
}

/**
 * Stops a Postgres that still runs on the cluster, and upgrades the cluster to the setup that this version needs. If another server does this at the
 * same time, uses its result.
 */
async function prepare(places: PostgresPaths, options: EmbeddedOptions): Promise<void> {
  const orphan = findPostmaster(places.cluster)
  if (orphan) await stopPostmaster(orphan.pid, places.cluster)
  clearForeignPidFile(places.cluster)
  try {
    prepareCluster(places, options)
  } catch (error) {
    if (!isPrepared(places)) throw error
  }
}

/** Restarts Postgres each time it ends, until `signal` aborts. */
async function keepRunning(
  first: Running,
  places: PostgresPaths,
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<void> {
  let running = first
  while (!signal.aborted) {
    await untilEnded(running, places, signal)
    if (signal.aborted) return
    options.onChange?.('lost')
    for (let back = false; !back && !signal.aborted;) {
      try {
        running = await startOrReuse(places, options, first.port, signal)
        back = true
      } catch {
        await pause(slowestRetry, undefined, { signal }).catch(() => {})
      }
    }
    if (!signal.aborted) options.onChange?.('back')
  }
}

/**
 * Reuses a running Postgres or starts one, and waits until Postgres accepts the password. If `port` is null, uses any free port. Throws a StartError
 * if Postgres does not start in time.
 */
async function startOrReuse(
  places: PostgresPaths,
  { password, throwaway, keptLogMegabytes }: EmbeddedOptions,
  port: number | null,
  signal: AbortSignal,
): Promise<Running> {
  const begun = Date.now()
  let retryPause = firstRetry
  let child: ChildProcess | null = null
  // If the start is aborted, stops the new Postgres even if it has no postmaster.pid yet.
  const endChild = () => child?.kill('SIGINT')
  signal.addEventListener('abort', endChild, { once: true })
  while (true) {
    signal.throwIfAborted()
    const found = findPostmaster(places.cluster)
    const answer = found?.ready ? await tryLogin(found.port, password) : 'not yet'
    if (found && answer === 'welcome' && (port === null || port === found.port)) {
      signal.removeEventListener('abort', endChild)
      return { ...found, child: child?.pid === found.pid ? child : null }
    }
    // A refused password means that the secrets are newer than the database. Stops Postgres and sets the new password.
    if (found && answer !== 'not yet') await stopPostmaster(found.pid, places.cluster)
    if (answer === 'refused') setPassword(places, password)
    if (!found && (child === null || hasExited(child))) {
      if (child) {
        await pause(retryPause, undefined, { signal })
        retryPause = Math.min(retryPause * 2, slowestRetry)
      }
      clearForeignPidFile(places.cluster)
      child = launchPostgres(places, port ?? (await freePort()), { throwaway, keptLogMegabytes })
    }
    if (Date.now() - begun > (found ? recoveryPatience : startPatience)) {
      if (found) await stopPostmaster(found.pid, places.cluster)
      throw new StartError(`The database in ${places.cluster} didn't start.\n${lastLogLines(places.cluster)}`)
    }
    await pause(20, undefined, { signal })
  }
}

async function tryLogin(port: number, password: string): Promise<'welcome' | 'refused' | 'not yet'> {
  const client = new pg.Client({ connectionString: embeddedUrl(port, password), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'welcome'
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '28P01' ? 'refused' : 'not yet'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Resolves when Postgres has ended, or when `signal` aborts. */
async function untilEnded({ child, pid }: Running, { cluster }: PostgresPaths, signal: AbortSignal): Promise<void> {
  if (child) {
    if (!hasExited(child)) await once(child, 'exit', { signal }).catch(() => {})
    return
  }
  while (!signal.aborted && findPostmaster(cluster)?.pid === pid) {
    await pause(watchPause, undefined, { signal, ref: false }).catch(() => {})
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}
