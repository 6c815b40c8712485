import { resetCircuitBreakers } from '../api/circuit-breaker.ts'

/**
 * Times in milliseconds. `quiet`: from the last key to the save. `most`: the maximum from the first unsaved key to the
 * save. `slow`: after this time, a running save counts as slow.
 */
export const autosavePauses = { quiet: 1_200, most: 8_000, slow: 4_000 } as const
const retrySeconds = [5, 10, 30, 60] as const

/**
 * Decides when a text is saved: shortly after the last key, but no later than a fixed time after the first unsaved key. After a failure, it retries
 * the save with growing pauses.
 */
export class AutosaveTimer {
  readonly #save: () => void
  readonly #quiet: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #deadline: number | null = null
  #failures = 0

  /** @param quiet the time from the last key to the save, in milliseconds */
  constructor(save: () => void, quiet: number = autosavePauses.quiet) {
    this.#save = save
    this.#quiet = quiet
  }

  get isScheduled() {
    return this.#timer !== undefined
  }

  schedule(milliseconds: number = this.#quiet) {
    const now = performance.now()
    this.#deadline ??= now + autosavePauses.most
    this.#set(Math.max(0, Math.min(milliseconds, this.#deadline - now)), this.#save)
  }

  /**
   * Schedules a retry after a failure. The retry runs after a pause, or as soon as the browser is online again, and is skipped if `wanted` returns
   * false.
   */
  retryLater(wanted: () => boolean) {
    const seconds = retrySeconds[Math.min(this.#failures, retrySeconds.length - 1)] ?? 60
    this.#failures += 1
    const again = () => {
      removeEventListener('online', again)
      if (!wanted()) return
      resetCircuitBreakers()
      this.#save()
    }
    addEventListener('online', again)
    this.#set(seconds * 1000, again)
  }

  /** Cancels the scheduled save, because a save has started or is no longer needed. */
  cancel() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#deadline = null
  }

  resetRetries() {
    this.#failures = 0
  }

  #set(milliseconds: number, act: () => void) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, milliseconds)
  }
}
