import { ORPCError } from '@orpc/client'
import { CircuitOpenError, requestedDelay } from './errors.ts'

type Calls<Item> = {
  /** Makes the call for an item. The call must be safe to repeat, because it is repeated after a refusal that requests a delay. */
  call: (item: Item) => Promise<void>
  /** Called with an error that requests no delay. If the function returns `stop`, the remaining items are skipped. */
  onError: (item: Item, error: unknown) => 'continue' | 'stop'
  /** Called with the seconds to wait after a refusal, and with null when the calls resume. */
  onWait: (seconds: number | null) => void
  /** Aborted when the person stops. A call that has begun is completed. */
  signal: AbortSignal
}

/**
 * Makes a call for each item, one after the other. After a refusal with `Retry-After`, or while the circuit breaker stops calls, waits for the
 * requested time and repeats the call.
 */
export async function callInTurn<Item>(
  items: readonly Item[],
  { call, onError, onWait, signal }: Calls<Item>,
): Promise<void> {
  for (const item of items) {
    for (;;) {
      if (signal.aborted) return
      try {
        await call(item)
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds !== null) {
          onWait(seconds)
          await pause(seconds * 1000, signal)
          onWait(null)
          continue
        }
        if (onError(item, error) === 'stop') return
      }
      break
    }
  }
}

/**
 * Returns the seconds to wait before the call is repeated: the delay that the server requests after too many calls (60 if it gives no number) or
 * while overloaded, or the remaining pause of the circuit breaker. Returns null for any other error.
 */
function secondsToWait(error: unknown): number | null {
  if (error instanceof CircuitOpenError) return error.retryAfterSeconds
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY') return requestedDelay(error) ?? null
  const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 60
}

/** Resolves after the time, or when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
