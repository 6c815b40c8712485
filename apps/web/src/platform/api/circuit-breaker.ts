import { CircuitOpenError, errorClass, requestedDelay } from './errors.ts'

/** The limits of a circuit breaker. After five failures within 10 s, no call is sent for 60 s [9.10]. */
export const circuitBreakerLimits = { failures: 5, windowSeconds: 10, resetSeconds: 60 } as const

/** Returns monotonic seconds, so that a change of the device clock has no effect. */
const seconds = () => performance.now() / 1000

/**
 * Whether an error counts as a failure of the server. A refusal does not count, because the server has answered. The answer of an overloaded server
 * that requests a retry after a few seconds does not count either, because the circuit breaker would stop calls for a minute. No error counts while
 * the browser is offline.
 */
const isFailure = (error: unknown) =>
  navigator.onLine &&
  requestedDelay(error) === undefined &&
  ['NETWORK_ERROR', 'TIMEOUT', 'SERVER_ERROR'].includes(errorClass(error))

/** Stops calls that keep failing. After the pause, one trial call decides whether calls are sent again. */
export class CircuitBreaker {
  #failures: number[] = []
  #openUntil: number | null = null
  #trying = false

  /** Runs a call. Throws `CircuitOpenError` with the remaining seconds while calls are stopped. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#openUntil !== null) {
      const remaining = this.#openUntil - seconds()
      if (remaining > 0 || this.#trying) throw new CircuitOpenError(Math.max(1, Math.ceil(remaining)))
      this.#trying = true
    }
    try {
      const answer = await call()
      this.reset()
      return answer
    } catch (error) {
      if (isFailure(error)) this.#fail()
      else if (this.#trying) this.reset()
      throw error
    } finally {
      this.#trying = false
    }
  }

  /** Forgets the failures, so that calls are sent again. */
  reset() {
    this.#failures = []
    this.#openUntil = null
  }

  #fail() {
    const now = seconds()
    this.#failures = [...this.#failures.filter((at) => now - at < circuitBreakerLimits.windowSeconds), now]
    if (this.#trying || this.#failures.length >= circuitBreakerLimits.failures) {
      this.#openUntil = now + circuitBreakerLimits.resetSeconds
      this.#failures = []
    }
  }
}

const breakers = new Map<string, CircuitBreaker>()

/** Runs a call through the circuit breaker of its procedure. Each procedure has its own. */
export function withCircuitBreaker<T>(procedure: string, call: () => Promise<T>): Promise<T> {
  const breaker = breakers.get(procedure) ?? new CircuitBreaker()
  breakers.set(procedure, breaker)
  return breaker.run(call)
}

/**
 * Resets all circuit breakers. Called when the connection is back, when the person retries, and before autosave
 * retries.
 */
export const resetCircuitBreakers = () => breakers.clear()
