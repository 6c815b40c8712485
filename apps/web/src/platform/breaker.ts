import { CircuitOpen, errorClass } from './faults.ts'

/** Row 9.10: five failures within 10 s, then nothing is sent for 60 s. */
export const breakerLimits = { failures: 5, windowSeconds: 10, resetSeconds: 60 } as const

/** Seconds that no clock of the device can turn back. */
const seconds = () => performance.now() / 1000

/** A server that fails, or does not answer, is left in peace; a refusal is an answer. A browser that is offline tells nothing. */
const isFailure = (error: unknown) =>
  navigator.onLine && ['NETWORK_ERROR', 'TIMEOUT', 'SERVER_ERROR'].includes(errorClass(error))

/** Stops calls that keep failing; after the pause one of them tries whether it goes again. */
export class Breaker {
  #failures: number[] = []
  #openUntil: number | null = null
  #trying = false

  /** Runs a call, or throws `CircuitOpen` with the seconds that are left. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#openUntil !== null) {
      const left = this.#openUntil - seconds()
      if (left > 0 || this.#trying) throw new CircuitOpen(Math.max(1, Math.ceil(left)))
      this.#trying = true
    }
    try {
      const answer = await call()
      this.close()
      return answer
    } catch (error) {
      if (isFailure(error)) this.#fail()
      else if (this.#trying) this.close()
      throw error
    } finally {
      this.#trying = false
    }
  }

  /** Forgets what failed: calls go through again. */
  close() {
    this.#failures = []
    this.#openUntil = null
  }

  #fail() {
    const now = seconds()
    this.#failures = [...this.#failures.filter((at) => now - at < breakerLimits.windowSeconds), now]
    if (this.#trying || this.#failures.length >= breakerLimits.failures) {
      this.#openUntil = now + breakerLimits.resetSeconds
      this.#failures = []
    }
  }
}

const breakers = new Map<string, Breaker>()

/** Runs a call behind the breaker of its procedure: one that fails does not stop the others. */
export function throughBreaker<T>(procedure: string, call: () => Promise<T>): Promise<T> {
  const breaker = breakers.get(procedure) ?? new Breaker()
  breakers.set(procedure, breaker)
  return breaker.run(call)
}

/** The server was heard again, or a person asks again: every procedure may be called at once. */
export const closeBreakers = () => breakers.clear()
