// The files of this folder are plain JavaScript without dependencies, and they import only each other. An upgrade replaces the program that runs it:
// everything is loaded before, and a copy in .attune/upgrade/program continues an upgrade that was interrupted.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** An error with a message for the person at the terminal. */
export class UpgradeError extends Error {}

export const workFolder = (root) => join(root, '.attune', 'upgrade')
export const programFolder = (root) => join(workFolder(root), 'program')
const stateFile = (root) => join(workFolder(root), 'state.json')
const lockFile = (root) => join(workFolder(root), 'lock')

/**
 * Returns the unfinished upgrade; null if there is none. Its fields:
 * - `from`, `to`: the two versions, with `name` and `commit`; `from` also has `branch`, which is null for a checkout of a tag
 * - `phase`: 'forward', or 'back' if the upgrade failed
 * - `backup`: the backup of the first step, with `folder`, `time`, and `isRestored`: whether the data was restored before and never started
 * - `isTried`: whether a server of the new version was started, which may have changed the database
 * - `packages`: the folders with the packages of the old version that were moved aside; null before that
 * - `serverPid`: the process of the new server
 * - `seconds`: the longest time for the new server to become ready
 * - `message`: the sentence with which `npm start` refuses
 */
export function readUpgradeState(root) {
  const path = stateFile(root)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new UpgradeError(
      `${path} shows that an upgrade was interrupted, but it can't be read. docs/guide/host.md, 'Upgrading', says what to do by hand.`,
    )
  }
}

/** Writes the state to the disk. While the file exists, `npm start` refuses. Returns the state. */
export function writeUpgradeState(root, state) {
  const message =
    `An upgrade from ${state.from.name} to ${state.to.name} is unfinished. If it isn't running any more, continue it with npm run upgrade` +
    (state.phase === 'back' ? '.' : `, or go back to ${state.from.name} with npm run upgrade -- --back.`)
  const path = stateFile(root)
  writeFileSync(`${path}.draft`, `${JSON.stringify({ ...state, message }, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.draft`, path)
  syncWorkFolder(root)
  return state
}

/** Removes the state, which ends an upgrade: forward, once the new server is ready, or back. */
export function removeUpgradeState(root) {
  rmSync(stateFile(root), { force: true })
  syncWorkFolder(root)
}

function syncWorkFolder(root) {
  if (process.platform === 'win32') return
  const folder = openSync(workFolder(root), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Takes the lock of this clone. Throws an UpgradeError if another upgrade runs. A lock of a process that has ended is replaced. */
export function lockUpgrade(root) {
  mkdirSync(workFolder(root), { recursive: true, mode: 0o700 })
  const path = lockFile(root)
  while (true) {
    try {
      return writeFileSync(path, `${process.pid} ${bootId()}`, { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const [pid, boot] = readFileSync(path, 'utf8').split(' ')
    if (boot === bootId() && isRunning(Number(pid)))
      throw new UpgradeError('Another upgrade is running. Wait until it has ended.')
    rmSync(path, { force: true })
  }
}

export const unlockUpgrade = (root) => rmSync(lockFile(root), { force: true })

/** Returns the id of the present run of Linux. After a restart of the machine, another process can have the id of a killed one. */
function bootId() {
  const path = '/proc/sys/kernel/random/boot_id'
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** Whether a process runs. A process id can belong to another process after a restart of the machine. */
export function isRunning(pid) {
  if (!pid || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
