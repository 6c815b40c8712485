/** Thrown when too much work is queued. Answered with 503, in the same way for known and unknown email addresses. */
export class BusyError extends Error {
  readonly retryAfterSeconds = 2
  constructor() {
    super('too much work is waiting')
    this.name = 'BusyError'
  }
}

/** Runs at most `places` tasks at the same time and queues at most `waiting`; throws BusyError for the next one. */
export function hashConcurrencyLimit(places: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= places) {
      if (queue.length >= waiting) throw new BusyError()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
