import { closeBreakers } from '../../platform/breaker.ts'
import { bothTogether } from './diff.ts'
import { Kept, type Unsaved } from './kept.ts'
import { Pace, pauses } from './pace.ts'
import { failureOf, type Look, type Saved, type Ways } from './shapes.ts'

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
  #pace = new Pace(() => void this.#save())
  #running: Promise<void> | null = null
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
    else this.#pace.soon(0)
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
    this.#pace.soon()
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
    this.#pace.rest()
    this.#look = { ...this.#look, phase: 'saved' }
  }

  /** What is shown has gone out another way: nothing of it need be kept here. */
  sent() {
    this.#pace.rest()
    this.#kept.drop()
    this.#base = { ...this.#base, text: this.#look.text }
    this.#look = { ...this.#look, phase: 'saved', restored: false }
  }

  #goOnFrom(saved: Saved, text: string) {
    this.#base = saved
    this.#theirs = null
    this.#keepAs(text)
    const same = text === saved.text
    this.#show({ theirs: null, phase: same ? 'saved' : 'saving', savedAt: saved.updatedAt })
    if (!same) this.#pace.soon(0)
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

  #save(): Promise<void> {
    this.#pace.rest()
    this.#running ??= this.#sendOnce().finally(() => {
      this.#running = null
      if (this.#look.phase === 'saving' && !this.#pace.waits) this.#pace.soon()
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
    this.#pace.succeeded()
    this.#base = saved
    const { text } = this.#look
    this.#keepAs(text)
    this.#ways.onSaved?.(saved)
    const all = text === saved.text
    this.#show({ phase: all ? 'saved' : 'saving', savedAt: saved.updatedAt })
  }

  #fail(error: unknown, sent: string) {
    const failure = failureOf(error)
    if (failure.kind === 'changed') {
      const { saved } = failure
      // The answer to an earlier save was lost on the way: what stands there is ours.
      return saved.text === sent ? this.#stand(saved) : this.#meet(saved)
    }
    if (failure.kind === 'signed') return this.#show({ phase: 'locked' })
    if (failure.kind === 'refused') return this.#show({ phase: 'refused' })
    this.#show({ phase: 'kept' })
    if (failure.kind === 'later') this.#pace.again(() => this.#look.phase === 'kept')
  }

  /** Something else stands on the server. Where nothing of it would be lost, what is written here goes on from there. */
  #meet(saved: Saved, unknownBefore = false) {
    const { text } = this.#look
    const onlyNumber = !unknownBefore && saved.text === this.#base.text
    if (text === saved.text || onlyNumber || text.startsWith(saved.text)) return this.#goOnFrom(saved, text)
    this.#pace.rest()
    this.#theirs = saved
    this.#show({ phase: 'conflict', theirs: saved.text })
  }

  #show(change: Partial<Look>) {
    this.#look = { ...this.#look, ...change }
    for (const listener of this.#listeners) listener()
  }
}
