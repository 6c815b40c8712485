type Entry<V> = { value: V; until: number }

/** Row 9.08: what is cached for 5 minutes, at most 1,000 entries. */
export const generalCache = { minutes: 5, entries: 1000 } as const
/** Row 9.08: whom one sees beside what they wrote, with their picture. */
export const avatarCache = { minutes: 15, entries: 500 } as const
/** Row 9.08: what the profiles say otherwise, and the picture of one profile by itself. */
export const profileCache = { minutes: 10, entries: 500 } as const

/** Values by key for a time; where there are too many, the oldest is evicted. In memory alone. */
export class Cache<V> {
  #entries = new Map<string, Entry<V>>()
  readonly #limits: { minutes: number; entries: number }

  constructor(limits: { minutes: number; entries: number } = generalCache) {
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
