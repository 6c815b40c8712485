import { spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../../process/start-error.ts'
import { freePort } from './free-port.ts'
import type { PostgresPaths } from './paths.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * How the recovery of a cluster ended: it is a practice of its own now; or its log ended before the moment; or the moment is before the end of the
 * base backup. `lastCommit` is the time of the last commit in the log.
 */
export type Recovery = { ended: 'recovered' | 'log-ended' | 'too-early'; lastCommit: string | null }

type RecoverOptions = {
  /** The moment up to which commits are replayed, and with it: an instant in UTC, to the microsecond. Null means the end of the log. */
  target: string | null
  /** The highest timeline that any cluster of this practice has had, so that this one begins a later one. */
  highestTimeline: number
}

/** A cluster in recovery is on this machine alone: without its log of before, without other roles than those of the product, on loopback. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  hot_standby: 'off',
  archive_mode: 'off',
  // No segment comes from elsewhere: all are in the folder of the log.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  autovacuum: 'off',
  // All files are written to the disk before the cluster takes the place of another one.
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
 * Replays the log in the folder of a cluster, up to a moment or to its end, and stops it again. Afterwards the cluster has a timeline of its own, so
 * that its log never mixes with that of the one it was copied from. Throws a StartError with the reason of Postgres.
 */
export async function recoverCluster(
  places: PostgresPaths,
  cluster: string,
  options: RecoverOptions,
): Promise<Recovery> {
  for (const name of ['postmaster.pid', 'standby.signal', 'postmaster.opts'])
    rmSync(join(cluster, name), { force: true })
  // A slot that was copied keeps a log that nobody receives.
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

/** Makes Postgres believe that the timelines up to the highest one exist, so that it chooses the next one. Returns the paths of what it made. */
function markTimelines(places: PostgresPaths, cluster: string, highest: number): string[] {
  const paths = Array.from({ length: Math.max(0, highest - 1) }, (_, at) =>
    join(cluster, 'pg_wal', `${(at + 2).toString(16).toUpperCase().padStart(8, '0')}.history`),
  ).filter((path) => !existsSync(path))
  for (const path of paths) write(places, path)
  return paths
}

/** Runs Postgres until its recovery has ended, and returns what it said. */
async function runUntilReady(places: PostgresPaths, cluster: string, target: string | null) {
  const all: Record<string, string> = { ...settings, port: String(await freePort()) }
  // The form that Postgres reads in a setting.
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

/** Whether the folder of a cluster is a cluster, and not a folder that stands for one. */
export const isCluster = (folder: string): boolean =>
  statSync(join(folder, 'global', 'pg_control'), { throwIfNoEntry: false })?.isFile() ?? false
