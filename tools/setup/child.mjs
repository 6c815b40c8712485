import { spawn } from 'node:child_process'
import { root } from './steps.mjs'

/**
 * Runs a program in the terminal of this process. Forwards signals to the program, and exits with the exit code of the
 * program.
 */
export function runAsChild(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  // Not process.exit, which can hang forever: see apps/server/src/platform/process/end-process.ts.
  child.on('exit', (code, signal) => (process.exitCode = code ?? (signal ? 1 : 0)))
  return child
}

/**
 * Calls `act` when the parent process has ended. This is needed because npm ends without forwarding a signal if only
 * npm receives it.
 */
function whenOrphaned(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 500)
  watch.unref()
}
