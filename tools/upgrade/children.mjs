import { execFile, spawn } from 'node:child_process'
import { UpgradeError } from './state.mjs'

/** The programs that run now, and whether a signal has asked this process to stop. */
const running = new Set()
let interrupted = false

export const isInterrupted = () => interrupted

/**
 * Passes signals on to the running programs, which end the upgrade. npm ends without passing on a signal that only npm received, so the end of npm
 * counts as a signal too.
 */
export function passOnSignals() {
  const stop = (signal) => {
    interrupted = true
    for (const child of running) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 500)
  watch.unref()
}

/** Starts a program in the terminal of this process. Returns the process, and a promise of its exit code, which is null after a signal. */
export function startChild(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  running.add(child)
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code))
  }).finally(() => running.delete(child))
  return { child, ended }
}

/** Runs a program in the terminal of this process. Throws an UpgradeError with `problem` if it fails. Returns the last message that it sent. */
export async function runChild(program, args, { problem, ...options }) {
  const { child, ended } = startChild(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  let message = null
  child.on('message', (sent) => (message = sent))
  const code = await ended
  if (code !== 0 || interrupted) throw new UpgradeError(problem)
  return message
}

/** Runs a program without showing its output. Returns its exit code and its output; the code is null if there is no such program. */
export function readProgram(program, args, options) {
  return new Promise((resolve) => {
    const child = execFile(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options }, (error, out, err) => {
      running.delete(child)
      resolve({ code: error ? (error.code === 'ENOENT' ? null : error.code || 1) : 0, out, err: err.trim() })
    })
    running.add(child)
  })
}
