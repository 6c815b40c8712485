import { ORPCError } from '@orpc/client'
import { closeBreakers } from '../../platform/breaker.ts'
import { retryable } from '../../platform/faults.ts'
import { bothTogether } from './diff.ts'
import { Kept, type Unsaved } from './kept.ts'

/** A text as the server keeps it. */
export type Saved = { text: string; version: number; updatedAt: string | null }

/**
 * `saved`: nothing to do. `saving`: a save is due or under way. `kept`: it could not be saved, lies on this device and is
 * tried again. `conflict`: somebody saved something else in between. `locked`: it was signed elsewhere. `refused`: the
 * server will not take it as it is.
 */
export type Phase = 'saved' | 'saving' | 'kept' | 'conflict' | 'locked' | 'refused'

export type Look = {
  text: string
  phase: Phase
  savedAt: string | null
  /** What was found on this device when the page was opened is shown. */
  restored: boolean
  /** What stands on the server while `phase` is conflict. */
  theirs: string | null
  aside: string[]
}

type Ways = {
  /** Names the text on this device, by ids alone. */
  name: string
  maximum: number
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  onSaved?: (saved: Saved) => void
}

/** Milliseconds: after the last key, after the first that is not saved, until a save counts as slow. */
const pauses = { quiet: 1_200, most: 8_000, slow: 4_000 } as const
const againAfterSeconds = [5, 10, 30, 60] as const

/**
 * One text that somebody writes and that saves itself. It outlives the component that shows it until everything is
 * saved: leaving the page sends what is left, and until the server has it every word lies on this device.
 */
export class Writing {
  #look: Look
  #base: Saved
  #theirs: Saved | null = null
  #ways: Ways
  #kept: Kept
  #timer: ReturnType<typeof setTimeout> | undefined
  #due: number | null = null
  #running: Promise<void> | null = null
  #failures = 0
  #listeners = new Set<() => void>()

  constructor(ways: Ways, saved: Saved) {
    this.#ways = ways
    this.#base = saved
    this.#kept = new Kept(ways.name)
    const found = this.#kept.bringBack()
    const aside = this.#kept.aside()
    this.#look = { text: saved.text, phase: 'saved', savedAt: saved.updatedAt, restored: false, theirs: null, aside }
    if (found) this.#bringBack(found)
  }

