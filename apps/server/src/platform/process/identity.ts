import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isProcessAlive } from '../database/embedded/postmaster.ts'

/** The source of a regular expression that matches the texts that `processIdentity` returns. */
export const processIdentityPattern = '[0-9a-f]{8}-\\d+-\\d+'

/**
 * Returns a text that identifies this process: a hash of the host name, the process id and the start time. The start
 * time distinguishes this process from a later process with the same process id.
 */
export function processIdentity(): string {
  return `${host()}-${process.pid}-${startTime(process.pid) ?? 0}`
}

/** Returns whether the process with this identity still runs; 'unknown' for a process of another machine or container. */
export function stateOfProcess(identity: string): 'running' | 'ended' | 'unknown' {
  const [machine, pid, started] = identity.split('-')
  if (machine !== host()) return 'unknown'
  const now = startTime(Number(pid))
  return now !== null && String(now) === started ? 'running' : 'ended'
}

function host(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

/**
 * Returns the start time of a process, in a unit that depends on the operating system; always 0 on Windows. Returns null if the process does not
 * run. A zombie process counts as ended.
 */
function startTime(pid: number): number | null {
  if (process.platform === 'win32') return isProcessAlive(pid) ? 0 : null
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } })
    const parsed = Date.parse(stdout.trim())
    return Number.isNaN(parsed) ? null : parsed
  }
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? null : Number(fields[18])
  } catch {
    return null
  }
}
