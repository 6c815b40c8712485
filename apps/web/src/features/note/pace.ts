import { closeBreakers } from '../../platform/breaker.ts'

/** Milliseconds: after the last key, after the first that is not saved, until a save counts as slow. */
export const pauses = { quiet: 1_200, most: 8_000, slow: 4_000 } as const
const againAfterSeconds = [5, 10, 30, 60] as const

/** When a text is saved: soon after the last key, at the latest a while after the first; after a failure later and later. */
export class Pace {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest: number | null = null
  #failures = 0

  constructor(save: () => void) {
    this.#save = save
  }

  /** Whether a save is due. */
  get waits() {
    return this.#timer !== undefined
  }

  soon(milliseconds: number = pauses.quiet) {
    const now = performance.now()
    this.#latest ??= now + pauses.most
    this.#set(Math.max(0, Math.min(milliseconds, this.#latest - now)), this.#save)
  }

  /** A save failed: again after a while, or as soon as there is a network. */
  again(wanted: () => boolean) {
    const seconds = againAfterSeconds[Math.min(this.#failures, againAfterSeconds.length - 1)] ?? 60
    this.#failures += 1
    const again = () => {
      removeEventListener('online', again)
      if (!wanted()) return
      closeBreakers()
      this.#save()
    }
    addEventListener('online', again)
    this.#set(seconds * 1000, again)
  }

  /** A save begins, or none is wanted any more. */
  rest() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#latest = null
  }

  succeeded() {
    this.#failures = 0
  }

  #set(milliseconds: number, act: () => void) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, milliseconds)
  }
}
