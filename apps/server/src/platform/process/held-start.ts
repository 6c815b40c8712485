import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/**
 * The argument with which `npm run upgrade` starts a server of the new version. The two processes exchange messages: the server sends
 * `{ failed: ['storage'] }` with the failed checks of /ready until the list is empty; then the command answers `open`. Until then the server runs no
 * job and answers no request. tools/upgrade/server.mjs is the other side.
 */
const heldOption = '--held'

/** The file that exists while an upgrade is unfinished, in the folder of the program. tools/upgrade/state.mjs writes it. */
const upgradeStateFile = join('.attune', 'upgrade', 'state.json')

const pauseMilliseconds = 250

/**
 * Throws a StartError if an upgrade of the program in `root` is unfinished, because the data may then belong to a version other than that of the
 * program. Does nothing if the command for upgrades starts the server, which it does with `--held`.
 */
export function requireNoUnfinishedUpgrade(root: string, args: readonly string[]): void {
  const path = join(root, upgradeStateFile)
  if (args.includes(heldOption) || !existsSync(path)) return
  const { message } = JSON.parse(readFileSync(path, 'utf8')) as { message: string }
  throw new StartError(message)
}

/**
 * Returns a function that waits until `npm run upgrade` permits this server to open; undefined if the command did not start it. The function calls
 * `findFailed` for the failed checks. It throws a StartError if the server is stopped, or the command ends, before the permission.
 */
export function holdStart<Context>(
  args: readonly string[],
  stopped: AbortSignal,
  findFailed: (context: Context) => Promise<string[]>,
): ((context: Context) => Promise<void>) | undefined {
  if (!args.includes(heldOption) || !process.send) return undefined
  const end = new AbortController()
  process.once('disconnect', () => end.abort())
  stopped.addEventListener('abort', () => end.abort())
  const opened = Promise.withResolvers<true>()
  process.once('message', () => opened.resolve(true))
  return async (context) => {
    while (!end.signal.aborted) {
      const failed = await findFailed(context)
      if (!end.signal.aborted) process.send?.({ failed })
      const waited = failed.length === 0 ? untilAborted(end.signal) : pause(pauseMilliseconds, false)
      if (!(await Promise.race([opened.promise, waited]))) continue
      process.removeAllListeners('disconnect')
      process.disconnect()
      return
    }
    if (process.connected) process.disconnect()
    throw new StartError('Attune was stopped before it opened. It has answered no request.')
  }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<false>((resolve) => {
    if (signal.aborted) resolve(false)
    signal.addEventListener('abort', () => resolve(false))
  })
