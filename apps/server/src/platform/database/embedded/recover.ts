import { spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../../process/start-error.ts'
import { freePort } from './free-port.ts'
import type { PostgresPaths } from './paths.ts'
import { findPostmaster } from './postmaster.ts'

/** The outcome of a recovery. */
export type Recovery = {
  /**
   * `recovered`: the cluster has reached the target and has its own timeline. `log-ended`: the WAL ended before the target. `too-early`: the target
   * is before the end of the base backup.
   */
  ended: 'recovered' | 'log-ended' | 'too-early'
  /** The time of the last commit in the WAL, as Postgres writes it in its log; null if it contains none. */
  lastCommit: string | null
}

type RecoverOptions = {
  /** The moment up to which commits are replayed, inclusive: an instant in UTC, to the microsecond. Null means the end of the WAL. */
  target: string | null
  /** The highest timeline that any cluster of this practice has had. The recovered cluster starts a later one. */
  highestTimeline: number
}

/** A cluster in recovery is isolated: it listens on loopback, archives nothing and has no replication. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  hot_standby: 'off',
  archive_mode: 'off',
  // Postgres fetches no segment: all segments are already in the WAL folder.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  autovacuum: 'off',
  // Postgres need not sync, because all files are flushed to disk before the recovered cluster replaces another one.
  fsync: 'off',
  shared_buffers: '96MB',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  logging_collector: 'off',
}

/**
 * Replays the WAL in the folder of a cluster, up to a moment or to the end, and then stops Postgres. Afterwards the cluster has its own timeline, so
 * its WAL never mixes with that of the original cluster. Returns the outcome: the moment or the end was reached, the WAL ended before the moment, or
 * the moment is too early for this base backup. Throws a StartError with Postgres' reason if the replay failed.
 */
export async function recoverCluster(
  places: PostgresPaths,
  cluster: string,
  options: RecoverOptions,
): Promise<Recovery> {
  for (const name of ['postmaster.pid', 'standby.signal', 'postmaster.opts'])
    rmSync(join(cluster, name), { force: true })
  // A copied replication slot would retain WAL that no process receives.
  for (const slot of readdirSync(join(cluster, 'pg_replslot')))
    rmSync(join(cluster, 'pg_replslot', slot), { recursive: true })
  write(places, join(cluster, 'recovery.signal'))
  const markers = markTimelines(places, cluster, options.highestTimeline)
  const { exitCode, log } = await runUntilReady(places, cluster, options.target)
  for (const path of markers) rmSync(path, { force: true })
  const lastCommit = /last completed transaction was at log time (\S+ \S+)/.exec(log)?.[1] ?? null
  if (exitCode === 0 && !existsSync(join(cluster, 'recovery.signal'))) return { ended: 'recovered', lastCommit }
  if (log.includes('recovery ended before configured recovery target was reached'))
    return { ended: 'log-ended', lastCommit }
  if (log.includes('requested recovery stop point is before consistent recovery point'))
    return { ended: 'too-early', lastCommit }
  const reason = /(?:FATAL|PANIC): +(.*)$/m.exec(log)?.[1] ?? `Postgres ended with ${exitCode}`
  throw new StartError(`The database of the backup can't be restored: ${reason}.`)
}

function write({ systemUser }: PostgresPaths, path: string): void {
  writeFileSync(path, '', { mode: 0o600 })
  if (systemUser) chownSync(path, systemUser.uid, systemUser.gid)
}

/** Creates history files for the timelines up to the highest one, so that Postgres chooses the next timeline. Returns the paths of the files. */
function markTimelines(places: PostgresPaths, cluster: string, highest: number): string[] {
  const paths = Array.from({ length: Math.max(0, highest - 1) }, (_, at) =>
    join(cluster, 'pg_wal', `${(at + 2).toString(16).toUpperCase().padStart(8, '0')}.history`),
  ).filter((path) => !existsSync(path))
  for (const path of paths) write(places, path)
  return paths
}

/**
 * Runs Postgres until the recovery has ended, and stops it. Returns its exit code, which is null if a signal ended it, and the last 64 KB of its
 * output.
 */
async function runUntilReady(places: PostgresPaths, cluster: string, target: string | null) {
  const all: Record<string, string> = { ...settings, port: String(await freePort()) }
  // The format of an instant in Postgres' settings.
  if (target !== null) all.recovery_target_time = target.replace('T', ' ').replace(/Z$/, '+00')
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(places.bin, 'postgres'), ['-D', cluster, ...flags], {
    ...places.systemUser,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-65_536)))
  let exitCode: number | null | undefined
  const closed = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      exitCode = code
      resolve()
    })
  })
  const isReady = () => exitCode === undefined && findPostmaster(cluster)?.ready === true
  while (exitCode === undefined && !isReady()) await Promise.race([closed, pause(20)])
  if (exitCode === undefined) child.kill('SIGINT')
  await closed
  return { exitCode: exitCode ?? null, log }
}

/** Whether a folder contains a cluster, as opposed to a folder that only points to one. */
export const isCluster = (folder: string): boolean =>
  statSync(join(folder, 'global', 'pg_control'), { throwIfNoEntry: false })?.isFile() ?? false
