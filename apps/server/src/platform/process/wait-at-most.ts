import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work`, but at most `milliseconds`. Work that takes longer continues in the background. Aborts `late` when the time is over or when
 * `work` ends, whichever comes first. Throws the error of `work` if it fails in time.
 */
export async function waitAtMost(milliseconds: number, work: (late: AbortSignal) => Promise<unknown>): Promise<void> {
  const late = new AbortController()
  const timeout = sleep(milliseconds, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([work(late.signal), timeout]).finally(() => late.abort())
}