  /** What was not saved when this device last saw it goes on from where it was. */
  #bringBack(found: Unsaved) {
    if (found.text === this.#base.text) return this.#kept.drop()
    this.#look = { ...this.#look, text: found.text, restored: true, phase: 'saving' }
    if (found.version < this.#base.version) this.#meet(this.#base, true)
    else this.#plan(0)
  }

  look = () => this.#look
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  get idle() {
    return this.#look.phase === 'saved' && this.#listeners.size === 0 && !this.#running
  }
  /** The version that the shown text stands on, for signing it. */
  get version() {
    return this.#base.version
  }

  type(text: string) {
    if (text === this.#look.text) return
    this.#keepAs(text)
    if (this.#look.phase === 'conflict' || this.#look.phase === 'locked') return
    this.#show({ phase: 'saving', restored: false })
    this.#plan(pauses.quiet)
  }

  /** Saves at once. The answer says whether what is shown stands on the server. */
  async saveNow(): Promise<boolean> {
    if (this.#look.phase === 'kept') closeBreakers()
    await this.#running
    if (['saving', 'kept', 'refused'].includes(this.#look.phase)) await this.#save()
    return this.#look.phase === 'saved'
  }

  /** The page is left: what waits goes out now. */
  leave() {
    if (this.#look.phase === 'saving' && !this.#running) void this.#save()
  }

  /** The server has told what stands there now. */
  hear(saved: Saved) {
    if (this.#running || saved.version <= this.#base.version) return
    if (this.#look.phase === 'locked') return
    if (this.#look.phase !== 'saved') return this.#meet(saved)
    this.#base = saved
    this.#show({ text: saved.text, savedAt: saved.updatedAt })
  }

  /** Of two texts the own one stands; the other is set aside. */
  keepMine() {
    if (!this.#theirs) return
    this.#setAside(this.#theirs.text)
    this.#goOnFrom(this.#theirs, this.#look.text)
  }

  /** Of two texts the other one stands; the own one is set aside. */
  takeTheirs() {
    if (!this.#theirs) return
    this.#setAside(this.#look.text)
    this.#show({ restored: false })
    this.#goOnFrom(this.#theirs, this.#theirs.text)
  }

  /** Both texts stand, common lines once. */
  putTogether() {
    if (this.#theirs) this.#goOnFrom(this.#theirs, bothTogether(this.#theirs.text, this.#look.text))
  }

  dropAside() {
    this.#kept.dropAside()
    this.#show({ aside: [] })
  }

  /** The text is locked on the server. What was written here stays in this browser, for whoever takes it over. */
  end() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#look = { ...this.#look, phase: 'saved' }
  }

  #goOnFrom(saved: Saved, text: string) {
    this.#base = saved
    this.#theirs = null
    this.#keepAs(text)
    const same = text === saved.text
    this.#show({ theirs: null, phase: same ? 'saved' : 'saving', savedAt: saved.updatedAt })
    if (!same) this.#plan(0)
  }

  #setAside(text: string) {
    if (text.trim() === '') return
    this.#kept.setAside(text)
    this.#show({ aside: this.#kept.aside() })
  }

  /** Every word lies on this device before anything else happens with it. */
  #keepAs(text: string) {
    if (text === this.#base.text) this.#kept.drop()
    else this.#kept.put({ text, version: this.#base.version })
    this.#show({ text })
  }

  #plan(milliseconds: number) {
    const now = performance.now()
    this.#due ??= now + pauses.most
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), Math.max(0, Math.min(milliseconds, this.#due - now)))
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#due = null
    this.#running ??= this.#sendOnce().finally(() => {
      this.#running = null
      if (this.#look.phase === 'saving' && !this.#timer) this.#plan(pauses.quiet)
    })
    return this.#running
  }

  async #sendOnce() {
    const { text } = this.#look
    if (text === this.#base.text) return this.#show({ phase: 'saved' })
    if (text.length > this.#ways.maximum) return this.#show({ phase: 'refused' })
    const slow = setTimeout(() => this.#show({ phase: 'kept' }), pauses.slow)
    if (this.#look.phase !== 'kept') this.#show({ phase: 'saving' })
    try {
      const { version, updatedAt } = await this.#ways.send(text, this.#base.version)
      this.#stand({ text, version, updatedAt })
    } catch (error) {
      this.#fail(error, text)
    } finally {
      clearTimeout(slow)
    }
  }

  /** The server has the text; what was typed meanwhile is saved next. */
  #stand(saved: Saved) {
    this.#failures = 0
    this.#base = saved
    const { text } = this.#look
    this.#keepAs(text)
    this.#ways.onSaved?.(saved)
    const all = text === saved.text
    this.#show({ phase: all ? 'saved' : 'saving', savedAt: saved.updatedAt })
  }

  #fail(error: unknown, sent: string) {
    const code = error instanceof ORPCError ? error.code : ''
    if (code === 'NOTE_CHANGED') {
      const { text, version } = (error as ORPCError<string, { text: string; version: number }>).data
      const now = { text, version, updatedAt: new Date().toISOString() }
      // The answer to an earlier save was lost on the way: what stands there is ours.
      return text === sent ? this.#stand(now) : this.#meet(now)
    }
    if (code === 'NOTE_SIGNED') return this.#show({ phase: 'locked' })
    if (code === 'BAD_REQUEST' || code === 'TOO_LARGE') return this.#show({ phase: 'refused' })
    this.#show({ phase: 'kept' })
    const asksForPerson = ['NO_LOGIN', 'STEP_UP', 'FORBIDDEN', 'NOT_FOUND'].includes(code)
    if (!asksForPerson || retryable(error)) this.#tryAgainLater()
  }

  #tryAgainLater() {
    const seconds = againAfterSeconds[Math.min(this.#failures, againAfterSeconds.length - 1)] ?? 60
    this.#failures += 1
    const again = () => {
      removeEventListener('online', again)
      if (this.#look.phase !== 'kept') return
      closeBreakers()
      void this.#save()
    }
    addEventListener('online', again)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(again, seconds * 1000)
  }

  /** Something else stands on the server. Where nothing of it would be lost, what is written here goes on from there. */
  #meet(saved: Saved, unknownBefore = false) {
    const { text } = this.#look
    const onlyNumber = !unknownBefore && saved.text === this.#base.text
    if (text === saved.text || onlyNumber || text.startsWith(saved.text)) return this.#goOnFrom(saved, text)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#theirs = saved
    this.#show({ phase: 'conflict', theirs: saved.text })
  }

  #show(change: Partial<Look>) {
    this.#look = { ...this.#look, ...change }
    for (const listener of this.#listeners) listener()
  }
}
