import { ORPCError } from '@orpc/client'
import { ConnectionError } from './faults.ts'

/** Row 9.10: three retries, after 1, 2 and 4 seconds, never more than 30. */
export const retry = { times: 3, baseSeconds: 1, maxSeconds: 30 } as const

const gateways = new Set([502, 503, 504])

/** Whether a failed call may be sent again: only where no answer came or a gateway spoke. */
export const mayRetry = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ORPCError && gateways.has(error.status))

/** Milliseconds before attempt `n` (0 = the first retry); the server's Retry-After wins. */
export function delayBefore(n: number, error: unknown): number {
  const asked = error instanceof ORPCError && error.status === 503 ? error.data?.retryAfterSeconds : undefined
  const seconds = typeof asked === 'number' ? asked : retry.baseSeconds * 2 ** n
  return Math.min(seconds, retry.maxSeconds) * 1000
}

function aborted(signal: AbortSignal | undefined) {
  return signal?.aborted ? (signal.reason as unknown) : undefined
}

/** Waits for a time, or until the browser is online again; an abort ends it at once. */
function rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = navigator.onLine ? setTimeout(done, milliseconds) : undefined
    function end() {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal?.removeEventListener('abort', stop)
    }
    function done() {
      end()
      resolve()
    }
    function stop() {
      end()
      reject(aborted(signal))
    }
    addEventListener('online', done)
    signal?.addEventListener('abort', stop)
  })
}

/**
 * Runs a call that is harmless when repeated. While the browser is offline it waits, without counting, and goes
 * through when the connection is back.
 */
export async function withRetry<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 0; ;) {
    if (!navigator.onLine) await rest(0, signal)
    try {
      return await call()
    } catch (error) {
      if (aborted(signal) || !mayRetry(error)) throw error
      if (!navigator.onLine) continue
      if (tries >= retry.times) throw error
      await rest(delayBefore(tries++, error), signal)
    }
  }
}
