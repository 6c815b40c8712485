/** More work waits than will be done soon. Answered 503, alike for known and unknown addresses. */
export class Busy extends Error {
  readonly retryAfterSeconds = 2
  constructor() {
    super('too much work is waiting')
    this.name = 'Busy'
  }
}

/** Lets `places` run at once and `waiting` wait; the next one is refused with `Busy`. */
export function openGate(places: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= places) {
      if (queue.length >= waiting) throw new Busy()
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
