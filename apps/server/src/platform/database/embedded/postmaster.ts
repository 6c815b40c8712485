import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  closeSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keptLogMegabytes } from '../../backup/log/limits.rules.ts'
import { memorySettings } from './memory.rules.ts'
import type { PostgresPaths } from './paths.ts'

/** A running Postgres, from its file postmaster.pid. */
export type Postmaster = {
  pid: number
  port: number
  /** Whether Postgres accepts connections. */
  ready: boolean
}

/**
 * Settings for every machine; those that depend on its memory are added. The settings keep personal data out of the log: parameters, statements, and
 * the DETAIL of an error, which contains the values of a violated key.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%u.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
}

/** Settings for tests. Nothing is synced to disk, because the data need not survive the run. */
const throwawaySettings = {
  max_connections: '200',
  shared_buffers: '96MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1h',
  logging_collector: 'off',
}

/** The settings with which Postgres is started. */
export type LaunchOptions = {
  /** For tests: Postgres does not sync data to disk. */
  throwaway?: boolean
  /** The maximum size in megabytes of the WAL that Postgres keeps for the archive process; a share of the free space if omitted. */
  keptLogMegabytes?: number
}

/** The memory in bytes that this process and Postgres may use: that of the machine, or less in a container with a limit. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

const inMegabytes = (sizes: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}MB`]))

function keptLogOn(cluster: string): number {
  const { bavail, bsize } = statfsSync(cluster)
  return keptLogMegabytes(bavail * bsize)
}

/**
 * Starts Postgres as a child process in a separate session, so that Ctrl+C reaches only the server, which then stops Postgres. The child
 * process does not prevent the server from exiting.
 */
export function launchPostgres(
  places: PostgresPaths,
  port: number,
  { throwaway = false, keptLogMegabytes: kept = keptLogOn(places.cluster) }: LaunchOptions,
): ChildProcess {
  const logFolder = join(places.cluster, 'log')
  mkdirSync(logFolder, { recursive: true, mode: 0o700 })
  if (places.systemUser) chownSync(logFolder, places.systemUser.uid, places.systemUser.gid)
  const all = {
    ...settings,
    ...inMegabytes(memorySettings(usableMemory())),
    ...(throwaway ? throwawaySettings : {}),
    ...inMegabytes({ max_slot_wal_keep_size: kept }),
    port: String(port),
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const startLog = openSync(join(logFolder, 'start.log'), 'w', 0o600)
  // A backup reads every file of the cluster as the system user.
  if (places.systemUser) fchownSync(startLog, places.systemUser.uid, places.systemUser.gid)
  const child = spawn(join(places.bin, 'postgres'), ['-D', places.cluster, ...flags], {
    ...places.systemUser,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', startLog],
  })
  closeSync(startLog)
  child.on('error', () => {})
  child.unref()
  return child
}

/** Returns the last lines of Postgres' logs, which show why Postgres did not start. */
export function lastLogLines(cluster: string): string {
  const names = ['start.log', `postgres-${new Date().getUTCDay() || 7}.log`]
  const lines = names.flatMap((name) => {
    try {
      return readFileSync(join(cluster, 'log', name), 'utf8')
        .trim()
        .split('\n')
    } catch {
      return []
    }
  })
  return lines.filter(Boolean).slice(-3).join('\n')
}

/** Returns the Postgres that postmaster.pid names, if its process is alive and serves this cluster; otherwise null. */
export function findPostmaster(cluster: string): Postmaster | null {
  const [pid, , , port, , , , status] = pidFile(cluster)
  if (!isProcessAlive(Number(pid)) || !serves(Number(pid), cluster)) return null
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
}

/**
 * Removes a postmaster.pid with a process id that now belongs to another program, for example after a power loss. Postgres would refuse to
 * start with such a file. Keeps any other stale postmaster.pid, because Postgres reads the id of its shared memory from this file.
 */
export function clearForeignPidFile(cluster: string): void {
  const pid = Number(pidFile(cluster)[0])
  if (isProcessAlive(pid) && !serves(pid, cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * Requests a fast shutdown of Postgres. After 20 s, requests an immediate shutdown, which makes the next start replay
 * the log. After another 10 s, kills the process.
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const deadline = Date.now() + patience
    if (!serves(pid, cluster) || !send(pid, signal)) return
    while (Date.now() < deadline) {
      if (!serves(pid, cluster)) return
      await pause(20)
    }
  }
}

export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Whether a process serves the cluster. On Linux, checks the working directory of the process; on other systems, checks
 * its command line.
 */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return false
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
}
