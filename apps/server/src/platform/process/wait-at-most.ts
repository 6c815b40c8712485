import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work`, but at most this time in milliseconds. Work that takes longer continues in the background. `late` is aborted at the end of the
 * time or of the work. Throws the error of work that fails in time.
 */
export async function waitAtMost(milliseconds: number, work: (late: AbortSignal) => Promise<unknown>): Promise<void> {
  const late = new AbortController()
  const timeout = sleep(milliseconds, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([work(late.signal), timeout]).finally(() => late.abort())
}
