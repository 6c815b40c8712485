import type { Log } from '../log.ts'

const everyMilliseconds = 60_000

/**
 * Calls `copy` every minute, until the returned function is called. Callers copy data that must survive the restore of an older backup. Logs the
 * warning if a copy fails; the next one tries again.
 */
export function copyEveryMinute(log: Pick<Log, 'warn'>, warning: string, copy: () => Promise<void>): () => void {
  const timer = setInterval(
    () => void copy().catch((error: unknown) => log.warn(warning, { error })),
    everyMilliseconds,
  ).unref()
  return () => clearInterval(timer)
}
