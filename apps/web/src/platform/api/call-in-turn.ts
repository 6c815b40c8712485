import { ORPCError } from '@orpc/client'
import { CircuitOpenError, requestedDelay } from './errors.ts'

type Calls<Item> = {
  /** Makes the call for an item. A call after a refusal must be safe to repeat. */
  call: (item: Item) => Promise<void>
  /** Called with an error that names no time to wait. With `stop`, the remaining items are not called. */
  onError: (item: Item, error: unknown) => 'continue' | 'stop'
  /** Called with the seconds to wait after a refusal, and with null when the calls resume. */
  onWait: (seconds: number | null) => void
  /** Aborted when the person stops. A call that has begun is completed. */
  signal: AbortSignal
}

/** Makes a call for each item, one after the other. After a refusal with `Retry-After`, waits as long as the server asks and repeats the call. */
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

/** Returns the seconds that the server asks to wait after too many calls (60 if it gives no number) or while overloaded; null for another error. */
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
