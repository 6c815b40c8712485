import type { LoginView } from '@attune/contract/features/login.shapes'
import type { Keep } from '../keep.ts'
import { idleLimit } from './constants.ts'

type Who = Pick<LoginView, 'userId' | 'role'>
type Deps = {
  keep: Keep
  /** `steady` never jumps; `wall` goes on while the machine sleeps. */
  clock: { steady: () => number; wall: () => number }
  tell: (kind: 'active' | 'locked' | 'unlocked', userId: string) => void
  /** Whether a film, a voice message or a call is running. */
  playing: () => boolean
}
type Kept = { userId: string; at: number; locked: boolean }

const key = 'attune-idle'
/** So often at most the other tabs and the storage hear of activity. */
const spreadEvery = 10_000

/**
 * Locks the page of somebody who is away. The lock is this browser's alone and the same in every tab; it outlives a
 * reload, and a visit that begins after a longer pause begins with it. A clock that is wrong locks early, never late.
 */
export class IdleLock {
  #deps: Deps
  #who: Who | null = null
  #steady = 0
  #wall = 0
  #spread = Number.NEGATIVE_INFINITY
  #locked = false
  #listeners = new Set<() => void>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get locked() {
    return this.#locked
  }

  /** Calls the listener when the lock falls or opens; the answer ends it. */
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Somebody is known to be signed in here, by a login that was `fresh`ly made or by one that stood. */
  watch(who: Who, fresh: boolean) {
    const same = this.#who?.userId === who.userId
    this.#who = who
    if (fresh) return this.unlock()
    if (same) return
    const { clock } = this.#deps
    const kept = this.#read()
    this.#mark()
    if (kept?.userId !== who.userId) return this.#write()
    const away = clock.wall() - kept.at
    this.#set(kept.locked || away < 0 || away >= idleLimit[who.role])
  }

  /** Nobody is signed in any more. */
  forget() {
    this.#who = null
    this.#deps.keep.drop(key)
    this.#set(false)
  }

  /** Input: a key, a pointer, a finger. */
  touch() {
    if (!this.#who || this.#locked) return
    if (this.#away() >= idleLimit[this.#who.role]) return this.lock()
    this.#mark()
    this.#pass()
  }

  /** To be called now and then, and when the page is looked at again. */
  check() {
    if (!this.#who || this.#locked) return
    if (this.#deps.playing()) return this.touch()
    if (this.#away() >= idleLimit[this.#who.role]) this.lock()
  }

  lock() {
    if (!this.#who || this.#locked) return
    this.#set(true)
    this.#write()
    this.#deps.tell('locked', this.#who.userId)
  }

  /** The person has proved that it is them. */
  unlock() {
    if (!this.#who) return
    this.#mark()
    this.#set(false)
    this.#write()
    this.#deps.tell('unlocked', this.#who.userId)
  }

  /** What another tab says. */
  hear(kind: 'active' | 'locked' | 'unlocked', userId: string) {
    if (userId !== this.#who?.userId) return
    if (kind === 'locked') return this.#set(true)
    if (kind === 'unlocked') this.#set(false)
    if (!this.#locked) this.#mark()
  }

  #away() {
    const { steady, wall } = this.#deps.clock
    return Math.max(steady() - this.#steady, wall() - this.#wall)
  }

  #mark() {
    this.#steady = this.#deps.clock.steady()
    this.#wall = this.#deps.clock.wall()
  }

  #pass() {
    if (!this.#who || this.#steady - this.#spread < spreadEvery) return
    this.#spread = this.#steady
    this.#write()
    this.#deps.tell('active', this.#who.userId)
  }

  #read(): Kept | null {
    try {
      return JSON.parse(this.#deps.keep.get(key) ?? 'null') as Kept | null
    } catch {
      return null
    }
  }

  #write() {
    if (!this.#who) return
    const kept: Kept = { userId: this.#who.userId, at: this.#wall, locked: this.#locked }
    this.#deps.keep.set(key, JSON.stringify(kept))
  }

  #set(locked: boolean) {
    if (locked === this.#locked) return
    this.#locked = locked
    for (const listener of this.#listeners) listener()
  }
}
