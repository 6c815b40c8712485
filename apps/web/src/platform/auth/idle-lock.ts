import type { AccountId } from '@attune/contract/common/ids'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { createStore } from '../create-store.ts'
import type { SafeStorage } from '../safe-storage.ts'

type Who = Pick<LoginView, 'userId' | 'role'> & { locked?: boolean }
type Deps = {
  storage: SafeStorage
  /**
   * `steady` is monotonic but stops while the device sleeps. `wall` continues during sleep, but the user can change it.
   */
  clock: { steady: () => number; wall: () => number }
  send: (kind: 'active' | 'locked' | 'unlocked', userId: AccountId) => void
  /** Whether audio or video, such as a call, is playing. */
  playing: () => boolean
  /** The time without activity, in milliseconds, after which the page of a person with this role is locked. */
  limit: (role: Who['role']) => number
}
type StoredLock = { userId: AccountId; at: number; locked: boolean }

/** Each account of this browser has its own lock. */
const keyOf = (userId: AccountId) => `attune-idle-${userId}`
/** The minimum time in milliseconds between two reports of activity to storage and to other tabs. */
const shareIntervalMilliseconds = 10_000

/**
 * Locks the page of an inactive person. All tabs of the browser share the lock, and a reload does not remove it. A page
 * that is opened after a pause longer than the limit starts locked. The idle time is the longer of the times that the
 * two clocks measure, so setting the device clock back does not shorten it.
 */
export class IdleLock {
  #deps: Deps
  #who: Who | null = null
  #steady = 0
  #wall = 0
  #sharedAt = Number.NEGATIVE_INFINITY
  #locked = createStore(false)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get locked() {
    return this.#locked.get()
  }

  /** Calls the listener when the lock state changes. Returns a function that unsubscribes. */
  subscribe = this.#locked.subscribe

  /**
   * Starts to measure the idle time of a signed-in person. A `fresh` login unlocks the page. Otherwise a stored lock of the same person is restored,
   * and the page is locked if the stored activity is older than the limit or dated in the future, or if the server has locked the login.
   */
  watch(who: Who, fresh: boolean) {
    const same = this.#who?.userId === who.userId
    this.#who = who
    if (fresh) return this.unlock()
    if (same) return
    const { clock } = this.#deps
    const stored = this.#read(who.userId)
    this.#recordActivity()
    if (!stored) {
      this.#write()
      return who.locked ? this.lockHere() : undefined
    }
    const awayMilliseconds = clock.wall() - stored.at
    if (stored.locked || awayMilliseconds < 0 || awayMilliseconds >= this.#deps.limit(who.role)) this.lock()
    else if (who.locked) this.lockHere()
  }

  /** Locks a page that the browser shows again as it was, if another page has locked the login in the meantime. */
  checkStored() {
    if (this.#who && this.#read(this.#who.userId)?.locked) this.lockHere()
  }

  /** Clears the lock after a sign-out. */
  clear() {
    if (this.#who) this.#deps.storage.remove(keyOf(this.#who.userId))
    this.#who = null
    this.#locked.set(false)
  }

  /**
   * Records activity, such as a key, a pointer movement or playing media. If the idle limit has already passed, locks
   * the page instead.
   */
  recordInput() {
    if (!this.#who || this.locked) return
    if (this.#idleMilliseconds() >= this.#deps.limit(this.#who.role)) return this.lock()
    this.#recordActivity()
    this.#shareActivity()
  }

  /**
   * Locks the page if the idle limit has passed. Playing media counts as activity. Call this method regularly, and when
   * the page becomes visible.
   */
  check() {
    if (!this.#who || this.locked) return
    if (this.#deps.playing()) return this.recordInput()
    if (this.#idleMilliseconds() >= this.#deps.limit(this.#who.role)) this.lock()
  }

  /** Locks the page in all tabs, and in documents that open later, even if only this page is locked so far. */
  lock() {
    if (!this.#who || (this.locked && this.#read(this.#who.userId)?.locked)) return
    this.#locked.set(true)
    this.#write()
    this.#deps.send('locked', this.#who.userId)
  }

  /** Locks only this page, because the server refuses its calls. Other open pages are not affected. */
  lockHere() {
    if (this.#who) this.#locked.set(true)
  }

  /** Unlocks the page in all tabs. Call this method after the person has proved their identity. */
  unlock() {
    if (!this.#who) return
    this.#recordActivity()
    this.#locked.set(false)
    this.#write()
    this.#deps.send('unlocked', this.#who.userId)
  }

  /** Unlocks another account of this browser after its password was verified by the server. The page of that account opens next. */
  unlockAccount(userId: AccountId) {
    const stored: StoredLock = { userId, at: this.#deps.clock.wall(), locked: false }
    this.#deps.storage.set(keyOf(userId), JSON.stringify(stored))
    this.#deps.send('unlocked', userId)
  }

  /** Applies a message from another tab. */
  receive(kind: 'active' | 'locked' | 'unlocked', userId: AccountId) {
    if (userId !== this.#who?.userId) return
    if (kind === 'locked') return this.#locked.set(true)
    if (kind === 'unlocked') this.#locked.set(false)
    if (!this.locked) this.#recordActivity()
  }

  #idleMilliseconds() {
    const { steady, wall } = this.#deps.clock
    return Math.max(steady() - this.#steady, wall() - this.#wall)
  }

  #recordActivity() {
    this.#steady = this.#deps.clock.steady()
    this.#wall = this.#deps.clock.wall()
  }

  #shareActivity() {
    if (!this.#who || this.#steady - this.#sharedAt < shareIntervalMilliseconds) return
    this.#sharedAt = this.#steady
    this.#write()
    this.#deps.send('active', this.#who.userId)
  }

  #read(userId: AccountId): StoredLock | null {
    try {
      return JSON.parse(this.#deps.storage.get(keyOf(userId)) ?? 'null') as StoredLock | null
    } catch {
      return null
    }
  }

  #write() {
    if (!this.#who) return
    const stored: StoredLock = { userId: this.#who.userId, at: this.#wall, locked: this.locked }
    this.#deps.storage.set(keyOf(this.#who.userId), JSON.stringify(stored))
  }
}
