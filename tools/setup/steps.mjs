// Plain JavaScript without dependencies: it runs on the machine's own Node (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Node 24 of the npm package `node`, whatever Node the machine has. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Tells what is being done, and how long it took. */
export function step(sentence, work) {
  const begun = performance.now()
  process.stdout.write(`${sentence} …`)
  try {
    const result = work()
    process.stdout.write(` ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write('\n')
    throw error
  }
}

/** Runs a program to its end, silently; throws with all it said when it fails. */
export function run(program, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  })
  if (status === 0) return stdout
  const said = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().split('\n').slice(0, 40).join('\n')
  throw new SetupError(`${[program, ...args].join(' ')} failed${said ? `:\n${said}` : '.'}`)
}

/** A reason for the person at the terminal; printed without a stack. */
export class SetupError extends Error {}

/** Ends the process with one clear message instead of a stack where a set-up step fails. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}

/** Lets one process at a time do the set-up of this clone; a lock of a process that is gone is taken over. */
export async function alone(work) {
  const lock = join(root, '.attune', 'setup.lock')
  mkdirSync(dirname(lock), { recursive: true })
  while (true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld(lock)) rmSync(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** No set-up takes an hour; after that the number of its process may belong to another program. */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (Date.now() - statSync(lock).mtimeMs > 3_600_000) return false
    // Empty: its maker is between creating and writing it.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
