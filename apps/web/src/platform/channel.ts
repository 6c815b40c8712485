import { realtime } from '@attune/contract/common/constants'
import type { ChangeEvent, Filter, RealtimeTable } from '@attune/contract/common/realtime'

export type Change = { table: RealtimeTable; event: ChangeEvent; id: string; keys: Record<string, unknown> }
export type Subscription = { table: RealtimeTable; event?: ChangeEvent | '*'; filter?: Filter }
export type Hear = (changes: Change[]) => void

/** Two wishes with the same name are one subscription at the server. */
export const nameOf = ({ table, event = '*', filter }: Subscription) => JSON.stringify([table, event, filter ?? null])

/** One subscription and everybody in this tab who listens to it. */
export class Channel {
  readonly ref: string
  readonly subscription: Subscription
  #listeners = new Set<{ hear: Hear }>()
  #batch: Change[] = []
  #timer?: ReturnType<typeof setTimeout>
  #toldAt = Number.NEGATIVE_INFINITY
  #idleSince: number | null = null

  /** Something may have happened that nobody told of: listeners hear of it by an empty list. */
  #unknown: boolean

  constructor(ref: string, subscription: Subscription, unknown = false) {
    this.ref = ref
    this.subscription = subscription
    this.#unknown = unknown
  }

  /** Hands changes to `hear` from now on, and those that nobody was there to hear; the answer ends it. */
  listen(hear: Hear): () => void {
    const listener = { hear }
    this.#listeners.add(listener)
    if (this.#unknown || (this.idle && this.#batch.length > 0)) this.#timer ??= setTimeout(this.#tell)
    this.#idleSince = null
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#idleSince ??= performance.now()
    }
  }

  /** Nobody listens; whoever comes back soon finds it still standing. */
  get idle() {
    return this.#idleSince !== null
  }

  /** Nobody has listened for 5 minutes. */
  get forgotten() {
    return this.#idleSince !== null && performance.now() - this.#idleSince >= realtime.idleMinutes * 60_000
  }

  /** Takes a change. Listeners hear within 500 ms, at most 10 changes at once, at most every 100 ms [9.11]. */
  collect(change: Change) {
    if (this.idle) {
      if (this.#batch.length < realtime.batchSize) this.#batch.push(change)
      return
    }
    this.#batch.push(change)
    if (this.#batch.length < realtime.batchSize) this.#timer ??= setTimeout(this.#tell, realtime.batchMilliseconds)
    else this.#tellSoon()
  }

  #tellSoon() {
    clearTimeout(this.#timer)
    const pause = this.#toldAt + realtime.throttleMilliseconds - performance.now()
    if (pause > 0) this.#timer = setTimeout(this.#tell, pause)
    else this.#tell()
  }

  #tell = () => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#listeners.size === 0) return
    const changes = this.#batch.splice(0, realtime.batchSize)
    if (changes.length === 0 && !this.#unknown) return
    this.#unknown = false
    this.#toldAt = performance.now()
    for (const { hear } of this.#listeners) hear(changes)
    if (this.#batch.length > 0) this.#tellSoon()
  }
}
