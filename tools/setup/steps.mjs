// The files of this folder are plain JavaScript without dependencies. They run before the dependencies are installed,
// with the Node of the system (20 or newer).
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The path of Node 24 from the npm package `node`, which is independent of the Node of the system. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Runs a step. Prints its description and, if it succeeds, its duration. */
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

/**
 * Runs a program and returns its output without printing it. Throws a SetupError with the output if the program fails.
 */
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

/** An error with a message for the person at the terminal. `orExplain` prints it without a stack. */
export class SetupError extends Error {}

/** Runs `work`. If `work` throws, prints the error and exits with code 1. Prints only the message of a SetupError. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}

/**
 * Runs `work` while holding the setup lock of this clone. Waits while another process holds the lock. Removes the lock
 * of a process that has ended, and a lock that is older than an hour.
 */
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

/**
 * Whether the process that wrote a lock still runs. Returns false for a lock older than an hour, because its process id
 * may now belong to another process.
 */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (Date.now() - statSync(lock).mtimeMs > 3_600_000) return false
    // `pid` is 0 if the file is empty because another process has created it but not written its id yet.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
