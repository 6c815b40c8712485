import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The library answers a fault with an empty 500. What it was is kept here for the length of the call, so that a database
 * that is away stays one: the house answers that with 503.
 */
export type Faults = {
  /** Runs a call; throws what went wrong in it. Refusals of the library are answers, no faults. */
  during(work: () => Promise<Response>): Promise<Response>
  note(error: unknown): void
}

export function openFaults(): Faults {
  const store = new AsyncLocalStorage<{ fault?: unknown }>()
  return {
    async during(work) {
      const kept: { fault?: unknown } = {}
      const response = await store.run(kept, work)
      if (response.status === 500 && kept.fault !== undefined) throw kept.fault
      return response
    },
    note(error) {
      const kept = store.getStore()
      if (kept && !kept.fault) kept.fault = error
    },
  }
}
