import { ConnectionError, isRetryable, requestedDelay } from './errors.ts'

/** The retries of a failed call. */
export type RetryPolicy = {
  /** The number of retries. */
  times: number
  /** The delay before the first retry. Each further delay is twice the previous one. */
  baseSeconds: number
  /** The maximum delay. */
  maxSeconds: number
}

/** Three retries, after 1, 2 and 4 seconds (row 9.10). A delay that the server requests is limited to 30 seconds. */
export const defaultRetry: RetryPolicy = { times: 3, baseSeconds: 1, maxSeconds: 30 }

/** Two retries for a picture (row 9.10). A picture that fails to load is replaced by initials [7.01]. */
export const avatarRetry: RetryPolicy = { times: 2, baseSeconds: 0.5, maxSeconds: 30 }

/**
 * Returns the milliseconds before retry `n`, counted from 0. The server's Retry-After takes precedence, up to the
 * maximum of the policy.
 */
export function retryDelayMilliseconds(n: number, error: unknown, plan = defaultRetry): number {
  const seconds = requestedDelay(error) ?? plan.baseSeconds * 2 ** n
  return Math.min(seconds, plan.maxSeconds) * 1000
}

function aborted(signal: AbortSignal | undefined) {
  return signal?.aborted ? (signal.reason as unknown) : undefined
}

/**
 * Waits for the given time; if the browser is offline, waits until it is online instead. An abort ends the wait with an
 * error.
 */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController()
    const timer = navigator.onLine ? setTimeout(done, milliseconds) : undefined
    function end() {
      clearTimeout(timer)
      listening.abort()
    }
    function done() {
      end()
      resolve()
    }
    function stop() {
      end()
      reject(aborted(signal))
    }
    addEventListener('online', done, { signal: listening.signal })
    signal?.addEventListener('abort', stop, { signal: listening.signal })
  })
}

/**
 * The behavior of a call while the browser is offline. `wait`: the call waits for the connection. `fail`: the call fails at once with NETWORK_ERROR,
 * so that the page can show this.
 */
export type OfflinePolicy = 'wait' | 'fail'

/**
 * Runs a call that is safe to repeat, with retries. While the browser is offline, no attempt is made or counted, and
 * the call waits or fails as `offline` specifies.
 */
export async function withRetry<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  plan: RetryPolicy = defaultRetry,
  offline: OfflinePolicy = 'wait',
): Promise<T> {
  for (let tries = 0; ;) {
    if (!navigator.onLine) {
      if (offline === 'fail') throw new ConnectionError('NETWORK_ERROR')
      await pause(0, signal)
    }
    try {
      return await call()
    } catch (error) {
      if (aborted(signal) || !isRetryable(error)) throw error
      if (!navigator.onLine) continue
      if (tries >= plan.times) throw error
      await pause(retryDelayMilliseconds(tries++, error, plan), signal)
    }
  }
}
