import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for work, but no longer than this time in milliseconds. Work that takes longer goes on; `late` is aborted then, and also when the
 * work has ended. Throws the error of work that fails in time.
 */
export async function waitAtMost(milliseconds: number, work: (late: AbortSignal) => Promise<unknown>): Promise<void> {
  const late = new AbortController()
  const timeout = sleep(milliseconds, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([work(late.signal), timeout]).finally(() => late.abort())
}
