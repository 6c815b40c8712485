type Entry<V> = { value: V; until: number }

/** The default limits: 5 minutes and 1,000 entries [9.08]. */
export const generalCacheLimits = { minutes: 5, entries: 1000 } as const
/** The limits for names and pictures of authors [9.08]. */
export const avatarCacheLimits = { minutes: 15, entries: 500 } as const
/** The limits for whole profiles and for the picture of one profile [9.08]. */
export const profileCacheLimits = { minutes: 10, entries: 500 } as const

/** A cache whose values expire, in memory only. If there are too many entries, the oldest entry is removed. */
export class ExpiringCache<V> {
  #entries = new Map<string, Entry<V>>()
  readonly #limits: { minutes: number; entries: number }

  constructor(limits: { minutes: number; entries: number } = generalCacheLimits) {
    this.#limits = limits
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.until > performance.now()) return entry?.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V) {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: performance.now() + this.#limits.minutes * 60_000 })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#limits.entries && oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string) {
    this.#entries.delete(key)
  }

  clear() {
    this.#entries.clear()
  }

  get size() {
    return this.#entries.size
  }
}
