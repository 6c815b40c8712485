import { realtimeLimits } from '@attune/contract/common/constants'
import type { RealtimeTable } from '@attune/contract'
import type { ChangeEvent } from '@attune/contract/common/realtime'
import type { SubscriptionFilter } from '@attune/contract/common/realtime.schemas'

/** A change of a row that a subscription reports. */
export type RowChange = {
  table: RealtimeTable
  event: ChangeEvent
  /** The id of the row. */
  id: string
  /** The values of the columns that a filter can use. */
  keys: Record<string, unknown>
}
/** The changes that a page subscribes to. */
export type SubscriptionRequest = {
  table: RealtimeTable
  /** The kind of changes; by default all events. */
  event?: ChangeEvent | '*'
  /** The condition that a row must meet; by default all rows that the account may see. */
  filter?: SubscriptionFilter
}
export type OnRowChanges = (changes: RowChange[]) => void

/** Returns the key of a subscription. Requests with equal keys share one subscription at the server. */
export const subscriptionKey = ({ table, event = '*', filter }: SubscriptionRequest) =>
  JSON.stringify([table, event, filter ?? null])

/** One subscription at the server and its listeners in this tab. */
export class RealtimeSubscription {
  readonly ref: string
  readonly request: SubscriptionRequest
  #listeners = new Set<{ onChange: OnRowChanges }>()
  #batch: RowChange[] = []
  #timer?: ReturnType<typeof setTimeout>
  #notifiedAt = Number.NEGATIVE_INFINITY
  /** The time of the latest change, or of the latest request for missed changes. */
  #changedAt = performance.now()
  #idleSince: number | null = null

  /** Whether changes may have been missed. If so, the listeners are called even if no changes were collected. */
  #unknown: boolean

  constructor(ref: string, subscription: SubscriptionRequest, unknown = false) {
    this.ref = ref
    this.request = subscription
    this.#unknown = unknown
  }

  /**
   * Adds a listener. Changes that were collected while there was no listener are delivered to the new listener. Returns
   * a function that removes the listener.
   */
  addListener(onChange: OnRowChanges): () => void {
    const listener = { onChange }
    this.#listeners.add(listener)
    if (this.#unknown || (this.idle && this.#batch.length > 0)) this.#timer ??= setTimeout(this.#notify)
    this.#idleSince = null
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#idleSince ??= performance.now()
    }
  }

  /**
   * Whether there is no listener. An idle subscription is kept for 5 minutes, because a listener may be added again.
   */
  get idle() {
    return this.#idleSince !== null
  }

  /** Whether there has been no listener for 5 minutes. */
  get expired() {
    return this.#idleSince !== null && performance.now() - this.#idleSince >= realtimeLimits.idleMinutes * 60_000
  }

  /** Called when the client requests missed changes from the server. The requested changes are then collected for 500 ms. */
  markRequested() {
    this.#changedAt = performance.now()
  }

  /**
   * Queues a change. The first change after 500 ms without changes goes to the listeners at once. The changes that
   * follow are collected: the listeners are called within 500 ms, but at most every 100 ms, with at most 10 changes per
   * call [9.11].
   */
  queueChange(change: RowChange) {
    if (this.idle) {
      if (this.#batch.length < realtimeLimits.batchSize) this.#batch.push(change)
      return
    }
    this.#batch.push(change)
    const quietFor = performance.now() - this.#changedAt
    this.#changedAt = performance.now()
    if (this.#batch.length >= realtimeLimits.batchSize || quietFor >= realtimeLimits.batchMilliseconds)
      this.#notifySoon()
    else this.#timer ??= setTimeout(this.#notify, realtimeLimits.batchMilliseconds)
  }

  #notifySoon() {
    clearTimeout(this.#timer)
    const pause = this.#notifiedAt + realtimeLimits.throttleMilliseconds - performance.now()
    if (pause > 0) this.#timer = setTimeout(this.#notify, pause)
    else this.#notify()
  }

  #notify = () => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#listeners.size === 0) return
    const changes = this.#batch.splice(0, realtimeLimits.batchSize)
    if (changes.length === 0 && !this.#unknown) return
    this.#unknown = false
    this.#notifiedAt = performance.now()
    for (const { onChange } of this.#listeners) onChange(changes)
    if (this.#batch.length > 0) this.#notifySoon()
  }
}
